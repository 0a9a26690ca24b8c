"""Which parts of a web page are read: what is hidden, machinery or navigation is not."""

from __future__ import annotations

import re
from collections.abc import Mapping

MACHINERY = frozenset(
    (
        *("script", "style", "template", "noscript", "iframe", "object", "embed", "applet"),
        *("canvas", "audio", "video", "map", "svg", "button", "select", "datalist", "textarea"),
        *("option", "rp", "rt", "annotation", "annotation-xml", "noframes", "noembed"),
    )
)
"""Elements whose content nobody reads as text."""

BLOCKS = frozenset(
    (
        *("p", "div", "section", "article", "main", "header", "footer", "aside", "nav", "address"),
        *("blockquote", "figure", "figcaption", "details", "summary", "form", "fieldset", "legend"),
        *("hr", "center", "dl", "dt", "dd", "ul", "ol", "menu", "dir", "li", "table", "caption"),
        *("tr", "td", "th", "thead", "tbody", "tfoot", "pre", "body", "html", "search", "hgroup"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "listing", "xmp", "plaintext", "dialog"),
    )
)
"""Elements that begin and end a paragraph."""

# Only whole words: what merely begins so ("menu-of-the-day") may well be the text.
_NAVIGATION_NAMES = frozenset(
    (
        *("nav", "navbar", "navigation", "navbox", "menu", "mainmenu", "main-menu", "submenu"),
        *("breadcrumb", "breadcrumbs", "skip-link", "skiplink", "skip-to-content", "pagination"),
        *("cookie-banner", "cookie-notice", "cookie-consent", "cookiebar", "site-footer"),
        *("site-nav", "site-navigation", "main-navigation", "social-links", "share-buttons"),
        *("mw-jump-link", "mw-editsection", "noprint", "printfooter", "catlinks", "toctogglespan"),
    )
)
_NAVIGATION_ROLES = frozenset(("navigation", "menu", "menubar", "search", "toolbar", "alertdialog"))
_MAY_BE_NAVIGATION = frozenset(
    ("div", "ul", "ol", "section", "aside", "header", "p", "a", "span", "td", "table", "dl")
)
_HIDING_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:font-size|opacity)\s*:\s*(?:0+(?:\.0*)?|\.0+)(?:[a-z]{2,4}|%)?"
    r"\s*(?:!important\s*)?(?:;|$)"
    r"|mso-hide\s*:\s*all)",
    re.IGNORECASE,
)


def is_hidden(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether the element is there but not shown, as far as it says so itself."""
    if "hidden" in attributes and attributes["hidden"].lower() != "until-found":
        return True
    if tag == "dialog" and "open" not in attributes:
        return True
    style = attributes.get("style")
    return style is not None and _HIDING_STYLE.search(style) is not None


def is_navigation(tag: str, attributes: Mapping[str, str], *, in_content: bool) -> bool:
    """Whether the element leads around the site instead of telling something.

    `in_content` tells that it lies within the page's own text (`main` or `article`), where a
    footer belongs to that text.
    """
    if tag == "nav" or attributes.get("role", "").lower() in _NAVIGATION_ROLES:
        return True
    if tag == "footer":
        return not in_content
    if tag not in _MAY_BE_NAVIGATION:
        return False
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}".lower().split()
    return not _NAVIGATION_NAMES.isdisjoint(names)
