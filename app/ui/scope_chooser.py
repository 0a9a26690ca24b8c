"""The choice of what is asked: everything, a collection, or folders and files that are ticked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.core.scopes import (
    EVERYTHING,
    MOST_NAME_CHARS,
    Collection,
    Scope,
    Ticks,
    tidy_name,
)
from app.ui.controls import make_label, make_link, set_role
from app.ui.look import Look
from app.ui.palette_list import PaletteView
from app.ui.palette_match import fold
from app.ui.richtext import clean_line
from app.ui.scope_naming import NameLine
from app.ui.scope_rows import ScopeChoice, ScopeDelegate, ScopeListModel, ScopeRows, spoken_choice
from app.ui.undo_note import UndoNote

_WIDTH_PX, _HEIGHT_PX = 500, 470
_LONGEST_QUERY = 200
_PAGE = 8


class ScopeChooser(QDialog):
    """Stands over the window; the line at its top finds by name. Knows no engine.

    From the line, Down goes into the list; there Space ticks, and letters go back to the line.
    Enter asks in the collection, folder or file at hand, or, where some are ticked, in these.
    """

    chosen = Signal(object)  # Scope; the dialog is closed by then
    put_requested = Signal(object)  # Collection, to be made or changed
    deletion_requested = Signal(object)  # Collection

    def __init__(self, look: Look, rows: ScopeRows, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self.setObjectName("scopeChooser")
        self.setWindowTitle(self.tr("Choose what is asked"))
        self._look = look
        self._window = parent
        self._rows = rows
        self.ticks = Ticks(rows.scope.paths, rows.scope.without)
        self.editing: Collection | None = None  # whose places are ticked, to be changed
        self.edit = self._make_line()
        self.model = ScopeListModel(self)
        self.view = self._make_view(look)
        self.nothing = make_label(self.tr("Nothing is called that."), "quiet", wrap=True)
        self.undo = UndoNote(look)
        self.naming = NameLine()
        self.naming.named.connect(self._on_named)
        self.naming.begun.connect(self._begin_anew)
        self.trouble = make_label("", "bad", wrap=True)
        self.trouble.hide()
        self.naming.closed.connect(self._on_named_or_not)
        self._collection_bar = self._make_collection_bar()
        self._count = make_label("", "small", wrap=True)
        self.save = make_link(self.tr("Save as a collection…"))
        self.save.clicked.connect(lambda: self.begin_naming())
        self.accept_button = QPushButton()
        self.accept_button.setAutoDefault(False)
        self.accept_button.clicked.connect(self._accept_ticks)
        self.hint = make_label(
            self.tr("↑ ↓ choose · Space ticks · Enter asks there · Esc closes"), "small", wrap=True
        )
        self._lay_out()
        self.edit.textChanged.connect(lambda _text: self._find())
        self._find()
        self.edit.setFocus()

    # --------------------------------------------------------------------------- building

    def _make_line(self) -> QLineEdit:
        edit = QLineEdit()
        edit.setProperty("role", "field")
        edit.setMaxLength(_LONGEST_QUERY)
        edit.setPlaceholderText(self.tr("Find a collection, folder or file…"))
        edit.setAccessibleName(self.tr("Find a collection, folder or file"))
        edit.setAcceptDrops(False)
        edit.installEventFilter(self)
        return edit

    def _make_view(self, look: Look) -> PaletteView:
        view = PaletteView()
        view.setObjectName("scopeList")
        view.setModel(self.model)
        view.setItemDelegate(ScopeDelegate(look, view))
        view.setAccessibleName(self.tr("What can be asked"))
        view.installEventFilter(self)
        view.clicked.connect(self._on_clicked)
        view.selectionModel().currentChanged.connect(lambda *_: self._show_current())
        return view

    def _make_collection_bar(self) -> QWidget:
        """What can be done with the collection at hand."""
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        self.rename = make_link(self.tr("Rename…"))
        self.rename.clicked.connect(self._begin_renaming)
        self.change = make_link(self.tr("Change what is in it"))
        self.change.clicked.connect(self._begin_editing)
        self.delete = make_link(self.tr("Delete"))
        self.delete.clicked.connect(self._delete)
        for each in (self.rename, self.change, self.delete):
            row.addWidget(each)
        row.addStretch(1)
        return bar

    def _lay_out(self) -> None:
        last = QHBoxLayout()
        last.setSpacing(10)
        last.addWidget(self._count, 1000)
        last.addStretch(1)  # the buttons stay at the right, whatever is hidden
        last.addWidget(self.save)
        last.addWidget(self.accept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.edit)
        column.addWidget(self.nothing)
        column.addWidget(self.view, 1)
        for each in (self._collection_bar, self.undo, self.naming, self.trouble):
            column.addWidget(each)
        column.addLayout(last)
        column.addWidget(self.hint)

    def place(self, above: QWidget) -> None:
        """Stand over the window, from `above` upwards where there is room, as wide as that at
        least and no larger than the window."""
        window = self._window
        width = min(max(self._look.scaled(_WIDTH_PX), above.width()), window.width() - 24)
        height = min(self._look.scaled(_HEIGHT_PX), window.height() - 24)
        self.resize(width, height)
        anchor = above.mapTo(window, QPoint(0, 0))
        left = min(max(12, anchor.x()), window.width() - width - 12)
        top = anchor.y() - height - 6
        if top < 12:
            below = anchor.y() + above.height() + 6
            top = below if below + height <= window.height() - 12 else 12
        self.move(window.mapToGlobal(QPoint(left, top)))

    # --------------------------------------------------------------------- for whoever opens

    def show_collections(self) -> None:
        """The collections are others than before."""
        self.trouble.hide()
        self._find()

    def show_deleted(self, collection: Collection) -> None:
        """`collection` was deleted: offer to bring it back."""
        name = clean_line(collection.name)
        text = self.tr("“{0}” was deleted. Its files stay.").format(name)
        self.undo.offer(text, lambda: self.put_requested.emit(collection))

    def show_failure(self, what: str, next_step: str) -> None:
        """What was asked of the collections did not work."""
        self.trouble.setText(clean_line(" ".join(filter(None, (what, next_step)))))
        self.trouble.show()
        if not self.naming.isHidden():
            self.naming.edit.setFocus()

    def begin_naming(self, paths: Sequence[str] | None = None) -> None:
        """Ask for the name of a new collection of what is ticked, or of `paths`."""
        if paths is not None:
            self.ticks = Ticks().tick_all(paths, on=True)
            self._find()
        self.editing = None
        self.naming.begin(self.tr("Name of the new collection"), "")

    @property
    def current(self) -> ScopeChoice | None:
        """The line at hand."""
        choice = self.model.choice(self.view.currentIndex().row())
        return choice if isinstance(choice, ScopeChoice) else None

    # -------------------------------------------------------------------------------- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the line that belong to the list, and the other way round."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._enter()
                return True
            if watched is self.edit:
                return self._take_line_key(key)
            if watched is self.view and self._take_list_key(key, event.text()):
                return True
        return super().eventFilter(watched, event)

    def _take_line_key(self, key: Qt.Key) -> bool:
        if key is Qt.Key.Key_Down:
            self._step(1)
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        if key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._step(_PAGE if key is Qt.Key.Key_PageDown else -_PAGE)
            return True
        return False

    def _take_list_key(self, key: Qt.Key, text: str) -> bool:
        row = self.view.currentIndex().row()
        if key is Qt.Key.Key_Up and self.model.step(row, -1) == row:
            self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(1 if key is Qt.Key.Key_Down else -1)
        elif key is Qt.Key.Key_Space:
            self._toggle(self.current)
        elif key is Qt.Key.Key_F2:
            self._begin_renaming()
        elif key is Qt.Key.Key_Delete:
            self._delete()
        elif text.isprintable() and text:
            self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self.edit.insert(text)
        else:
            return False
        return True

    def _enter(self) -> None:
        current = self.current
        if current is not None and not current.path:
            self._choose(current)
        elif self.ticks.paths:
            self._accept_ticks()
        elif current is not None:
            self._close_with(Scope(0, (current.path,)))

    def _step(self, by: int) -> None:
        self._go_to(self.model.step(self.view.currentIndex().row(), by))

    # ------------------------------------------------------------------------------ inside

    def _find(self) -> None:
        """List what fits what is typed; the line at hand stays at hand."""
        before = self.current
        query = fold(self.edit.text())
        self.model.show(self._rows.find(query, self.ticks))
        empty = not self.model.choices()
        self.view.setVisible(not empty)
        self.nothing.setVisible(empty)
        self._go_to(self._row_of(before) if before is not None else self.model.step(-1, 1))
        self._show_ticks()

    def _row_of(self, wanted: ScopeChoice) -> int:
        first = self.model.step(-1, 1)
        number = None if wanted.collection is None else wanted.collection.collection_id
        found = first
        for row in range(self.model.rowCount()):
            each = self.model.choice(row)
            if isinstance(each, ScopeChoice) and each.path == wanted.path:
                other = None if each.collection is None else each.collection.collection_id
                if other == number and each.key == wanted.key:
                    found = row  # the last: what is ticked stands above too
        return found

    def _go_to(self, row: int) -> None:
        index = self.model.index(row, 0)
        self.view.setCurrentIndex(index)
        if row == 1:  # its heading is to be seen too
            self.view.scrollToTop()
        self._show_current()

    def _show_current(self) -> None:
        current = self.current
        self.edit.setAccessibleDescription(spoken_choice(current) if current is not None else "")
        self._collection_bar.setVisible(current is not None and current.collection is not None)

    def _show_ticks(self) -> None:
        if not self.naming.isHidden():  # one thing at a time
            for each in (self._count, self.save, self.accept_button):
                each.hide()
            return
        count, less = len(self.ticks.paths), len(self.ticks.without)
        said = [self.tr("%n place(s) ticked", "", count)] if count else []
        said += [self.tr("%n left out", "", less)] if less else []
        self._count.setText(" · ".join(said))
        self._count.setVisible(bool(said))  # an empty line would part the list from its foot
        self.save.setVisible(bool(count) and self.editing is None)
        self.accept_button.setVisible(bool(count) or self.editing is not None)
        text = self.tr("Ask only these")
        if self.editing is not None:
            text = self.tr("Save “{0}”").format(self.editing.name.replace("&", "&&"))
        self.accept_button.setText(text)
        set_role(self.accept_button, "primary")

    def _on_clicked(self, index: QModelIndex) -> None:
        choice = self.model.choice(index.row())
        if isinstance(choice, ScopeChoice):
            if choice.path:
                self._toggle(choice)
            else:
                self._choose(choice)

    def _toggle(self, choice: ScopeChoice | None) -> None:
        """Tick a folder or file, or take the tick away; a collection is chosen as a whole. What is
        partly ticked is ticked wholly."""
        if choice is None:
            return
        if not choice.path:
            self._choose(choice)
            return
        self.ticks = self.ticks.tick(choice.path, on=choice.partly or not choice.ticked)
        self._find()

    def _choose(self, choice: ScopeChoice) -> None:
        self._close_with(EVERYTHING if choice.collection is None else choice.collection.scope)

    def _accept_ticks(self) -> None:
        if self.editing is not None:
            changed, self.editing = self._of_ticks(self.editing), None
            self.ticks = Ticks(self._rows.scope.paths, self._rows.scope.without)
            self.put_requested.emit(changed)
            self._find()
        elif self.ticks.paths:
            self._close_with(Scope(0, self.ticks.paths, without=self.ticks.without))

    def _close_with(self, scope: Scope) -> None:
        self.accept()
        self.chosen.emit(scope)

    # ------------------------------------------------------------------------- collections

    def _begin_renaming(self) -> None:
        current = self.current
        if current is not None and current.collection is not None:
            self.naming.begin(self.tr("New name"), current.collection.name, current.collection)

    def _begin_editing(self) -> None:
        """Tick what is in the collection at hand, to be changed."""
        current = self.current
        if current is not None and current.collection is not None:
            self.editing = current.collection
            self.ticks = current.collection.ticks
            self.edit.clear()
            self._find()
            self.view.setFocus()

    def _delete(self) -> None:
        current = self.current
        if current is not None and current.collection is not None:
            self.deletion_requested.emit(current.collection)

    def _on_named(self, name: str, collection: Collection | None) -> None:
        if collection is None:
            collection = self._of_ticks(Collection(0, name))
        made = Collection(
            collection.collection_id,
            tidy_name(name)[:MOST_NAME_CHARS],
            collection.places,
            collection.without,
        )
        self.put_requested.emit(made)

    def _begin_anew(self) -> None:
        self.trouble.hide()
        self._show_ticks()

    def _on_named_or_not(self) -> None:
        self._begin_anew()
        self.edit.setFocus()

    def _of_ticks(self, collection: Collection) -> Collection:
        return Collection.of(collection.collection_id, collection.name, self.ticks)
