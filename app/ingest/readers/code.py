"""Source code, mark-up and data as text: the lines as they are written."""

from __future__ import annotations

from pathlib import Path

from app.ingest.readers.text import WholeText, read_text

_EXTENSIONS = (
    # programs
    ".py .pyi .pyw .js .mjs .cjs .jsx .ts .mts .tsx .vue .svelte .java .kt .kts .scala .groovy"
    " .gradle .c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cs .fs .fsx .vb .vbs .bas .swift .go"
    " .rs .zig .nim .d .dart .rb .php .pl .pm .lua .r .jl .hs .ml .mli .elm .ex .exs .erl .clj"
    " .cljs .lisp .el .scm .rkt .f .f90 .f95 .for .pas .pp .ada .adb .ads .cob .cbl .asm .s"
    " .v .sv .sql .sh .bash .zsh .fish .ps1 .psm1 .bat .cmd .awk .sed .tcl .cu .proto"
    " .graphql .gql .cmake .mk .ino .sol .qml"
    " .css .scss .sass .less .sty .cls .diff .patch"
    # data and settings
    " .json .jsonl .ndjson .json5 .geojson .xml .xsd .xsl .xslt .rss .atom .opml .kml .gpx"
    " .yaml .yml .toml .ini .cfg .conf .config .properties .plist .reg .desktop .service"
    " .tf .nix .ics .vcf .ldif .po"
)
CODE_EXTENSIONS = tuple(_EXTENSIONS.split())
"""Endings of names whose content is text that is not prose. What else is text by its name
(subtitles, tables, Markdown, web pages) has a reader of its own."""

CODE_NAMES = (
    *("makefile", "dockerfile", "containerfile", "jenkinsfile", "vagrantfile", "gemfile"),
    *("rakefile", "procfile", "justfile", "podfile", "brewfile"),
)
"""Whole names of such files, in lower case."""


def open_code(path: Path, password: str = "") -> WholeText:  # noqa: ARG001  # as `Reader` has it
    """Open a file of source code or data. Raises what `read_text` raises."""
    return WholeText("code", None, read_text(path), "code")
