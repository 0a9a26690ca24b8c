"""Words, their boxes, and which way is up, with scripted networks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.ingest import ocr_paddle
from app.ingest.ocr_boxes import TiltedBox
from app.ingest.ocr_network import LINE_HEIGHT, SeenCharacter
from app.ingest.ocr_paddle import PaddleRecogniser, turn_back
from app.ingest.ocr_text import SeenLine

UP, DOWN = 250, 30  # grey of the head of an upright line, and of its foot


class ScriptedNetworks:
    """Finds given boxes on an upright page of 400 by 200, and reads `text` off lines whose head is
    light and whose foot is dark; off any other, rubbish."""

    def __init__(self, text: str, boxes: Sequence[TiltedBox], sure: float = 0.99) -> None:
        self._text = text
        self._boxes = boxes
        self._sure = sure
        self.looked = 0

    def find_lines(self, picture: Image.Image) -> list[TiltedBox]:
        self.looked += 1
        if picture.width > picture.height:
            return list(self._boxes)
        return [TiltedBox(box.y, box.x, box.height, box.width, 0.0) for box in self._boxes]

    def read_line(self, line: Image.Image) -> list[SeenCharacter]:
        grey = line.convert("L").reduce((line.width, LINE_HEIGHT // 2))
        head, foot = grey.getpixel((0, 0)), grey.getpixel((0, 1))
        assert isinstance(head, int)
        assert isinstance(foot, int)
        sure = self._sure if head > foot else 0.3
        count = len(self._text)
        return [SeenCharacter(each, (at + 0.5) / count, sure) for at, each in enumerate(self._text)]


def page() -> Image.Image:
    """Light at the head and darker towards the foot, as is every line on it."""
    gradient = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return gradient.resize((400, 200))


def recogniser(networks: ScriptedNetworks, monkeypatch: pytest.MonkeyPatch) -> PaddleRecogniser:
    monkeypatch.setattr(ocr_paddle, "Networks", lambda _folder, _threads: networks)
    return PaddleRecogniser(Path("networks"))


def words_of(lines: Sequence[SeenLine]) -> list[str]:
    return [word.text for line in lines for word in line.words]


BOX = TiltedBox(200, 100, 320, 20, 0.0)


def test_a_line_is_parted_at_its_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    networks = ScriptedNetworks("la città", [BOX])
    (line,) = recogniser(networks, monkeypatch).read(page(), lambda: None)
    first, second = line.words
    assert (first.text, second.text) == ("la", "città")
    # The blank is in the middle of the third of eight letters; the line reaches from 40 to 360.
    border = (40 + 320 * 2.5 / 8) / 400
    assert (first.left, first.right) == pytest.approx((0.1, border))
    assert (second.left, second.right) == pytest.approx((border, 0.9))
    assert (first.top, first.bottom) == pytest.approx((0.45, 0.55))


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_whichever_way_the_page_lies(monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    networks = ScriptedNetworks("la città", [BOX])
    turned = page().rotate(-90 * turns, expand=True)
    (line,) = recogniser(networks, monkeypatch).read(turned, lambda: None)
    assert words_of([line]) == ["la", "città"]
    assert line.words[0].confidence == pytest.approx(0.99)
    wanted = turn_back((0.1, 0.45, (40 + 320 * 2.5 / 8) / 400, 0.55), turns)
    first = line.words[0]
    assert (first.left, first.top, first.right, first.bottom) == pytest.approx(wanted, abs=0.01)
    assert networks.looked == 1 + turns % 2


def test_what_is_read_unsurely_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    networks = ScriptedNetworks("rumore", [BOX], sure=0.45)
    assert recogniser(networks, monkeypatch).read(page(), lambda: None) == []
    assert recogniser(ScriptedNetworks("x", []), monkeypatch).read(page(), lambda: None) == []


def test_each_line_may_be_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = [TiltedBox(200, 40 + 40 * n, 320, 20, 0.0) for n in range(4)]
    waited: list[int] = []
    networks = ScriptedNetworks("a", boxes)
    recogniser(networks, monkeypatch).read(page(), lambda: waited.append(1))
    assert len(waited) >= 1 + len(boxes)


@given(*[st.floats(0, 1) for _ in range(4)])
def test_four_quarters_are_none(left: float, top: float, right: float, bottom: float) -> None:
    box = (left, top, right, bottom)
    assert turn_back(box, 4) == box
    back = turn_back(turn_back(box, 1), 3)
    assert back == pytest.approx(box, abs=1e-9)
