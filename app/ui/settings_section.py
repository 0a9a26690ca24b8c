"""One page of the settings: its fields, the rarer ones behind a button, and what it adds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.core.settings import TABLE
from app.ui import setting_words
from app.ui.controls import make_label, make_link
from app.ui.look import Look
from app.ui.setting_field import SettingField
from app.ui.settings_store import SettingsStore


class SettingsSection(QWidget):
    """The settings of one page. A search shows of it what it finds, or nothing."""

    def __init__(self, page: str, store: SettingsStore, look: Look) -> None:
        super().__init__()
        self.page = page
        self.title = make_label(setting_words.page_name(page), "noteTitle", wrap=True)
        self.fields = tuple(
            SettingField(setting, store, look) for setting in TABLE if setting.page == page
        )
        self.more = make_link("")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _on: self._show_usual())
        self._extras: list[QWidget] = []
        self._rules: dict[SettingField, QFrame] = {}
        self._words: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 18)
        self._column.setSpacing(10)
        self._column.addWidget(self.title)
        usual = [field for field in self.fields if not field.setting.advanced]
        rare = [field for field in self.fields if field.setting.advanced]
        self._add_fields(usual)
        self._column.addWidget(self.more)
        self._add_fields(rare)
        self._rare = len(rare)
        self._show_usual()

    def add(self, widget: QWidget) -> None:
        """Show `widget` at the end of the usual settings."""
        self._extras.append(widget)
        self._column.insertWidget(self._column.indexOf(self.more), widget)

    def show_found(self, words: Sequence[str]) -> int:
        """Show what has all of `words` (in lower case), all of the page if none; return how many
        settings are shown."""
        self._words = tuple(words)
        if not words:
            self._show_usual()
            return len(self.fields)
        found = 0
        for field in self.fields:
            text = setting_words.search_text(field.setting)
            hit = all(word in text for word in words)
            self._show(field, shown=hit)
            found += hit
        in_title = all(word in self.title.text().casefold() for word in words)
        for extra in self._extras:
            extra.setVisible(in_title)
        self.more.hide()
        self.setVisible(found > 0 or (in_title and bool(self._extras)))
        return found

    # ------------------------------------------------------------------------------ inside

    def _add_fields(self, fields: Sequence[SettingField]) -> None:
        for field in fields:
            rule = QFrame()
            rule.setObjectName("rule")
            rule.setFixedHeight(1)
            self._rules[field] = rule
            self._column.addWidget(rule)
            self._column.addWidget(field)

    def _show(self, field: SettingField, *, shown: bool) -> None:
        field.setVisible(shown)
        self._rules[field].setVisible(shown)

    def _show_usual(self) -> None:
        if self._words:
            return
        for field in self.fields:
            self._show(field, shown=not field.setting.advanced or self.more.isChecked())
        for extra in self._extras:
            extra.show()
        text = self.tr("Show %n more setting(s)", "", self._rare)
        self.more.setText(self.tr("Show fewer") if self.more.isChecked() else text)
        self.more.setVisible(self._rare > 0)
