"""Settings are found in the command palette by their names."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.core.setting import Setting
from app.core.settings import TABLE
from app.ui import setting_words
from app.ui.language import install_language
from app.ui.palette_match import fold
from app.ui.setting_source import SettingSource


@pytest.mark.parametrize("setting", TABLE, ids=lambda each: each.key)
def test_every_setting_is_found_first_by_its_name(setting: Setting) -> None:
    shown: list[str] = []
    name = setting_words.label(setting)
    first = SettingSource(shown.append).find(fold(name), 12)[0]
    assert (first.text, first.detail) == (name, setting_words.page_name(setting.page.value))
    first.run()
    assert shown == [setting.key]


def test_in_italian_by_its_italian_name(qapp: QApplication) -> None:
    translators = install_language(qapp, "it")
    try:
        source = SettingSource(lambda _key: None)
        assert "Lingua" in [each.text for each in source.find("lingua", 12)]
        assert source.find("language", 12) == []
    finally:
        for each in translators:
            qapp.removeTranslator(each)


def test_nothing_typed_offers_none() -> None:
    assert SettingSource(lambda _key: None).find("", 12) == ()
