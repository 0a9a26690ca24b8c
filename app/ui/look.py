"""The look in force: which palette, and icons tinted with it. Window thread only."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.core.resources import read_resource
from app.ui.theme import DARK, LIGHT, Colours, TypeScale, make_palette, make_style_sheet

_ICON_SIZES_PX = (16, 18, 36, 48)
_APP_ICON_SIZES_PX = (16, 24, 32, 48, 64, 128, 256)


def _draw_svg(svg: str, size_px: int) -> QPixmap:
    pixmap = QPixmap(size_px, size_px)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer = QSvgRenderer(QByteArray(svg.encode("utf-8")))
    renderer.render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    return pixmap


def make_app_icon() -> QIcon:
    """The program's own icon."""
    icon = QIcon()
    svg = read_resource("icons/margine.svg")
    for size_px in _APP_ICON_SIZES_PX:
        icon.addPixmap(_draw_svg(svg, size_px))
    return icon


class Look(QObject):
    """Colours, sizes and icons in force. Widgets that paint for themselves follow `changed`."""

    changed = Signal()

    def __init__(self, font: QFont, theme: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scale = TypeScale.from_font(font)
        self._theme = theme
        self._icons: dict[tuple[str, str], QIcon] = {}
        self.colours: Colours = self._choose()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def is_dark(self) -> bool:
        """Whether the dark palette is in force."""
        return self.colours is DARK

    @property
    def theme(self) -> str:
        """The choice behind it: "system", "light" or "dark"."""
        return self._theme

    def set_theme(self, theme: str) -> None:
        """Choose "system", "light" or "dark"."""
        self._theme = theme
        hints = QGuiApplication.styleHints()
        if theme == "system":
            hints.unsetColorScheme()
        else:
            dark = theme == "dark"
            hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        self.apply()

    def apply(self) -> None:
        """Give the application the palette and style sheet of the current choice."""
        self.colours = self._choose()
        self._icons.clear()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(make_palette(self.colours))
            app.setStyleSheet(make_style_sheet(self.colours, self.scale))
        self.changed.emit()

    @staticmethod
    def app_icon() -> QIcon:
        """The program's own icon."""
        return make_app_icon()

    def icon(self, name: str, colour: str = "muted") -> QIcon:
        """The icon `resources/icons/<name>.svg` in the palette colour named `colour`."""
        key = (name, colour)
        if key not in self._icons:
            svg = read_resource(f"icons/{name}.svg")
            tinted = svg.replace("currentColor", getattr(self.colours, colour))
            icon = QIcon()
            for size_px in _ICON_SIZES_PX:
                icon.addPixmap(_draw_svg(tinted, size_px))
            self._icons[key] = icon
        return self._icons[key]

    def _choose(self) -> Colours:
        if self._theme != "system":
            return DARK if self._theme == "dark" else LIGHT
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT

    def _follow_system(self) -> None:
        if self._choose() is not self.colours:
            self.apply()
