"""The settings table fits its own types, and a bad file never stops the program."""

from __future__ import annotations

import json
import logging
import stat
from pathlib import Path

import pytest

from app.core.errors import UserError
from app.core.settings import (
    TABLE,
    Setting,
    Settings,
    find_setting,
    load_settings,
    save_settings,
    settings_file,
)


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_default_fits_its_own_setting(setting: Setting) -> None:
    assert setting.check(setting.default) == setting.default
    assert setting.description.endswith(".")


def test_keys_are_unique() -> None:
    assert len({setting.key for setting in TABLE}) == len(TABLE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("models.context", 100),
        ("models.context", "4096"),
        ("models.context", True),
        ("gate.mode", "sometimes"),
        ("search.dense_weight", 1.5),
        ("search.dense_weight", float("nan")),
        ("read.timeout", float("inf")),
        ("read.timeout", 10**400),  # fits into no float
    ],
)
def test_a_value_that_does_not_fit_is_refused(key: str, value: object) -> None:
    with pytest.raises(UserError):
        Settings().with_value(key, value)


def test_an_unknown_key_suggests_the_nearest() -> None:
    with pytest.raises(UserError, match=r"gate\.mode"):
        find_setting("gate.mod")


def test_a_whole_number_serves_where_a_fraction_is_asked() -> None:
    assert Settings({"search.dense_weight": 1}).number("search.dense_weight") == 1.0


def test_settings_come_back_from_their_file_which_is_private(home: Path) -> None:
    save_settings(Settings({"gate.mode": "never", "models.threads": 3}))
    assert home in settings_file().parents
    assert stat.S_IMODE(settings_file().stat().st_mode) == 0o600
    assert stat.S_IMODE(settings_file().parent.stat().st_mode) == 0o700
    loaded = load_settings()
    assert loaded.text("gate.mode") == "never"
    assert loaded.integer("models.threads") == 3


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", '{"gate.mode": 3}', '{"no.such": 1}', "\0" * 300, "[" * 200_000),
        *('{"read.timeout": NaN}', '{"read.timeout": 1%s}' % ("0" * 400)),
    ],
)
def test_a_broken_file_means_defaults(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text)
    with caplog.at_level(logging.WARNING):
        assert load_settings(path).as_dict() == {}


def test_one_bad_value_costs_only_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"gate.mode": "maybe", "answer.passages": 7}))
    with caplog.at_level(logging.WARNING):
        settings = load_settings(path)
    assert settings.as_dict() == {"answer.passages": 7}


def test_what_is_not_known_or_does_not_fit_stays_in_the_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "settings.json"
    by_hand = {"gate.mode": "maybe", "of.the.future": {"a": [1]}, "answer.passages": 7}
    path.write_text(json.dumps(by_hand))
    with caplog.at_level(logging.WARNING):
        settings = load_settings(path)
    save_settings(settings.with_value("models.threads", 2), path)
    assert json.loads(path.read_text()) == {**by_hand, "models.threads": 2}
    save_settings(settings.with_value("gate.mode", "never").without("answer.passages"), path)
    assert json.loads(path.read_text()) == {"gate.mode": "never", "of.the.future": {"a": [1]}}


def test_a_file_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"gate.mode": "never",}')
    save_settings(Settings({"answer.passages": 7}), path)
    assert json.loads(path.read_text()) == {"answer.passages": 7}
    assert path.with_name("settings.json.unreadable").read_text() == '{"gate.mode": "never",}'


def test_a_text_may_not_be_longer_than_its_setting_says() -> None:
    setting = find_setting("answer.refusal")
    assert setting.longest is not None
    assert setting.check("x" * setting.longest)
    with pytest.raises(UserError, match="too long") as told:
        setting.check("x" * (setting.longest + 1))
    assert str(setting.longest) in told.value.next_step
