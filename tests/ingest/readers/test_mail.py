"""Messages and mailboxes: head, text, attachments, and what they are bounded by."""

from __future__ import annotations

import email
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.errors import DocumentError, NoTextError
from app.core.types import DocumentText, Page
from app.ingest.readers import attachments, mbox, private_files
from app.ingest.readers.base import OpenDocument
from app.ingest.readers.mail_message import (
    MAX_FIELD,
    BoundedFields,
    decode_field,
    parse_message,
)
from app.ingest.readers.mail_text import unflowed
from app.ingest.readers.notes import TellsNotes
from app.ingest.readers.private_files import (
    PrivateFiles,
    reading_dir,
    remove_files_of,
    remove_files_of_ended,
)
from app.ingest.readers.registry import open_document
from app.ingest.split import split
from tests.ingest.readers.mail_samples import make_message
from tests.pdf_samples import text_pdf

HEAD = "# Contratto\n\nFrom: Anna Rossi <anna@example.org>\nTo: Marco <marco@example.org>\nDate: "
DATE = "Tue, 12 Mar 2024 10:00:00 +0100"


def open_as(path: Path, data: bytes) -> OpenDocument:
    path.write_bytes(data)
    return open_document(path)


def pages_of(path: Path, data: bytes) -> list[Page]:
    document = open_as(path, data)
    pages = list(document.read_pages())
    document.close()
    return pages


def notes_of(path: Path) -> tuple[str, ...]:
    document = open_document(path)
    assert isinstance(document, TellsNotes)
    document.close()
    return document.notes()


def test_a_message_is_its_head_and_its_text(tmp_path: Path) -> None:
    document = open_as(tmp_path / "a.eml", bytes(make_message()))
    assert list(document.read_pages()) == [
        Page(0, None, f"{HEAD}{DATE}\n\nIl canone è di 500 euro.", "mail")
    ]
    assert (document.format, document.title, document.paged) == ("email", "Contratto", False)


def test_plain_text_is_preferred_unless_it_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    (page,) = pages_of(path, bytes(make_message(html="<p>The same <b>in HTML</b></p>")))
    assert page.text.endswith("Il canone è di 500 euro.")
    long = "<p>" + "Il contratto è scritto qui. " * 60 + "</p>"
    (page,) = pages_of(path, bytes(make_message(body="See HTML.", html=long)))
    assert "Il contratto è scritto qui." in page.text
    assert "See HTML" not in page.text


def test_the_headings_of_a_page_stand_below_the_subject(tmp_path: Path) -> None:
    message = make_message()
    message.set_content("<h1>Prezzi</h1><table><tr><th>a<th>b<tr><td>1<td>2</table>", "html")
    (page,) = pages_of(tmp_path / "a.eml", bytes(message))
    assert page.text.endswith("## Prezzi\n\n| a | b |\n| --- | --- |\n| 1 | 2 |")


def test_what_is_attached_follows_under_its_name(tmp_path: Path) -> None:
    inner = make_message("Dentro", "Testo interno.", ("nota.md", "text/markdown", b"# N\n\nx"))
    message = make_message(
        "Contratto",
        "Vedi allegati.",
        ("due pagine.pdf", "application/pdf", text_pdf([["Prima pagina."], ["Seconda pagina."]])),
        ("dati.csv", "text/csv", b"a;b\n1;2\n"),
        ("old.doc", "application/msword", b"\xd0\xcf\x11\xe0" + bytes(600)),
    )
    message.add_attachment(inner)
    pages = pages_of(tmp_path / "a.eml", bytes(message))
    assert [(page.index, page.label, page.reader) for page in pages] == [
        (0, None, "mail"),
        (1, "due pagine.pdf · 1", "attached-text"),
        (2, "due pagine.pdf · 2", "attached-text"),
        (3, "dati.csv", "attached"),
        (4, "Dentro.eml", "mail"),
        (5, "Dentro.eml › nota.md", "attached"),
    ]
    assert "Seconda pagina." in pages[2].text
    assert "- Attachment: due pagine.pdf\n- Attachment: dati.csv\n" in pages[0].text
    assert notes_of(tmp_path / "a.eml") == (
        "Attachments of the message that are not read: 1. It names them, and why.",
    )
    assert "- Attachment: old.doc (Word files of the old kind are not read." in pages[0].text
    assert not list(reading_dir().iterdir())


def test_pages_are_read_from_anywhere_and_left_out(tmp_path: Path) -> None:
    pdf = text_pdf([["One."], ["Two."], ["Three."]])
    message = make_message(
        "S", "B", ("a.pdf", "application/pdf", pdf), ("b.md", "text/markdown", b"x")
    )
    document = open_as(tmp_path / "a.eml", bytes(message))
    assert document.page_count == 5
    every = list(document.read_pages())
    for first in range(5):
        assert list(document.read_pages(first)) == every[first:]
    some = list(document.read_pages(1, frozenset((2, 4))))
    assert [(page.index, page.reader) for page in some] == [
        (1, "attached-text"),
        (2, "failed"),
        (3, "attached-text"),
        (4, "failed"),
    ]
    document.close()


def test_an_attached_pdf_is_split_as_text_and_a_table_as_a_table(tmp_path: Path) -> None:
    rows = b"Voce;Importo\n" + b"".join(b"Voce %d;%d,50\n" % (each, each) for each in range(90))
    message = make_message(
        "S",
        "B",
        ("t.csv", "text/csv", rows),
        ("c.py", "text/x-python", b"def first():\n    pass\n\n\ndef second():\n    pass\n"),
    )
    document = open_as(tmp_path / "a.eml", bytes(message))
    whole = DocumentText("email", "S", True, tuple(document.read_pages()))
    document.close()
    passages = split(whole, lambda texts: [len(each.split()) for each in texts])
    assert any(passage.heading.endswith("Voce | Importo") for passage in passages)
    assert {span.page_index for passage in passages for span in passage.spans} == {0, 1, 2}


def test_a_message_in_a_message_ends_somewhere(tmp_path: Path) -> None:
    message = make_message("Deepest", "The end.")
    for depth in range(6):
        outer = make_message(f"Level {depth}", "x")
        outer.add_attachment(message)
        message = outer
    pages = pages_of(tmp_path / "a.eml", bytes(message))
    assert len(pages) == attachments.MAX_DEPTH
    assert "nested too deeply" in pages[-1].text


def test_attachments_share_one_allowance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "MAX_ATTACHMENTS", 3)
    monkeypatch.setattr(attachments.Allowance.__init__, "__defaults__", (3, 1000))
    files = [(f"{each}.txt", "text/plain", b"text") for each in range(5)]
    pages = pages_of(tmp_path / "a.eml", bytes(make_message("S", "B", *files)))
    assert len(pages) == 4
    assert pages[0].text.count("too many attachments") == 2
    big = [("big.txt", "text/plain", b"x" * 2_000), ("small.txt", "text/plain", b"y")]
    pages = pages_of(tmp_path / "a.eml", bytes(make_message("S", "B", *big)))
    assert [page.label for page in pages] == [None, "small.txt"]


def test_pictures_in_the_text_are_no_attachments(tmp_path: Path) -> None:
    message = make_message(html="<p>x <img src='cid:logo'></p>")
    message.get_payload()[1].add_related(b"\x89PNG", "image", "png", cid="<logo>")  # type: ignore[union-attr,index]  # parts of a multipart
    document = open_as(tmp_path / "a.eml", bytes(message))
    assert document.page_count == 1
    assert "Attachment" not in next(iter(document.read_pages())).text


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("=?utf-8?q?Perch=C3=A9?= no", "Perché no"),
        ("=?iso-8859-1?B?4A==?= =?iso-8859-1?Q?_e?=", "à e"),
        ("=?nonsense?q?a=E8?=", "aè"),
        ("=?utf-8?B?not base64!?=", "=?utf-8?B?not base64!?="),
        ("plain\r\n folded", "plain folded"),
        ("Citt\udcc3\udca0", "Città"),
        ("Citt\udce0", "Città"),
        ("a\x00b\u202ec", "ab\u202ec"),
    ],
)
def test_fields_of_the_head(field: str, said: str) -> None:
    assert decode_field(field) == said


def test_lines_that_flow_are_put_together() -> None:
    text = "One line that \ngoes on.\n> quoted and \n> goes on\n>> deeper \n> not\n-- \nsign"
    assert unflowed(text) == (
        "One line that goes on.\n> quoted and goes on\n>> deeper \n> not\n-- \nsign"
    )


def test_parts_that_are_damaged_are_read_as_far_as_they_go() -> None:
    message = (
        b"Subject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=B\n\n--B\n"
        b"Content-Transfer-Encoding: base64\nContent-Type: text/plain\n\nSGVsbG8gd29ybGQ\n!!\n--B\n"
        b'Content-Type: text/plain; charset="\xff"\n\nA B'
    )
    assert [body.data.strip() for body in parse_message(message).bodies] == [b"Hello world", b"A B"]


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_an_empty_file_is_no_message(tmp_path: Path, data: bytes) -> None:
    for name in ("a.eml", "a.mbox"):
        with pytest.raises((NoTextError, DocumentError)):
            open_as(tmp_path / name, data)


@pytest.mark.parametrize("name", ["a.eml", "a.mbox"])
def test_other_files_are_no_messages(tmp_path: Path, name: str) -> None:
    with pytest.raises(DocumentError, match="This is not a"):
        open_as(tmp_path / name, b"%PDF-1.4\n" + bytes(range(256)) * 9)


# ------------------------------------------------------------------------------- mailboxes


def mailbox(*messages: bytes) -> bytes:
    return b"".join(
        b"From anna@example.org Tue Mar 12 10:00:00 2024\n" + each + b"\n\n" for each in messages
    )


def test_each_message_of_a_mailbox_is_a_page(tmp_path: Path) -> None:
    first = bytes(make_message("Uno", "Il primo.", ("a.csv", "text/csv", b"x;y\n1;2\n")))
    second = bytes(make_message("Due", "x\n\n>From here on.\n\nFrom me\n\nto you"))
    pages = pages_of(tmp_path / "a.mbox", mailbox(first, second))
    assert [page.label for page in pages] == [f"Uno · {DATE}", f"Due · {DATE}"]
    assert "## a.csv\n\n| x | y |" in pages[0].text
    assert pages[1].text.endswith("From here on.\n\nFrom me\n\nto you")


def test_a_mailbox_is_read_block_by_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "_BLOCK", 3_000)
    bodies = [f"Message {each}. " * (each % 37) for each in range(200)]
    data = mailbox(*(bytes(make_message(f"S{each}", body)) for each, body in enumerate(bodies)))
    document = open_as(tmp_path / "a.mbox", data)
    assert document.page_count == 200
    pages = list(document.read_pages(150, frozenset((151,))))
    assert [page.index for page in pages] == list(range(150, 200))
    assert [(page.label or "").split(" ")[0] for page in pages[:3]] == ["S150", "", "S152"]
    assert all(f"Message {page.index}." in page.text for page in pages[2:] if page.index % 37)
    document.close()


def test_messages_beyond_the_limit_are_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mbox, "MAX_MESSAGES", 2)
    data = mailbox(*(bytes(make_message(f"S{each}")) for each in range(5)))
    pages = pages_of(tmp_path / "a.mbox", data)
    assert notes_of(tmp_path / "a.mbox") == (
        "Only the first 2 messages of this mailbox were read.",
    )
    assert len(pages) == 3
    assert pages[2].text == "[Only the first 2 messages of this mailbox were read.]"


def test_a_message_that_cannot_be_read_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mbox, "MAX_MESSAGE_BYTES", 5_000)
    data = mailbox(*(bytes(make_message("S", body)) for body in ("a", "long " * 2_000, "c")))
    pages = pages_of(tmp_path / "a.mbox", data)
    assert [("larger than" in page.text) for page in pages] == [False, True, False]


# ------------------------------------------------------------------------------ private files


def test_the_files_of_attachments_are_private_and_go() -> None:
    files = PrivateFiles()
    path = files.write("../../etc/Fattura n. 3.PDF", b"x")
    assert path.suffix == ".pdf"
    assert path.is_relative_to(reading_dir())
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert files.write("x.tar.g/z", b"y").suffix == ""
    files.remove()
    assert not list(reading_dir().iterdir())


def test_what_a_killed_process_leaves_behind_is_removed() -> None:
    code = (
        "import os\nfrom app.ingest.readers.private_files import PrivateFiles\n"
        "PrivateFiles().write('a.pdf', b'secret'); print(os.getpid(), flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    mine = PrivateFiles()
    kept = mine.write("b.pdf", b"open")
    killed = [
        int(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=False
            ).stdout
        )
        for _ in range(2)
    ]
    assert len(list(reading_dir().iterdir())) == 3
    remove_files_of(killed[0])
    assert len(list(reading_dir().iterdir())) == 2
    remove_files_of_ended()
    assert list(reading_dir().iterdir()) == [kept.parent]
    mine.remove()


def test_nothing_else_in_the_folder_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    reading_dir().mkdir(parents=True)
    other = reading_dir() / "notes"
    other.mkdir()
    monkeypatch.setattr(private_files, "_may_be_running", lambda *_: False)
    remove_files_of_ended()
    assert other.is_dir()


def test_a_field_without_end_is_cut_before_it_is_taken_apart() -> None:
    head = b"Subject: x\nContent-Type: text/plain; " + b"a*0=b; " * 10_000 + b"\n\nCiao"
    parsed = email.message_from_bytes(head, policy=BoundedFields())
    assert len(parsed["content-type"]) == MAX_FIELD
    (body,) = parse_message(head).bodies
    assert (body.kind, body.data) == ("text/plain", b"Ciao")
