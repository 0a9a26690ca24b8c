"""Makes the folder of a load: thousands of small files in folders, and one long PDF.

python -m tests.load.corpus FOLDER FILES PAGES

Run as a process of its own, so that the window that is measured holds none of it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests import pdf_samples

FILES_PER_FOLDER = 80
BOOK = "the long book.pdf"
SUBJECTS = ["harvest", "lighthouse", "tide", "orchard", "boiler", "lease", "vaccine", "glacier"]
SUBJECTS += ["tariff", "bridge", "archive", "violin", "ferry", "quarry", "vineyard", "kiln"]
VERBS = ["describes", "repeals", "measures", "lists", "confirms", "delays", "funds", "inspects"]


def sentence(rng: random.Random) -> str:
    """A sentence that differs from most others and uses few words."""
    first, second, third = rng.sample(SUBJECTS, 3)
    number = rng.randrange(1, 10_000)
    return f"The report on the {first} {rng.choice(VERBS)} the {second} and {third} no. {number}."


def small_file(rng: random.Random, number: int) -> tuple[str, bytes]:
    """Name and content of a small file; one in a hundred cannot be read."""
    if number % 100 == 99:
        return f"broken {number}.pdf", b"%PDF-1.4 cut"
    text = " ".join(sentence(rng) for _ in range(rng.randrange(2, 7)))
    if number % 3 == 0:
        return f"note {number}.md", f"# Note {number}\n\n{text}\n".encode()
    return f"note {number}.txt", f"{text}\n".encode()


def make_corpus(folder: Path, files: int, pages: int) -> None:
    """Fill `folder`, unless it is there already."""
    if (folder / BOOK).exists():
        return
    rng = random.Random(11)
    for number in range(files):
        inside = folder / f"year {2000 + number // (FILES_PER_FOLDER * 8)}"
        inside /= f"box {number // FILES_PER_FOLDER}"
        inside.mkdir(parents=True, exist_ok=True)
        name, data = small_file(rng, number)
        (inside / name).write_bytes(data)
    book = pdf_samples.text_pdf(
        [
            [f"Chapter {page // 20 + 1}, page {page + 1}.", *(sentence(rng) for _ in range(12))]
            for page in range(pages)
        ],
        compress=True,
    )
    (folder / BOOK).write_bytes(book)


if __name__ == "__main__":
    make_corpus(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
