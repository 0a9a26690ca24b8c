"""Child process that fetches one file of the model hub: REPOSITORY REVISION FILE FOLDER."""

from __future__ import annotations

import sys


def main(arguments: list[str]) -> int:
    """Download the file into the folder, resuming an earlier attempt; return the exit code."""
    repository, revision, file, folder = arguments
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        hf_hub_download(repository, file, revision=revision, local_dir=folder)
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        sys.stderr.write(f"ERROR: {str(error).splitlines()[0]}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
