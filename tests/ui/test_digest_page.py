"""Digests in the window: choosing documents, following, stopping, going on, reading, saving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt, QTranslator
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from app.core.types import (
    CheckedSentence,
    Digest,
    DigestPoint,
    DigestTask,
    Doubt,
    DoubtFound,
    FileState,
    Support,
)
from app.engine.protocol import (
    Cancel,
    DigestDone,
    DigestProgress,
    JobCancelled,
    JobFailed,
    MakeDigest,
    ReadDocumentText,
    RemovePaths,
    RetryFiles,
)
from app.ui.digest_drawing import Chip, content_area, lay_out_point
from app.ui.digest_model import DigestModel
from app.ui.digest_page import DigestPage
from app.ui.digest_values import DocumentRow, PointRow, RowBuilder, SummaryRow, rows_of
from app.ui.language import install_language
from app.ui.look import Look
from app.ui.main_window import MainWindow
from app.ui.search_drawing import Fonts
from tests.ui.looking import cut_texts
from tests.ui.scripted import SOME, FakeEngine, cite, file_record, files_changed, found
from tests.ui.test_language import Stretched

ROOT = "/home/anna/Documents"


def point(
    n: int, text: str = "", document_id: int = 1, *doubts: DoubtFound, more: tuple[int, ...] = ()
) -> DigestPoint:
    """A point whose sources are `n` and `more`."""
    citations = tuple(
        cite(
            number,
            found(
                number, document_id=document_id, document=f"Doc {document_id}", page_index=number
            ),
        )
        for number in (n, *more)
    )
    text = text or f"Point {n}."
    support = Support.UNSUPPORTED if doubts else Support.SUPPORTED
    checks = (CheckedSentence(0, len(text), support, doubts, (n,)),)
    return DigestPoint(text, citations, checks)


def done(
    job: int,
    *points: DigestPoint,
    summary: str = "",
    documents: tuple[str, ...] = ("Doc 1",),
    task: DigestTask = DigestTask.LIST,
) -> DigestDone:
    """The end of a digest."""
    return DigestDone(job, Digest(task, "", documents, summary, points, 40, 0, 900.0, "model"))


def select(window: MainWindow, *paths: str) -> None:
    """Select files or folders of the library."""
    tree = window.library.tree
    tree.expandAll()
    tree.select_nodes([node for node in tree.rows.nodes if node.path in paths])


@pytest.fixture
def page(window: MainWindow, engine: FakeEngine) -> DigestPage:
    """The digest page of a window over three documents, and a file that holds none."""
    engine.become_ready(SOME)
    engine.say(
        files_changed(
            file_record(1, f"{ROOT}/a.pdf", document_id=11, passages=40),
            file_record(2, f"{ROOT}/sub/b.pdf", document_id=12, passages=2),
            file_record(3, f"{ROOT}/sub/copy of a.pdf", document_id=11, passages=40),
            file_record(4, f"{ROOT}/scan.pdf", FileState.NO_TEXT),
        )
    )
    return window.digest


def begin(window: MainWindow, engine: FakeEngine, *paths: str) -> int:
    """List deadlines of these files; the number of the job."""
    select(window, *(paths or (f"{ROOT}/a.pdf",)))
    window.library.selection.list_all.click()
    window.digest.form.start.click()
    return engine.last(MakeDigest).job


# --------------------------------------------------------------------------------- choosing


def test_what_is_selected_is_offered_to_be_read(window: MainWindow, page: DigestPage) -> None:
    assert window.library.selection.text == ""
    select(window, f"{ROOT}/sub", f"{ROOT}/scan.pdf")
    assert window.library.selection.text == "2 documents selected · 42 passages"
    window.library.selection.summarise.click()
    assert window.work.switch.currentIndex() == 2
    assert page.form.isVisible()
    assert page.form.names == ("b.pdf", "copy of a.pdf")
    select(window)
    assert window.library.selection.text == ""
    assert page.note.isVisible()


@pytest.mark.usefixtures("page")
def test_a_copy_of_a_document_is_read_once(window: MainWindow, engine: FakeEngine) -> None:
    begin(window, engine, ROOT)
    assert engine.last(MakeDigest).document_ids == (12, 11)


@pytest.mark.usefixtures("page")
def test_a_file_that_is_read_while_it_is_selected_can_be_chosen(
    window: MainWindow, engine: FakeEngine, qtbot: QtBot
) -> None:
    select(window, f"{ROOT}/scan.pdf")
    assert window.library.selection.text == ""
    engine.say(files_changed(file_record(4, f"{ROOT}/scan.pdf", document_id=14, passages=3)))
    qtbot.waitUntil(lambda: window.library.selection.text == "1 document selected · 3 passages")


def test_the_menu_is_about_all_that_is_selected(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    select(window, f"{ROOT}/a.pdf", f"{ROOT}/sub", f"{ROOT}/sub/b.pdf")
    index = window.library.tree.selectionModel().selectedRows()[0]
    entries = {each.text(): each for each in window.library.make_menu(index).actions()}
    assert "Show in its folder" not in entries
    entries["Read again"].trigger()
    assert sorted(engine.last(RetryFiles).file_ids) == [1, 2, 3]
    entries["List everything of a kind…"].trigger()
    assert page.form.isVisible()
    assert page.form.task.current == 1
    entries["Set aside: do not read"].trigger()
    assert window.library.undo_note.text == "“sub” and 1 more were set aside."
    window.removal.finish()
    assert sorted(engine.last(RemovePaths).paths) == [f"{ROOT}/a.pdf", f"{ROOT}/sub"]


def test_a_file_without_text_offers_no_digest(window: MainWindow, page: DigestPage) -> None:
    select(window, f"{ROOT}/scan.pdf")
    index = window.library.tree.selectionModel().selectedRows()[0]
    texts = [each.text() for each in window.library.make_menu(index).actions()]
    assert "Summarise…" not in texts
    window.work.show_digest()
    assert page.note.title == "Nothing to read in what is selected"


def test_the_form_asks_for_what_is_chosen(
    window: MainWindow, page: DigestPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    select(window, f"{ROOT}/a.pdf")
    window.library.selection.list_all.click()
    own_words = next(each for each in page.form._kinds.buttons() if "words" in each.text())
    own_words.click()
    assert not page.form.start.isEnabled()
    qtbot.keyClicks(page.form.words, "  all   penalties ")
    page.form.language.setCurrentIndex(2)
    qtbot.keyClick(page.form.words, Qt.Key.Key_Return)
    wish = engine.last(MakeDigest)
    assert (wish.task, wish.instruction, wish.language) == (DigestTask.LIST, "all penalties", "it")
    assert page.result.title == "all penalties"


def test_a_summary_needs_no_words(window: MainWindow, page: DigestPage, engine: FakeEngine) -> None:
    select(window, f"{ROOT}/a.pdf")
    window.library.selection.summarise.click()
    page.form.start.click()
    wish = engine.last(MakeDigest)
    assert (wish.task, wish.instruction, wish.language) == (DigestTask.SUMMARY, "", "")
    assert page.result.title == "Summary"


# -------------------------------------------------------------------------------- following


def test_points_arrive_one_by_one_with_the_progress(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    job = begin(window, engine)
    assert page.result.strip.line == "Getting ready to read…"
    engine.say(DigestProgress(job, 10, 40, None, (point(1),)))
    engine.say(DigestProgress(job, 20, 40, 130.0, (point(2), point(3))))
    assert page.result.strip.line == "Read 20 of 40 passages · 3 points · about 2 minutes left"
    assert [each.text for each in page.result.list.digest.points] == [
        "Point 1.",
        "Point 2.",
        "Point 3.",
    ]
    assert window.work.switch.tabText(2) == "Digest 50 %"
    engine.say(done(job, point(1), point(3, "Point 2 and 3.")))
    assert page.result.strip.isHidden()
    assert window.work.switch.tabText(2) == "Digest"
    assert [each.text for each in page.result.list.digest.points] == ["Point 1.", "Point 2 and 3."]
    assert page.result.facts == "2 points · from 40 passages"


def test_nothing_found_is_said(window: MainWindow, page: DigestPage, engine: FakeEngine) -> None:
    engine.say(done(begin(window, engine)))
    assert page.result.nothing == "Nothing of this kind was found in 40 passages."
    assert not page.result.copy.isEnabled()


def test_stopping_keeps_what_was_found_and_the_same_goes_on(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    job = begin(window, engine)
    engine.say(DigestProgress(job, 10, 40, None, (point(1),)))
    page.result.strip.stop.click()
    assert engine.last(Cancel).job == job
    engine.say(DigestProgress(job, 11, 40, None, ()))  # it was on its way
    assert page.result.strip.line == "Stopping…"
    engine.say(JobCancelled(job))
    assert page.result.strip.notice == "Stopped. What was read is kept."
    first = engine.last(MakeDigest)
    page.result.strip.go_on.click()
    again = engine.last(MakeDigest)
    assert again.job != job
    assert (again.document_ids, again.instruction) == (first.document_ids, first.instruction)
    engine.say(DigestProgress(again.job, 20, 40, None, (point(1), point(2))))  # told once more
    assert [each.text for each in page.result.list.digest.points] == ["Point 1.", "Point 2."]
    assert page.result.strip.notice == ""


def test_a_digest_goes_on_by_itself_after_the_engines_death(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    job = begin(window, engine)
    engine.say(DigestProgress(job, 10, 40, None, (point(1),)))
    engine.die()
    assert page.result.strip.notice == "The engine is being started again."
    engine.become_ready(SOME)
    again = engine.last(MakeDigest)
    assert again.job != job
    engine.say(DigestProgress(again.job, 10, 40, None, (point(1),)))
    assert page.result.strip.notice == ""
    engine.die()  # without having got ahead: it would only die again
    assert page.result.strip.notice == "The engine stopped while working."
    engine.become_ready(SOME)
    assert engine.last(MakeDigest) == again
    page.result.strip.go_on.click()
    assert engine.last(MakeDigest).job > again.job


def test_a_digest_goes_on_with_an_engine_that_reads_other_settings(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    job = begin(window, engine)
    engine.reload()
    assert page.result.strip.notice == "The engine is being started again."
    engine.become_ready(SOME)
    assert engine.last(MakeDigest).job > job


def test_a_failure_says_why_and_offers_to_go_on(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    job = begin(window, engine)
    engine.say(JobFailed(job, "It cannot be used.", "It is damaged.", "Fetch it again."))
    assert page.result.strip.notice == "It cannot be used."
    assert page.result.strip.explanation == "It is damaged. Fetch it again."
    assert page.result.strip.go_on.isVisible()
    assert not window.digest_control.busy


def test_another_digest_stops_the_one_before(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    first = begin(window, engine)
    page.new_button.click()
    assert page.form.isVisible()
    page._back.click()
    assert page.result.isVisible()
    second = begin(window, engine, f"{ROOT}/sub/b.pdf")
    assert engine.last(Cancel).job == first
    engine.say(DigestProgress(first, 1, 2, None, (point(9, "Old."),)), JobCancelled(first))
    engine.say(DigestProgress(second, 1, 2, None, (point(1, "New."),)))
    assert [each.text for each in page.result.list.digest.points] == ["New."]
    assert window.digest_control.busy


# ---------------------------------------------------------------------------------- reading


def finished(window: MainWindow, engine: FakeEngine, *points: DigestPoint) -> None:
    engine.say(done(begin(window, engine), *points, summary="All in all [1], and <b>more</b> [7]."))


def test_a_source_opens_its_page_and_the_next_one_follows(
    window: MainWindow, page: DigestPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    finished(window, engine, point(1, more=(2,)), point(3))
    view = page.result.list
    view.setFocus()
    view.setCurrentIndex(view.digest.index(1))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert engine.last(ReadDocumentText).page_index == 2
    assert window.tabs.currentWidget() is window.document
    window.menus.next_citation.emit()
    assert engine.last(ReadDocumentText).page_index == 3


def test_a_click_on_a_source_opens_it(
    window: MainWindow, page: DigestPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    finished(window, engine, point(1, more=(2,)))
    view = page.result.list
    index = view.digest.index(1)
    layout = view._delegate.layout_of(index, view.font())
    assert layout is not None
    corner = content_area(view.visualRect(index)).topLeft()
    for chip, expected in ((1, 2), (0, 1)):
        place = corner + layout.chips[chip].area.center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert engine.last(ReadDocumentText).page_index == expected
        assert "La Camera dei deputati" in view.tip_at(place)


def test_a_citation_of_the_summary_opens_and_unknown_ones_are_no_links(
    window: MainWindow, page: DigestPage, engine: FakeEngine
) -> None:
    finished(window, engine, point(1))
    card = page.result.list.summary
    assert card is not None
    html = card.browser.toHtml()
    assert 'href="cite:1"' in html
    assert "cite:7" not in html
    assert "<b>more</b>" in card.browser.toPlainText()
    card.browser.citation_clicked.emit(1)
    assert engine.last(ReadDocumentText).page_index == 1


def test_a_doubted_point_says_why(window: MainWindow, page: DigestPage, engine: FakeEngine) -> None:
    finished(window, engine, point(1, "8 days.", 1, DoubtFound(Doubt.NUMBER, ("8",))), point(2))
    view = page.result.list
    doubted, plain = view.digest.index(1), view.digest.index(2)
    assert "8" in view.tip_at(view.visualRect(doubted).topLeft() + QPoint(40, 12))
    assert view.tip_at(view.visualRect(plain).topLeft() + QPoint(40, 12)) == ""
    spoken = doubted.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("8 days")
    assert "cited passages" in spoken


def test_a_person_who_reads_stays_at_the_same_point(
    window: MainWindow, page: DigestPage, engine: FakeEngine, qtbot: QtBot
) -> None:
    job = begin(window, engine)
    points = tuple(point(n) for n in range(1, 101))
    engine.say(DigestProgress(job, 10, 40, None, points))
    view = page.result.list
    bar = view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1000)
    bar.setValue(bar.maximum() // 2)
    middle = QPoint(view.viewport().width() // 2, 1)
    row = view.digest.row(view.indexAt(middle))
    engine.say(done(job, *points[5:], summary="All in all."))
    qtbot.waitUntil(lambda: view.digest.row(view.indexAt(middle)) == row)
    assert bar.value() > 0


def test_what_is_copied_and_saved_holds_everything(
    window: MainWindow, page: DigestPage, engine: FakeEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    finished(window, engine, point(1, "8 days.", 1, DoubtFound(Doubt.NUMBER, ("8",))))
    view = page.result.list
    view.setCurrentIndex(view.digest.index(1))
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    alone = QGuiApplication.clipboard().text()
    assert alone.startswith("8 days. [1] (not supported by the passages)\n\n[1] Doc 1 (")
    page.result.copy.click()
    copied = QGuiApplication.clipboard().text()
    for part in ("Deadlines", "a.pdf", "All in all [1]", "8 days. [1]", "[1] Doc 1 ("):
        assert part in copied
    page.result.save.click()
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    target = tmp_path / "digest.md"
    dialog.fileSelected.emit(str(target))
    qtbot.waitUntil(target.exists)
    written = target.read_text("utf-8")
    assert written.startswith("# Deadlines\n")
    for part in ("a.pdf", "All in all[^1]", "- 8 days.[^1] *(not supported by the passages)*"):
        assert part in written
    dialog.fileSelected.emit(str(tmp_path / "no" / "digest.md"))
    qtbot.waitUntil(lambda: window.banner.message == "The file could not be saved.")
    assert window.banner.explanation == "The folder is not there. Choose another one."
    dialog.close()


@pytest.mark.parametrize("scene", ["summary", "list", "reading", "failed", "done"])
@pytest.mark.parametrize(("language", "size"), [("it", (860, 520)), ("stretched", (1024, 700))])
def test_nothing_is_cut_in_a_small_window(
    scene: str,
    language: str,
    size: tuple[int, int],
    qapp: QApplication,
    make_window: Callable[[], MainWindow],
    engine: FakeEngine,
) -> None:
    translators: list[QTranslator] = [Stretched(qapp)]
    if language == "it":
        translators = install_language(qapp, "it")
    else:
        qapp.installTranslator(translators[0])
    try:
        window = make_window()
        window.resize(*size)
        engine.become_ready(SOME)
        name = "A lease with a very long name, signed, registered and copied (2).pdf"
        engine.say(
            files_changed(
                file_record(1, f"{ROOT}/{name}", document_id=11, passages=4000),
                file_record(4, f"{ROOT}/scan.pdf", FileState.NO_TEXT),
            )
        )
        select(window, ROOT)
        task = DigestTask.LIST if scene == "list" else DigestTask.SUMMARY
        window.show_digest(task)
        if scene not in ("summary", "list"):
            window.digest.form.start.click()
            job = engine.last(MakeDigest).job
            engine.say(DigestProgress(job, 10, 40, 7000.0, (point(1),)))
            if scene == "failed":
                engine.say(JobFailed(job, "What happened.", "Why. " * 20, "What next."))
            elif scene == "done":
                engine.say(done(job, point(1), summary="All in all."))
        for _ in range(10):
            qapp.processEvents()
        assert cut_texts(window) == []
    finally:
        for translator in translators:
            qapp.removeTranslator(translator)
        QLocale.setDefault(QLocale("en"))


# ------------------------------------------------------------------------------------ parts


def test_rows_name_the_document_where_there_are_several() -> None:
    builder = RowBuilder(several=True)
    first, second, third = point(1), point(2, document_id=2), point(3, document_id=2)
    rows = builder.add((first, second)) + builder.add((second, third))
    assert rows == [
        DocumentRow("Doc 1", first.citations[0].path),
        PointRow(first, 1),
        DocumentRow("Doc 2", second.citations[0].path),
        PointRow(second, 2),
        PointRow(third, 2),
    ]
    assert not PointRow(third, 2).names(third.citations[0])
    assert PointRow(third, 1).names(third.citations[0])
    assert RowBuilder(several=False).add((first,)) == [PointRow(first, None)]


def test_the_model_tells_of_what_it_adds(qtmodeltester: object) -> None:
    model = DigestModel()
    model.begin(several=True)
    qtmodeltester.check(model)  # type: ignore[attr-defined]  # pytest-qt's fixture has no type
    model.add((point(1), point(2, document_id=2)))
    assert model.rowCount() == 4
    model.show(done(1, point(1), summary="Text.").digest)
    assert [type(model.row(model.index(at))) for at in range(2)] == [SummaryRow, PointRow]
    assert model.row(model.index(2)) is None


def test_a_summary_that_is_nothing_but_the_points_is_not_shown_twice() -> None:
    points = (point(1, "The rent is due in May."), point(2, "Dogs stay on a lead"))
    summary = "The rent is due in May [1]. Dogs stay on a lead [2]."
    rows = rows_of(done(1, *points, summary=summary).digest)
    assert [type(each) for each in rows] == [PointRow, PointRow]
    more = rows_of(done(1, *points, summary=f"{summary} Nothing else.").digest)
    assert isinstance(more[0], SummaryRow)


def test_one_document_without_pages_is_not_named_below_every_point(look: Look) -> None:
    source = cite(1, found(1, page_index=None, page_label=None, document="Lease.md"))
    only = PointRow(DigestPoint("Rent is due in May.", (source,)), None)
    paged = PointRow(DigestPoint("Rent is due in May.", (cite(1, found(1)),)), None)
    fonts = Fonts(QFont(), look)

    def chip(row: PointRow) -> Chip:
        (only_one,) = lay_out_point(row, fonts, QFont(), 400).chips
        return only_one

    assert (chip(only).name, chip(only).page) == ("", "")
    assert chip(paged).page
    assert chip(replace(only, under=2)).name == "Lease.md"
