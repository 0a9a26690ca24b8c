"""Why files of a kind that no reader knows are not read, and what can be done about it.

A file is told by the end of its name, as the registry tells those that are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from app.core.errors import UnsupportedFileError

OTHER = "Files of this type are not read yet."
OLD_WORD = (
    "Word files of the old kind are not read. "
    "Open it in Word or LibreOffice and save it as .docx, then add that."
)
OLD_SLIDES = (
    "PowerPoint files of the old kind are not read. "
    "Open it in PowerPoint or LibreOffice and save it as .pptx, then add that."
)
OLD_SHEETS = (
    "Excel files of this kind are not read. "
    "Open it in Excel or LibreOffice and save it as .xlsx, then add that."
)
OLD_TEXT = (
    "Files of this office program are not read. "
    "Open it in LibreOffice and save it in a newer format (.odt, .ods, .odp), then add that."
)
APPLE = (
    "Files of Pages, Numbers and Keynote are not read. "
    "Export it from there as PDF, Word, Excel or PowerPoint, then add that."
)
ARCHIVE = "Archives are not opened. Unpack it into a folder, then add that."
SOUND = "Sound recordings are not listened to. Add a written transcript instead."
FILM = "Films are not watched. Add subtitles (.srt, .vtt) or a written transcript instead."
PICTURE = "Pictures of this kind are not read. Save it as PNG, JPEG or PDF, then add that."
OTHER_BOOK = (
    "Books of this kind are not read. Convert it to EPUB or PDF if its rights allow, then add that."
)
MAILBOX = (
    "Outlook's own files are not read. "
    "Save its messages as .eml, or export the folder as .mbox, then add that."
)
OTHER_PAGES = "Pages of this kind are not read. Save or print it as PDF, then add that."
DATABASE = "Databases are not read. Export the tables as CSV, then add those."
PROGRAM = "Programs and their parts hold no text to read."

_KINDS: Mapping[str, str] = {
    OLD_WORD: ".doc .dot",
    OLD_SLIDES: ".ppt .pps .pot",
    OLD_SHEETS: ".xlw .xla .xlam",
    OLD_TEXT: ".wpd .wps .wri .sxw .sxc .sxi .hwp .lwp .abw .fodt .fods .fodp",
    APPLE: ".pages .numbers .key",
    ARCHIVE: (
        ".zip .rar .7z .tar .tgz .tbz2 .txz .gz .bz2 .xz .zst .lz4 .lzma .z .cab .arj .lzh .ace"
        " .iso .dmg .img .vhd .vmdk .sit .jar .war .apk .deb .rpm"
    ),
    SOUND: ".mp3 .wav .m4a .flac .ogg .oga .opus .aac .wma .aif .aiff .mid .midi .amr",
    FILM: ".mp4 .m4v .mkv .avi .mov .wmv .webm .flv .mpg .mpeg .3gp .ogv .vob",
    PICTURE: (
        ".gif .heic .heif .avif .svg .ico .psd .ai .eps .raw .cr2 .nef .arw .dng .xcf .indd .cdr"
        " .dwg .dxf"
    ),
    OTHER_BOOK: ".mobi .azw .azw3 .azw4 .kfx .prc .fb2 .lit .cbz .cbr .ibooks",
    MAILBOX: ".msg .pst .ost .olm",
    OTHER_PAGES: ".djvu .djv .xps .oxps .ps .chm .one .pub .vsd .vsdx .mpp .odg .fodg",
    DATABASE: ".db .sqlite .sqlite3 .mdb .accdb .dbf .odb .parquet .feather",
    PROGRAM: (
        ".exe .dll .so .dylib .bin .com .msi .app .class .pyc .o .a .lib .wasm .sys"
        " .ttf .otf .woff .woff2"
    ),
}
_BY_EXTENSION: Mapping[str, str] = {
    extension: reason for reason, extensions in _KINDS.items() for extension in extensions.split()
}


def unread_reason(name: str) -> str:
    """Why a file of this name or path is not read, and what to do, in words for the person."""
    return _BY_EXTENSION.get(PurePath(name).suffix.lower(), OTHER)


def unread_error(name: str) -> UnsupportedFileError:
    """The error for a file of this name or path."""
    return UnsupportedFileError(unread_reason(name))
