"""The window's language: English in the source, others from `resources/translations`."""

from __future__ import annotations

import logging

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from app.core.resources import resource_path

_log = logging.getLogger(__name__)

LANGUAGES = ("en", "it")


class CountingTranslator(QTranslator):
    """Writes every number of things with the separators of the language: 5,001 files."""

    def translate(
        self, context: str, text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """As Qt defines it; None, its null, where the text is not known here."""
        found = super().translate(context, text, disambiguation, n)
        if not found:
            return None
        return found.replace("%n", "%Ln") if n >= 0 else found


def choose_language(setting: str, system: QLocale | None = None) -> str:
    """The language to use for the setting "system", "en" or "it"."""
    if setting in LANGUAGES:
        return setting
    for name in (system or QLocale.system()).uiLanguages():
        language = name.replace("_", "-").split("-")[0].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def choose_locale(language: str, system: QLocale | None = None) -> QLocale:
    """How numbers, dates and times are written beside texts in `language`: as in the person's
    country, where that speaks it, as in Switzerland or Britain."""
    home, usual = system or QLocale.system(), QLocale(language)
    return QLocale(home.name()) if home.language() == usual.language() else usual


def install_language(app: QCoreApplication, language: str) -> list[QTranslator]:
    """Translate what the window says from now on; returns what has to be kept alive.

    English needs a file too: it holds the plural forms.
    """
    QLocale.setDefault(choose_locale(language))
    translators: list[QTranslator] = []
    ours = CountingTranslator(app)
    if ours.load(str(resource_path(f"translations/margine_{language}.qm"))):
        translators.append(ours)
    else:
        _log.warning("translation to %s cannot be loaded", language)
    qt = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language != "en" and qt.load(f"qtbase_{language}", folder):
        translators.insert(0, qt)
    for translator in translators:
        app.installTranslator(translator)
    return translators
