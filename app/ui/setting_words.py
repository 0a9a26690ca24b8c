"""What the settings are called, in the window's language. Labels and helps stand in the table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from app.core.setting import Kind, Page, Setting, Takes, Value
from app.core.types import GateSignal
from app.ui import gate_words, wording

translate = QCoreApplication.translate

PRIVACY = "privacy"  # the page that holds no setting
PAGES: tuple[str, ...] = (*(page.value for page in Page), PRIVACY)
_MOST_DIGITS = 4


def page_name(page: str) -> str:
    """The name of a page of the form."""
    return {
        Page.GENERAL.value: translate("SettingWords", "General"),
        Page.ANSWERING.value: translate("SettingWords", "Answering"),
        Page.GATE.value: translate("SettingWords", "When documents are searched"),
        Page.SEARCH.value: translate("SettingWords", "Searching"),
        Page.READING.value: translate("SettingWords", "Reading"),
        Page.MODELS.value: translate("SettingWords", "Models and machine"),
        PRIVACY: translate("SettingWords", "Privacy"),
    }[page]


def label(setting: Setting) -> str:
    """What a setting is called."""
    return translate("Settings", setting.label)


def description(setting: Setting) -> str:
    """What it does."""
    return translate("Settings", setting.description)


def choice_name(setting: Setting, choice: str) -> str:
    """What one of its choices is called."""
    if choice not in setting.choices or not setting.choice_labels:
        return choice
    return translate("Settings", setting.choice_labels[setting.choices.index(choice)])


def unit(setting: Setting) -> str:
    """What its numbers count; "" for none."""
    if setting.unit == "tokens":
        return translate("SettingWords", "tokens")
    return setting.unit


def number(value: float) -> str:
    """A number as it is written in a field: no zeros at its end, no separators of thousands."""
    return _digits(value).replace(".", QLocale().decimalPoint())


def _told_number(value: float) -> str:
    """A number in a sentence."""
    _, _, decimals = _digits(value).partition(".")
    return wording.decimal(float(value), len(decimals))


def _digits(value: float) -> str:
    return f"{value:.{_MOST_DIGITS}f}".rstrip("0").rstrip(".")


def value_text(setting: Setting, value: Value) -> str:
    """A value as it is told beside a field."""
    if setting.kind is Kind.FLAG:
        return translate("SettingWords", "on") if value else translate("SettingWords", "off")
    if setting.kind is Kind.CHOICE:
        return choice_name(setting, str(value))
    if isinstance(value, str):
        if value:
            return value
        if setting.kind in (Kind.GENERATOR, Kind.EMBEDDER):
            return translate("SettingWords", "chosen by the program")
        return translate("SettingWords", "empty")
    if setting.key == "gate.budget":
        text = translate("SettingWords", "about {0} of 10 questions")
        return text.format(wording.count(round(10 * value)))
    return " ".join(filter(None, (_told_number(value), unit(setting))))


def default_text(setting: Setting) -> str:
    """What it is where nobody changed it."""
    text = translate("SettingWords", "Default: {0}")
    return text.format(value_text(setting, setting.default))


def takes_text(setting: Setting) -> str:
    """When a change takes effect, "" for at once."""
    if setting.takes is Takes.ENGINE:
        return translate("SettingWords", "after a restart of the engine")
    if setting.takes is Takes.EMBEDDING:
        return translate("SettingWords", "after a restart of the engine; embeds every passage anew")
    return ""


def bounds_text(setting: Setting) -> str:
    """Why a number does not fit."""
    text = translate("SettingWords", "Choose a value from {0} to {1}.")
    return text.format(_told_number(setting.low or 0), _told_number(setting.high or 0))


def too_long(longest: int, length: int) -> str:
    """Why a text does not fit."""
    text = translate("SettingWords", "Too long: {0} characters of at most {1}.")
    return text.format(wording.count(length), wording.count(longest))


def not_a_number(setting: Setting) -> str:
    """Why a text does not fit where a number is asked."""
    if setting.kind is Kind.WHOLE:
        return translate("SettingWords", "This takes a whole number.")
    return translate("SettingWords", "This takes a number.")


def search_text(setting: Setting) -> str:
    """Everything that a setting can be found by, in lower case."""
    names = (choice_name(setting, choice) for choice in setting.choices)
    parts = (label(setting), description(setting), setting.key, *names, page_name(setting.page))
    return " ".join(parts).casefold()


def choice_help(setting: Setting, choice: str) -> str:
    """What one choice means, "" where its name says it."""
    if setting.key == "gate.signal":
        return gate_words.signal_explanation(GateSignal(choice))
    return ""
