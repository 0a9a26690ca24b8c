"""Child process that fetches one file of the model hub: REPOSITORY REVISION FILE FOLDER."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

_CHUNK_BYTES = 1 << 16


def _end_with_parent() -> None:
    """Fetch nothing for a process that is gone: its end of stdin closes with it."""

    def wait() -> None:
        # Not through sys.stdin, whose lock would be held when the interpreter ends.
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main(arguments: list[str]) -> int:
    """Download the file into the folder, resuming an earlier attempt; return the exit code."""
    repository, revision, file, folder = arguments
    _end_with_parent()
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        _download(repository, revision, file, Path(folder))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        sys.stderr.write(f"ERROR: {str(error).splitlines()[0]}\n")
        return 1
    return 0


def _download(repository: str, revision: str, file: str, folder: Path) -> None:
    """The library's own `hf_hub_download` begins anew in every process: here the part that has
    arrived keeps a name of its own, made of the content's tag, and is gone on with."""
    from huggingface_hub import constants, get_hf_file_metadata, hf_hub_url
    from huggingface_hub.file_download import http_get
    from huggingface_hub.utils._headers import build_hf_headers

    # By default it writes 10 MB at a time: a slow network would lose as much at every stop.
    constants.DOWNLOAD_CHUNK_SIZE = _CHUNK_BYTES
    headers = build_hf_headers(token=False)
    told = get_hf_file_metadata(hf_hub_url(repository, file, revision=revision), token=False)
    tag = "".join(each for each in told.etag or "" if each.isalnum())[:40]
    part = folder / f"{Path(file).name}.{tag}.incomplete"
    for other in folder.glob("*.incomplete"):
        if other != part:
            other.unlink()
    have = part.stat().st_size if part.exists() else 0
    if told.size is not None and have > told.size:
        part.unlink()
        have = 0
    with part.open("ab") as stream:
        try:
            http_get(
                told.location, stream, headers=headers, resume_size=have, expected_size=told.size
            )
        except OSError:
            stream.flush()
            if told.size is not None and part.stat().st_size >= told.size:
                part.unlink()  # it all came, and was something else
            raise
    target = folder / file
    target.parent.mkdir(parents=True, exist_ok=True)
    part.replace(target)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
