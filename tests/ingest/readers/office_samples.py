"""Office documents made of raw XML, for what no library writes: no file of theirs lies in git."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
W_STRICT = 'xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"'
_ALL_W = (
    f"{W} "
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        *(("office", "office"), ("text", "text"), ("table", "table"), ("style", "style")),
        *(("draw", "drawing"), ("presentation", "presentation"), ("meta", "meta")),
        *(("fo", "xsl-fo-compatible"), ("manifest", "manifest")),
    )
)


def write_zip(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    """A ZIP archive of these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


def _relations(items: Mapping[str, tuple[str, str]]) -> str:
    lines = "".join(
        f'<Relationship Id="{id_}" Type="{kind}" Target="{target}"/>'
        for id_, (kind, target) in items.items()
    )
    return f'<Relationships xmlns="{_PACKAGE_RELS}">{lines}</Relationships>'


def docx(
    path: Path,
    body: str,
    *,
    title: str = "",
    namespaces: str = _ALL_W,
    **parts: str,
) -> Path:
    """A Word document: `body` is the inner XML of w:body; `parts` (styles, numbering, footnotes,
    endnotes, header1, footer1, comments) that of their roots."""
    roots = {"header1": "hdr", "footer1": "ftr"}
    kinds = {"header1": "header", "footer1": "footer"}
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": _relations(
            {
                "rId1": (f"{_REL}/officeDocument", "word/document.xml"),
                "rId2": (_CORE, "docProps/core.xml"),
            }
        ),
        "docProps/core.xml": (
            '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/'
            f'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}'
            "</dc:title></cp:coreProperties>"
        ),
        "word/document.xml": f"<w:document {namespaces}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": _relations(
            {name: (f"{_REL}/{kinds.get(name, name)}", f"{name}.xml") for name in parts}
        ),
    }
    for name, inner in parts.items():
        root = roots.get(name, name)
        files[f"word/{name}.xml"] = f"<w:{root} {namespaces}>{inner}</w:{root}>"
    return write_zip(path, files)


def p(text: str, properties: str = "") -> str:
    """A paragraph of Word with one run."""
    inner = f"<w:pPr>{properties}</w:pPr>" if properties else ""
    return f"<w:p>{inner}{run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of Word."""
    inner = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inner}<w:t xml:space="preserve">{text}</w:t></w:r>'


def styled(text: str, style: str) -> str:
    """A paragraph of Word in a style."""
    return p(text, f'<w:pStyle w:val="{style}"/>')


def table(*rows: str, properties: str = "") -> str:
    """A table of Word; rows are made by `row`."""
    return f"<w:tbl>{properties}{''.join(rows)}</w:tbl>"


def row(*cells: str, properties: str = "") -> str:
    """A row of Word; cells are texts, or the XML of w:tc."""
    inner = "".join(
        each if each.startswith("<w:tc>") else f"<w:tc>{p(each)}</w:tc>" for each in cells
    )
    return f"<w:tr>{properties}{inner}</w:tr>"


def odf(
    path: Path,
    kind: str,
    body: str,
    *,
    automatic: str = "",
    styles: str = "",
    master: str = "",
    title: str = "",
    manifest: str = "",
) -> Path:
    """An OpenDocument file; `kind` is "text", "spreadsheet" or "presentation", `body` the inner
    XML of office:<kind>."""
    return write_zip(
        path,
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "META-INF/manifest.xml": f"<manifest:manifest {ODF}>{manifest}</manifest:manifest>",
            "content.xml": (
                f"<office:document-content {ODF}>"
                f"<office:automatic-styles>{automatic}</office:automatic-styles>"
                f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
                "</office:document-content>"
            ),
            "styles.xml": (
                f"<office:document-styles {ODF}><office:styles>{styles}</office:styles>"
                f"<office:master-styles>{master}</office:master-styles></office:document-styles>"
            ),
            "meta.xml": (
                f'<office:document-meta {ODF} xmlns:dc="http://purl.org/dc/elements/1.1/">'
                f"<office:meta><dc:title>{title}</dc:title></office:meta></office:document-meta>"
            ),
        },
    )


def ole(path: Path, *streams: str) -> Path:
    """What looks like an OLE file with these streams: its magic, and its directory's names."""
    names = b"".join(each.encode("utf-16-le").ljust(128, b"\0") for each in streams)
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 1016 + names)
    return path
