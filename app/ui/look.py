"""The look in force: which palette, and icons tinted with it. Window thread only."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from app.core.resources import read_resource
from app.ui.dressing import dress
from app.ui.motion import STILL_SHEET, Motion, is_still
from app.ui.theme import DARK, LIGHT, Colours, TypeScale, make_palette, make_style_sheet

_ICON_SIZES_PX = (16, 18, 36, 48)  # in which icons are used
_APP_ICON_SIZES_PX = (16, 24, 32, 48, 64, 128, 256)


def width_beside(height_px: int) -> int:
    """How wide an icon of `height_px` is with the room between it and the text beside it."""
    return height_px + height_px // 6


def _draw_svg(svg: str, size_px: int, width_px: int = 0) -> QPixmap:
    """A square, at the left of a picture of `width_px` where that is wider."""
    pixmap = QPixmap(width_px or size_px, size_px)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer = QSvgRenderer(QByteArray(svg.encode("utf-8")))
    renderer.render(painter, QRectF(0, 0, size_px, size_px))
    painter.end()
    return pixmap


def _device_sizes() -> list[int]:
    """Those sizes in the points of every screen, twice as large too: an icon that has to be drawn
    larger or smaller than it was made is blurred. Qt rounds a half up."""
    scales = {1.0, 2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}
    return sorted({int(size * scale + 0.5) for size in _ICON_SIZES_PX for scale in scales})


def make_app_icon() -> QIcon:
    """The program's own icon."""
    icon = QIcon()
    svg = read_resource("icons/margine.svg")
    for size_px in _APP_ICON_SIZES_PX:
        icon.addPixmap(_draw_svg(svg, size_px))
    return icon


class Look(QObject):
    """Colours, sizes and icons in force. Widgets that paint for themselves follow `changed`."""

    changing = Signal()  # every widget is about to be given another look
    changed = Signal()

    def __init__(
        self,
        font: QFont,
        theme: str = "system",
        parent: QObject | None = None,
        *,
        text_percent: int = 100,
    ) -> None:
        """`font` is the system's; `text_percent` the size of all text, of what that sets."""
        super().__init__(parent)
        self._font = QFont(font)
        self._text_percent = text_percent
        self.scale = TypeScale.from_font(font, text_percent)
        self._theme = theme
        self._motion = Motion()
        self._icons: dict[tuple[str, str, bool], QIcon] = {}
        self._sizes = _device_sizes()
        self.colours: Colours = self._choose()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.screenAdded.connect(self._follow_screens)

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

    @property
    def text_percent(self) -> int:
        """The size of all text, of what the system sets."""
        return self._text_percent

    def set_text_size(self, percent: int) -> None:
        """Choose the size of all text, in hundredths of the system's."""
        if percent != self._text_percent:
            self._text_percent = percent
            self.scale = TypeScale.from_font(self._font, percent)
            self.apply()

    def scaled(self, size_px: int) -> int:
        """`size_px`, which holds text, as large as the text is now; never smaller than given."""
        return self.scale.scaled(size_px)

    @property
    def still(self) -> bool:
        """Whether nothing is to move by itself."""
        return self._motion.still

    def set_motion(self, choice: str) -> None:
        """Choose "system", "reduced" or "full"."""
        still = is_still(choice)
        if still != self.still:
            self._motion.set_still(still)
            self.apply()

    @property
    def busy_range(self) -> tuple[int, int]:
        """The range of a bar that shows work without an end: it runs, or where nothing is to move
        it stands empty."""
        return (0, 1) if self.still else (0, 0)

    def apply(self) -> None:
        """Give the application the palette, font and style sheet of the current choice."""
        self.changing.emit()
        self.colours = self._choose()
        self._icons.clear()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            font = QFont(self._font)
            font.setPointSizeF(self.scale.body)
            sheet = make_style_sheet(self.colours, self.scale)
            sheet = sheet + STILL_SHEET if self.still else sheet
            dress(app, make_palette(self.colours), font, sheet)
        self.changed.emit()

    @staticmethod
    def app_icon() -> QIcon:
        """The program's own icon."""
        return make_app_icon()

    def icon(self, name: str, colour: str = "muted", *, beside_text: bool = False) -> QIcon:
        """The icon `resources/icons/<name>.svg` in the palette colour named `colour`.

        Where text stands beside it, it keeps a distance from it: styles leave two pixels.
        """
        key = (name, colour, beside_text)
        if key not in self._icons:
            svg = read_resource(f"icons/{name}.svg")
            tinted = svg.replace("currentColor", getattr(self.colours, colour))
            icon = QIcon()
            for size_px in self._sizes:
                width_px = width_beside(size_px) if beside_text else size_px
                icon.addPixmap(_draw_svg(tinted, size_px, width_px))
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

    def _follow_screens(self) -> None:
        """A screen of another scale was plugged in: icons are made for it too."""
        sizes = _device_sizes()
        if sizes != self._sizes:
            self._sizes = sizes
            self._icons.clear()
            self.changed.emit()
