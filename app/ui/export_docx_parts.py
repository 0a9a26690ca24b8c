"""The fixed parts of a DOCX file: what a word processor needs around the text.

Element names and their order are those of ECMA-376, part 1 (WordprocessingML, transitional).
"""

from __future__ import annotations

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
NAMESPACES = f'xmlns:w="{_W}" xmlns:r="{_R}"'
TEXT_WIDTH = 9026  # twentieths of a point: A4 with margins of an inch

CONTENT_TYPES = (
    f'{HEAD}<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{_WORD}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{_WORD}.styles+xml"/>'
    f'<Override PartName="/word/numbering.xml" ContentType="{_WORD}.numbering+xml"/>'
    f'<Override PartName="/word/settings.xml" ContentType="{_WORD}.settings+xml"/>'
    f'<Override PartName="/word/footnotes.xml" ContentType="{_WORD}.footnotes+xml"/>'
    f'<Override PartName="/word/footer1.xml" ContentType="{_WORD}.footer+xml"/>'
    '<Override PartName="/docProps/core.xml" '
    'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
    "</Types>"
)
PACKAGE_RELATIONS = (
    f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_R}/officeDocument" Target="word/document.xml"/>'
    '<Relationship Id="rId2" '
    f'Type="{_PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>'
    "</Relationships>"
)
FOOTER_RELATION = "rId5"
DOCUMENT_RELATIONS = (
    f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_R}/styles" Target="styles.xml"/>'
    f'<Relationship Id="rId2" Type="{_R}/numbering" Target="numbering.xml"/>'
    f'<Relationship Id="rId3" Type="{_R}/settings" Target="settings.xml"/>'
    f'<Relationship Id="rId4" Type="{_R}/footnotes" Target="footnotes.xml"/>'
    f'<Relationship Id="{FOOTER_RELATION}" Type="{_R}/footer" Target="footer1.xml"/>'
    "</Relationships>"
)
SETTINGS = (
    f'{HEAD}<w:settings {NAMESPACES}><w:footnotePr><w:footnote w:id="-1"/>'
    '<w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting '
    'w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/>'
    "</w:compat></w:settings>"
)
FOOTER = (
    f'{HEAD}<w:ftr {NAMESPACES}><w:p><w:pPr><w:pStyle w:val="Footer"/><w:jc w:val="center"/>'
    '</w:pPr><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>'
    '<w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r>'
    '<w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r>'
    '<w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>'
)
SEPARATORS = (  # every footnotes part begins with these two
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r>'
    "<w:continuationSeparator/></w:r></w:p></w:footnote>"
)
SECTION = (
    f'<w:sectPr><w:footerReference w:type="default" r:id="{FOOTER_RELATION}"/>'
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" '
    'w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>'
)


def numbering() -> str:
    """The list with dots, four levels deep."""
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="bullet"/>'
        f'<w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind '
        f'w:left="{360 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>'
        for level in range(4)
    )
    return (
        f'{HEAD}<w:numbering {NAMESPACES}><w:abstractNum w:abstractNumId="0">'
        f'<w:multiLevelType w:val="hybridMultilevel"/>{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )


def styles(language: str) -> str:
    """The styles by which everything is set, so that one change in the program changes all."""
    defaults = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" '
        f'w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="{language}"/>'
        "</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>"
        '<w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault>'
        "</w:docDefaults>"
    )
    base = '<w:basedOn w:val="Normal"/>'
    wide = '<w:spacing w:before="{}" w:after="{}"/>'
    paragraphs = (
        ("Normal", "Normal", "", "", ""),
        ("Title", "Title", base, wide.format(0, 60), '<w:b/><w:sz w:val="36"/>'),
        ("Subtitle", "Subtitle", base, wide.format(0, 60), '<w:color w:val="5B616A"/>'),
        (
            "Heading1",
            "heading 1",
            base,
            f'<w:keepNext/>{wide.format(360, 120)}<w:outlineLvl w:val="0"/>',
            '<w:b/><w:sz w:val="26"/>',
        ),
        (
            "Heading2",
            "heading 2",
            base,
            f'<w:keepNext/>{wide.format(200, 80)}<w:outlineLvl w:val="1"/>',
            "<w:b/>",
        ),
        ("ListParagraph", "List Paragraph", base, wide.format(0, 60), ""),
        ("Quote", "Quote", base, '<w:ind w:left="360" w:right="360"/>', ""),
        (
            "Code",
            "Code",
            base,
            '<w:shd w:val="clear" w:color="auto" w:fill="F1EEE8"/>'
            '<w:spacing w:after="120" w:line="240" w:lineRule="auto"/>',
            '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:sz w:val="19"/>',
        ),
        ("Remark", "Remark", base, "", '<w:color w:val="5B616A"/><w:sz w:val="18"/>'),
        ("Footer", "footer", base, "", '<w:color w:val="5B616A"/><w:sz w:val="18"/>'),
        (
            "FootnoteText",
            "footnote text",
            base,
            '<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
            '<w:sz w:val="18"/>',
        ),
    )
    made = "".join(map(_paragraph_style, paragraphs))
    return (
        f"{HEAD}<w:styles {NAMESPACES}>{defaults}{made}"
        '<w:style w:type="character" w:styleId="FootnoteReference">'
        '<w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
        "</w:style></w:styles>"
    )


def _paragraph_style(style: tuple[str, str, str, str, str]) -> str:
    identity, name, base, paragraph, run = style
    default = ' w:default="1"' if identity == "Normal" else ""
    return (
        f'<w:style w:type="paragraph"{default} w:styleId="{identity}"><w:name w:val="{name}"/>'
        f"{base}<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )
