"""The parameters of a search, to be changed while looking at its result."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QSpinBox,
    QWidget,
)

from app.core.settings import find_setting
from app.ui import wording
from app.ui.controls import make_label, make_link, make_spin
from app.ui.flow_layout import FlowLayout
from app.ui.look import Look
from app.ui.richtext import tool_tip
from app.ui.search_values import FEWEST_RESULTS, MOST_EF, MOST_RESULTS, SearchParameters

_WEIGHT_STEPS = 100
_SLIDER_PX = 90


class SearchControls(QWidget):
    """k, depth, ef, fusion and weight. They are for looking: no setting is changed."""

    changed = Signal()

    def __init__(self, look: Look, defaults: SearchParameters) -> None:
        super().__init__()
        self.setObjectName("searchControls")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._defaults = defaults
        self.k = self._spin(FEWEST_RESULTS, MOST_RESULTS, self.tr("Length of each list"))
        low, high = find_setting("search.depth").low, find_setting("search.depth").high
        self.candidates = self._spin(
            int(low or 1),
            int(high or 1),
            self.tr("How many candidates each of the two searches gives to be fused"),
        )
        self.candidates.setSingleStep(10)
        self.ef = self._spin(
            0,
            MOST_EF,
            self.tr(
                "How widely the graph of vectors is searched: more finds more and takes longer"
            ),
        )
        self.ef.setSingleStep(50)
        self.ef.setSpecialValueText(self.tr("auto"))
        self.fusion = QComboBox()
        self._fill_fusions()
        self.weight = QSlider(Qt.Orientation.Horizontal)
        self.weight.setRange(0, _WEIGHT_STEPS)
        self.weight.setPageStep(10)
        self.weight.setFixedWidth(_SLIDER_PX)
        tip = self.tr("How much the meaning counts; the words count for the rest")
        self.weight.setAccessibleName(self.tr("Weight of the meaning, in hundredths"))
        self.weight.setAccessibleDescription(tip)
        self.weight.setToolTip(tool_tip(tip))
        self._share = make_label("", "numbers")
        self.reset = make_link(self.tr("Reset"))
        self.reset.setToolTip(tool_tip(self.tr("Back to how questions are searched")))
        self.reset.clicked.connect(lambda: self.show_parameters(defaults))
        self._build()
        look.changed.connect(self.update)
        self._set(defaults)
        for spin in (self.k, self.candidates, self.ef):
            spin.valueChanged.connect(self._on_changed)
        self.weight.valueChanged.connect(self._on_changed)
        self.fusion.currentIndexChanged.connect(self._on_changed)

    @property
    def parameters(self) -> SearchParameters:
        """What is chosen; a default between two steps of the slider stays until that is moved."""
        weight, default = self.weight.value(), self._defaults.dense_weight
        return SearchParameters(
            k=self.k.value(),
            depth=self.candidates.value(),
            fusion=str(self.fusion.currentData()),
            dense_weight=default if weight == _steps(default) else weight / _WEIGHT_STEPS,
            ef=self.ef.value(),
        )

    @property
    def in_order(self) -> tuple[QWidget, ...]:
        """What takes the keys, in the order of the Tab key."""
        return (self.k, self.candidates, self.ef, self.fusion, self.weight, self.reset)

    def show_parameters(self, parameters: SearchParameters) -> None:
        """Choose these; tells once if that changes anything."""
        before = self.parameters
        self._set(parameters)
        if self.parameters != before:
            self.changed.emit()

    def _set(self, parameters: SearchParameters) -> None:
        widgets = (self.k, self.candidates, self.ef, self.weight, self.fusion)
        blockers = [QSignalBlocker(each) for each in widgets]
        self.k.setValue(parameters.k)
        self.candidates.setValue(parameters.depth)
        self.ef.setValue(parameters.ef)
        self.weight.setValue(_steps(parameters.dense_weight))
        self.fusion.setCurrentIndex(max(0, self.fusion.findData(parameters.fusion)))
        for blocker in blockers:
            blocker.unblock()
        self._refresh()

    def _build(self) -> None:
        layout = FlowLayout(self, gap_px=14, line_gap_px=4)
        layout.setContentsMargins(10, 6, 10, 6)
        for name, spin in (
            (self.tr("Results (k)"), self.k),
            (self.tr("Candidates"), self.candidates),
            (self.tr("Graph (ef)"), self.ef),
        ):
            layout.addWidget(_pair(_name(name, spin), spin))
        words = make_label(self.tr("words"), "wordsTone")
        meaning = make_label(self.tr("meaning"), "meaningTone")
        layout.addWidget(self.fusion)
        layout.addWidget(_pair(words, self.weight, meaning, self._share))
        layout.addWidget(self.reset)

    def _spin(self, low: int, high: int, tip: str) -> QSpinBox:
        spin = make_spin(low, high)
        spin.setToolTip(tool_tip(tip))
        spin.setAccessibleDescription(tip)
        spin.setKeyboardTracking(False)
        return spin

    def _fill_fusions(self) -> None:
        names = {
            "weighted": (
                self.tr("Weighted sum"),
                self.tr("Scores are scaled to one measure and added with their weights"),
            ),
            "rrf": (
                self.tr("By ranks (RRF)"),
                self.tr("Only the ranks count: 1 / (60 + rank) in each list, added up"),
            ),
        }
        for value in find_setting("search.fusion").choices:
            text, tip = names.get(value, (value, ""))
            self.fusion.addItem(text, value)
            role = Qt.ItemDataRole.ToolTipRole
            self.fusion.setItemData(self.fusion.count() - 1, tool_tip(tip), role)
        self.fusion.setAccessibleName(self.tr("How the two lists become one"))
        self.fusion.setToolTip(tool_tip(self.tr("How the two lists become one")))

    def _on_changed(self) -> None:
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        weighted = self.fusion.currentData() == "weighted"
        self.weight.setEnabled(weighted)
        self._share.setText(wording.decimal(self.weight.value() / _WEIGHT_STEPS))
        self.reset.setEnabled(self.parameters != self._defaults)


def _steps(weight: float) -> int:
    """Where the slider stands for a weight."""
    return round(weight * _WEIGHT_STEPS)


def _name(text: str, spin: QSpinBox) -> QLabel:
    """The name of a field; screen readers say it with the field."""
    label = make_label(text, "caption")
    label.setBuddy(spin)
    spin.setAccessibleName(text)
    return label


def _pair(*widgets: QWidget) -> QWidget:
    """A few widgets that stay together."""
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    return pair
