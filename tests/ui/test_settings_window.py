"""Every setting has a field that round-trips; what fits is in force, what does not is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, QRect, Qt, QTranslator
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.core.model_facts import ModelFacts, ModelSpeed
from app.core.setting import Kind, Page, Setting, Takes, Value
from app.core.settings import TABLE, Settings, load_settings
from app.core.types import AnswerStyle, GateMode, GateSignal, LibraryTotals
from app.engine.protocol import (
    PROTOCOL_VERSION,
    Ask,
    EmbedderPrepared,
    JobCancelled,
    JobDone,
    ListModels,
    ModelState,
    Ready,
)
from app.ui import setting_words
from app.ui.command_palette import CommandPalette
from app.ui.gate_values import GateChoice
from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.model_manager import ModelManager
from app.ui.setting_editors import (
    ChoiceEditor,
    FlagEditor,
    ModelEditor,
    NumberEditor,
    ShareEditor,
)
from app.ui.setting_field import SettingField
from app.ui.setting_text_editors import ParagraphEditor, TextEditor
from app.ui.settings_controller import SettingsController
from app.ui.settings_store import SettingsStore
from app.ui.settings_window import SettingsWindow
from app.ui.settings_wiring import SettingsWiring
from app.ui.theme import DARK
from tests.ui.gallery_settings import MODELS
from tests.ui.looking import cut_texts
from tests.ui.model_facts import MACHINE, FakeDesk, model
from tests.ui.scripted import SOME, FakeEngine
from tests.ui.test_language import Stretched


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(Settings(), tmp_path / "settings.json")


@pytest.fixture
def desk() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
def control(
    window: MainWindow,
    engine: FakeEngine,
    look: Look,
    store: SettingsStore,
    desk: FakeDesk,
    qapp: QApplication,
) -> Iterator[SettingsController]:
    """The settings of a window that is connected with them."""
    engine.become_ready(SOME)
    font = QFont(qapp.font())
    control = SettingsController(
        engine, window, store, look, ModelManager(look, desk, FakeDesk(), window)
    )
    SettingsWiring(control, store, look, window)
    yield control
    look.set_motion("full")
    look.set_text_size(100)
    look.set_theme("light")
    qapp.setFont(font)


@pytest.fixture
def bare(
    qtbot: QtBot, look: Look, store: SettingsStore, qapp: QApplication
) -> Iterator[SettingsWindow]:
    """The settings alone."""
    font = QFont(qapp.font())
    parent = QWidget()
    qtbot.addWidget(parent)
    window = SettingsWindow(parent, store, look, (("Library", Path("library")),))
    window.show()
    window.show_models(MODELS, MACHINE)
    yield window
    qapp.setFont(font)


@pytest.fixture
def settings(control: SettingsController) -> SettingsWindow:
    control.show_window()
    assert control.window is not None
    control.window.show_models(MODELS, MACHINE)
    return control.window


def other_value(setting: Setting) -> Value:
    """A value that fits and is not the default."""
    if setting.kind is Kind.GENERATOR:
        return "qwen3-4b-q4_k_m"
    if setting.kind is Kind.EMBEDDER:
        return "all-minilm-l6-v2"
    if setting.choices:
        return next(each for each in setting.choices if each != setting.default)
    if isinstance(setting.default, bool):
        return not setting.default
    if isinstance(setting.default, str):
        return "generator"
    low = setting.low if setting.low is not None else 0
    value = setting.high if setting.default == low else low
    assert value is not None
    return type(setting.default)(value)


def enter(field: SettingField, value: Value) -> None:
    """As a person does it."""
    editor = field.editor
    if isinstance(editor, FlagEditor):
        editor.box.click()
    elif isinstance(editor, (ChoiceEditor, ModelEditor)):
        editor.box.setCurrentIndex(editor.box.findData(value))
    elif isinstance(editor, NumberEditor):
        editor.line.selectAll()
        QTest.keyClicks(editor.line, setting_words.number(float(value)))
    elif isinstance(editor, ShareEditor):
        setting = field.setting
        editor.slider.setValue(round((float(value) - (setting.low or 0)) / setting.step))
    elif isinstance(editor, ParagraphEditor):
        editor.text.setPlainText(str(value))
        editor.text.left.emit()
    else:
        assert isinstance(editor, TextEditor)
        editor.line.setText(str(value))
        editor.line.editingFinished.emit()


def test_every_setting_has_a_field_that_round_trips(
    bare: SettingsWindow, store: SettingsStore, tmp_path: Path
) -> None:
    told: list[tuple[str, Value]] = []
    bare.embedder_wanted.connect(lambda key, value: told.append((key, value)))
    assert set(bare.fields) == {setting.key for setting in TABLE}
    for setting in TABLE:
        field, value = bare.fields[setting.key], other_value(setting)
        assert field.editor.target.accessibleName(), setting.key
        assert not field.reset.isVisibleTo(field), setting.key
        enter(field, value)
        if setting.takes is Takes.EMBEDDING:  # asked about first
            assert store.is_default(setting.key)
            assert told.pop() == (setting.key, value)
            store.set(setting.key, value)
        assert store.value(setting.key) == value
        assert type(store.value(setting.key)) is type(setting.default)
        stored = load_settings(tmp_path / "settings.json")
        assert stored.as_dict() == {setting.key: value}
        shown: list[Value] = []
        field.editor.edited.connect(shown.append)
        field.show_stored()
        assert not shown, setting.key  # a field that shows a value does not tell of it
        assert field.reset.isVisibleTo(field), setting.key
        field.reset.click()
        if setting.takes is Takes.EMBEDDING:
            assert told.pop() == (setting.key, setting.default)
            store.reset(setting.key)
        assert not field.reset.isVisibleTo(field), setting.key
        assert load_settings(tmp_path / "settings.json").as_dict() == {}


def test_a_number_outside_of_its_bounds_is_said_in_place(
    bare: SettingsWindow, store: SettingsStore
) -> None:
    for setting in TABLE:
        if setting.kind not in (Kind.WHOLE, Kind.NUMBER):
            continue
        field = bare.fields[setting.key]
        assert isinstance(field.editor, NumberEditor)
        assert setting.low is not None
        assert setting.high is not None
        write = field.editor.line
        for text in (setting_words.number(setting.low - 1), setting_words.number(setting.high + 1)):
            write.clear()
            QTest.keyClicks(write, text)
            assert "Choose a value from" in field.error.text(), setting.key
            assert field.error.text() in write.accessibleDescription()
        write.clear()
        QTest.keyClicks(write, "x")
        assert "number" in field.error.text()
        assert field.error.isVisibleTo(field)
        store.reset(setting.key)
        write.clear()
        QTest.keyClicks(write, setting_words.number(float(setting.default)))
        assert not field.error.isVisibleTo(field)
        assert store.value(setting.key) == setting.default


def test_a_text_that_is_too_long_is_said_and_not_kept(
    bare: SettingsWindow, store: SettingsStore
) -> None:
    field = bare.fields["answer.instructions"]
    enter(field, "x" * 401)
    assert field.error.text() == "Too long: 401 characters of at most 400."
    assert store.is_default("answer.instructions")
    enter(field, "  Write to a child.\n")
    assert store.value("answer.instructions") == "Write to a child."
    assert not field.error.isVisibleTo(field)


def test_arrow_keys_step_a_number_within_its_bounds(
    bare: SettingsWindow, store: SettingsStore
) -> None:
    field = bare.fields["answer.passages"]
    assert isinstance(field.editor, NumberEditor)
    for _ in range(30):
        QTest.keyClick(field.editor.line, Qt.Key.Key_Up)
    assert store.value("answer.passages") == 20
    QTest.keyClick(field.editor.line, Qt.Key.Key_Down)
    assert store.value("answer.passages") == 19


@pytest.mark.parametrize("setting", TABLE, ids=lambda setting: setting.key)
def test_a_setting_is_fit_for_a_form(setting: Setting) -> None:
    assert setting.label
    assert setting.description.endswith(".")
    assert len(setting.choice_labels) == len(setting.choices)
    if setting.kind in (Kind.WHOLE, Kind.NUMBER, Kind.SHARE):
        assert setting.low is not None
        assert setting.high is not None
    assert setting_words.default_text(setting)


def test_what_holds_at_once_holds_at_once(
    settings: SettingsWindow, window: MainWindow, look: Look, engine: FakeEngine
) -> None:
    enter(settings.fields["ui.theme"], "dark")
    assert look.colours is DARK
    before = look.scale.body
    enter(settings.fields["ui.text_size"], 200)
    assert look.scale.body == pytest.approx(2 * before)
    assert window.font().pointSizeF() == pytest.approx(2 * before)
    enter(settings.fields["gate.mode"], "never")
    assert window.chat.box.current_mode() is GateMode.NEVER
    enter(settings.fields["gate.signal"], "margin")
    enter(settings.fields["gate.budget"], 0.7)
    assert window.gate_control.choice == GateChoice(GateSignal.MARGIN, 0.7)
    assert window.chat_control.signal is GateSignal.MARGIN
    enter(settings.fields["ui.answer_style"], "quote")
    assert window.chat.box.style_box.currentData() == AnswerStyle.QUOTE.value
    assert not settings.bar.isVisible()
    assert engine.reloads == 0


def test_conversations_are_kept_only_where_that_is_wanted(
    settings: SettingsWindow, window: MainWindow, engine: FakeEngine
) -> None:
    enter(settings.fields["ui.keep_talks"], False)
    assert not window.talks.off.isHidden()
    window.chat_control.ask("How long?", GateMode.NEVER)
    assert engine.last(Ask).talk == ""
    window.chat.clear()
    enter(settings.fields["ui.keep_talks"], True)
    assert window.talks.off.isHidden()
    window.chat_control.ask("How long?", GateMode.NEVER)
    assert engine.last(Ask).talk == window.chat_control.talk


def test_what_is_chosen_elsewhere_is_shown(settings: SettingsWindow, window: MainWindow) -> None:
    window.theme_chosen.emit("dark")
    editor = settings.fields["ui.theme"].editor
    assert isinstance(editor, ChoiceEditor)
    assert editor.box.currentData() == "dark"
    window.gate_control.show_dialog()
    dialog = window.gate_control.dialog
    assert dialog is not None
    dialog.slider.setValue(8)
    budget = settings.fields["gate.budget"].editor
    assert isinstance(budget, ShareEditor)
    assert budget.text.text() == "about 8 of 10 questions"
    budget.slider.setValue(2)
    assert dialog.slider.value() == 2


def test_the_engine_is_restarted_where_it_has_to_be(
    settings: SettingsWindow, engine: FakeEngine
) -> None:
    enter(settings.fields["models.threads"], 3)
    assert settings.bar.isVisible()
    assert "Threads" in settings.bar.text.text()
    assert "restart" in settings.fields["models.threads"].state.text()
    settings.bar.button.click()
    assert engine.reloads == 1
    assert not settings.bar.isVisible()
    enter(settings.fields["models.threads"], 4)
    enter(settings.fields["models.threads"], 3)  # as the engine knows it
    assert not settings.bar.isVisible()


def with_minilm(*, per_s: float) -> ModelFacts:
    return model(
        "all-minilm-l6-v2", role="embedder", path="/m/mini", speed=ModelSpeed(passages_per_s=per_s)
    )


def test_another_embedder_is_explained_first(
    settings: SettingsWindow, control: SettingsController, store: SettingsStore, desk: FakeDesk
) -> None:
    control.take_totals(LibraryTotals(10, 10, 900, 36_000))
    desk.list(with_minilm(per_s=20.0))
    field = settings.fields["models.embedder"]
    enter(field, "all-minilm-l6-v2")
    assert control.question is not None
    told = control.question.informativeText()
    assert "36,000" in told
    assert "30 minutes" in told
    assert "goes on finding" in told
    control.question.reject()
    assert store.is_default("models.embedder")
    assert isinstance(field.editor, ModelEditor)
    assert field.editor.box.currentData() == ""


def test_the_embedder_that_answers_needs_no_new_vectors(
    settings: SettingsWindow,
    control: SettingsController,
    engine: FakeEngine,
    store: SettingsStore,
    desk: FakeDesk,
) -> None:
    engine.say(Ready(PROTOCOL_VERSION, "0", "library", "model", "e5", LibraryTotals(1, 1, 9, 36)))
    desk.list(model("e5", role="embedder", path="/m/e5", default=True), with_minilm(per_s=20.0))
    field = settings.fields["models.embedder"]
    enter(field, "e5")  # what the program chooses anyway
    assert control.question is None
    assert store.value("models.embedder") == "e5"
    enter(field, "all-minilm-l6-v2")
    assert control.question is not None
    control.question.buttons()[0].click()
    enter(field, "")  # while the other one is prepared
    assert control.question is not None
    told = control.question.informativeText()
    assert "nothing has to be made anew" in told
    assert "36" not in told


def test_the_new_embedder_takes_over_when_it_is_ready_and_nothing_is_done(
    settings: SettingsWindow,
    control: SettingsController,
    window: MainWindow,
    engine: FakeEngine,
    store: SettingsStore,
) -> None:
    enter(settings.fields["models.embedder"], "all-minilm-l6-v2")
    assert control.question is not None
    control.question.buttons()[0].click()
    assert store.value("models.embedder") == "all-minilm-l6-v2"
    assert engine.reloads == 1  # with the old one; the new one is prepared
    engine.become_ready(SOME)
    engine.say(EmbedderPrepared("all-minilm-l6-v2", 300, 1200))
    engine.say(ModelState("generator", "coder", "ready", ""))
    assert window.status.text.endswith("search model all-minilm-l6-v2: 25 % prepared")
    for job in engine.running:
        engine.say(JobDone(job))
    window.chat_control.ask("Anything?", GateMode.AUTO)
    engine.say(EmbedderPrepared("all-minilm-l6-v2", 1200, 1200, ready=True))
    assert engine.reloads == 1  # a question is being answered
    engine.say(JobCancelled(engine.last(Ask).job))
    assert engine.reloads == 2


def test_an_embedder_that_cannot_be_prepared_is_said(
    window: MainWindow, engine: FakeEngine
) -> None:
    engine.become_ready(SOME)
    engine.say(EmbedderPrepared("mini", 0, 0, trouble="The model is broken."))
    assert window.banner.message.startswith("The search model mini cannot be prepared")
    assert window.banner.explanation == "The model is broken."


def test_an_empty_library_has_nothing_to_embed(control: SettingsController) -> None:
    control.take_totals(LibraryTotals(0, 0, 0, 0))
    (told,) = control.consequences("all-minilm-l6-v2")
    assert "nothing" in told


def test_models_are_told_with_what_they_need(control: SettingsController, desk: FakeDesk) -> None:
    control.show_window(Page.MODELS)
    assert control.window is not None
    big = model("big", title="Big", path="/m/big.gguf", need_bytes=9 << 30)
    small = model("small", title="Small", path="/m/small.gguf", need_bytes=1 << 30, used=True)
    away = model("away", title="Away")
    desk.list(big, small, away)
    assert "8.0 GB" in control.window.machine.text()
    field = control.window.fields["models.generator"]
    assert "Small. Needs 1.0 GB" in field.note.text()
    assert isinstance(field.editor, ModelEditor)
    assert field.editor.box.findData("away") < 0  # it has to be fetched first
    before = len(desk.all(ListModels))
    enter(field, "big")
    assert "more than this computer has" in field.note.text()
    assert len(desk.all(ListModels)) == before + 1  # another one is in use now


def test_a_model_of_the_list_is_used_at_once(
    control: SettingsController, store: SettingsStore, engine: FakeEngine
) -> None:
    control.take_totals(LibraryTotals(10, 10, 900, 36_000))
    control.choose_model("models.generator", "big")
    assert store.value("models.generator") == "big"
    assert engine.reloads == 1
    control.choose_model("models.embedder", "all-minilm-l6-v2")
    assert store.is_default("models.embedder")  # asked about first
    assert control.question is not None
    control.question.reject()
    assert engine.reloads == 1


def test_a_search_finds_settings_on_every_page(bare: SettingsWindow) -> None:
    bare.search.setText("memory")
    keys = {field.setting.key for field in bare.visible_fields()}
    assert {"read.memory", "models.context"} <= keys
    assert "ui.theme" not in keys
    bare.search.setText("no such thing")
    assert bare.visible_fields() == ()
    assert "no such thing" in bare.nothing.text()
    QTest.keyClick(bare.search, Qt.Key.Key_Escape)
    assert bare.isVisible()
    keys = {field.setting.key for field in bare.visible_fields()}
    assert keys == {each.key for each in TABLE if each.page is Page.GENERAL and not each.advanced}
    QTest.keyClick(bare.search, Qt.Key.Key_Escape)
    assert not bare.isVisible()


def test_rare_settings_stand_behind_a_button(bare: SettingsWindow) -> None:
    bare.show_page(Page.GATE)
    rare = bare.fields["gate.samples"]
    assert not rare.isVisible()
    section = next(each for each in bare.sections if each.page == Page.GATE)
    assert section.more.text() == "Show 4 more settings"
    section.more.click()
    assert rare.isVisible()


def test_pages_are_turned_by_keys(bare: SettingsWindow, qtbot: QtBot) -> None:
    with qtbot.waitExposed(bare):
        bare.show()
    bare.activateWindow()
    bare.pages.setFocus()
    QTest.keyClick(bare.pages, Qt.Key.Key_Down)
    assert bare.sections[1].isVisible()
    assert not bare.sections[0].isVisible()


def test_privacy_says_what_is_kept_and_erases(
    settings: SettingsWindow, control: SettingsController, qtbot: QtBot
) -> None:
    settings.show_page(setting_words.PRIVACY)
    section = settings.sections[-1]
    buttons = {each.text(): each for each in section.findChildren(QAbstractButton)}
    with qtbot.waitSignal(control.reveal_wanted):
        buttons["Show the folder"].click()
    control.erasure_wanted.disconnect()
    with qtbot.waitSignal(control.erasure_wanted):
        buttons["Erase the library…"].click()


def test_a_full_disk_is_said(
    bare: SettingsWindow, store: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.ui.settings_store.save_settings", fail)
    enter(bare.fields["answer.passages"], 9)
    assert store.value("answer.passages") == 9
    assert "No space left" in bare.trouble.text()


def test_what_was_written_by_hand_meanwhile_stays(store: SettingsStore, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"answer.passages": 9, "of.the.future": [1]}), "utf-8")
    store.set("models.threads", 2)
    assert store.value("answer.passages") == 9
    stored = json.loads(path.read_text("utf-8"))
    assert stored == {"answer.passages": 9, "of.the.future": [1], "models.threads": 2}


def test_everything_that_takes_keys_has_a_name(bare: SettingsWindow) -> None:
    kinds = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit)
    nameless = [
        widget
        for widget in bare.findChildren(QWidget)
        if isinstance(widget, kinds)
        and widget.focusPolicy() is not Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not widget.accessibleName()
        and not (isinstance(widget, QAbstractButton) and widget.text())
    ]
    assert nameless == []


@pytest.mark.parametrize("stretched", [False, True], ids=["plain", "stretched"])
@pytest.mark.parametrize("percent", [80, 200])
def test_nothing_is_cut(
    percent: int, stretched: bool, look: Look, store: SettingsStore, qapp: QApplication
) -> None:
    translator: QTranslator = Stretched(qapp)
    font = QFont(qapp.font())
    if stretched:
        qapp.installTranslator(translator)
    parent = QWidget()
    try:
        look.set_text_size(percent)
        window = SettingsWindow(parent, store, look, (("Library", Path("library")),))
        window.show()
        window.show_models(MODELS, MACHINE)
        store.set("models.threads", 3)
        for section in window.sections:
            section.more.setChecked(True)
        for page in setting_words.PAGES:
            window.show_page(page)
            for _ in range(4):
                qapp.processEvents()
            assert cut_texts(window) == [], page
    finally:
        qapp.removeTranslator(translator)
        parent.deleteLater()
        qapp.setFont(font)


# ------------------------------------------------------------------------- from the palette


@pytest.mark.parametrize(
    "key", ["ui.text_size", max(each.key for each in TABLE if each.advanced), TABLE[-1].key]
)
def test_the_palette_opens_them_at_the_one_that_was_named(
    control: SettingsController, window: MainWindow, qtbot: QtBot, key: str
) -> None:
    setting = next(each for each in TABLE if each.key == key)
    window.palette_control.open()
    (palette,) = window.findChildren(CommandPalette)
    QTest.keyClicks(palette.edit, setting_words.label(setting))
    rows = range(palette.model.rowCount())
    row = next(
        each
        for each in rows
        if (choice := palette.model.choice(each)) is not None
        and choice.detail == setting_words.page_name(setting.page.value)
    )
    palette.view.clicked.emit(palette.model.index(row, 0))
    settings = control.window
    assert settings is not None
    field = settings.fields[key]
    assert field.isVisible()
    qtbot.waitUntil(field.editor.target.hasFocus)
    top = field.mapTo(settings.area.viewport(), field.rect().topLeft()).y()
    assert 0 <= top < settings.area.viewport().height() - 10


@pytest.mark.parametrize("width", [560, 780, 1100])
@pytest.mark.parametrize("language", ["en", "it"])
def test_nothing_moves_when_the_models_are_known(
    control: SettingsController, qapp: QApplication, width: int, language: str
) -> None:
    translators = install_language(qapp, language)
    try:
        control.show_window(Page.MODELS)
        window = control.window
        assert window is not None
        window.resize(width, 700)

        def places() -> list[QRect]:
            QApplication.processEvents()
            below = [each.editor for each in window.visible_fields()]
            texts = [each.state for each in window.visible_fields()]
            shown = (*below, *texts, *window.findChildren(QPushButton))
            return [QRect(each.mapTo(window, QPoint()), each.size()) for each in shown]

        before = places()
        window.show_models(MODELS, MACHINE)
        assert places() == before
        assert all(
            each.note.text()
            for each in window.visible_fields()
            if isinstance(each.editor, ModelEditor)
        )
    finally:
        for each in translators:
            qapp.removeTranslator(each)
        QLocale.setDefault(QLocale("en"))
