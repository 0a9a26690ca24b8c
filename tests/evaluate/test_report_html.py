"""The HTML report: well-formed, self-contained, escaped, its owner's alone, and complete."""

from __future__ import annotations

import os
import re
import stat
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.evaluate.compare_svg import draw_comparison
from app.evaluate.labels_svg import LabelledLine, crosses, draw_labels
from app.evaluate.plot_svg import draw_plot
from app.evaluate.report import Comparison, Estimate, Plot, Report, Series, Table
from app.evaluate.report_html import report_html, write_report
from app.evaluate.report_style import STYLE

EVIL = '<script>alert("1")</script>&amp; \'"\x00\udce9 <img src=x onerror=y>'
VOID = {"meta", "line", "polyline", "circle", "polygon"}


class Page(HTMLParser):
    """Checks that elements are closed as they were opened, and keeps what they are."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta" and not (tag in VOID and self.get_starttag_text().endswith("/>")):  # type: ignore[union-attr]  # there is one here
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _attributes in self.tags)


def report_of(text: str) -> Report:
    """A report in which `text` stands wherever one can."""
    estimate = Estimate(0.5, 0.4, 0.6)
    return Report(
        text,
        text,
        (
            Table(text, (text, text + "b"), ((text, 1.0), (text, estimate)), text),
            Table(text, (text,), ((text,),), folded=True),
            Plot(text, text, text, (Series(text, ((1.0, 2.0), (2.0, 3.0)), (text, text)),) * 2),
            Comparison(text, text, ((text, ((text, estimate), ("b", estimate))),), text),
        ),
    )


def test_hostile_text_stays_text() -> None:
    page = Page(report_html(report_of(EVIL)))
    assert page.count("script") == page.count("img") == 0
    assert any('<script>alert("1")</script>&amp;' in each for each in page.texts)
    assert not any("\x00" in each or "\udce9" in each for each in page.texts)


@given(text=st.text(max_size=60))
def test_any_text_makes_a_page_that_can_be_written(text: str) -> None:
    made = report_html(report_of(text))
    made.encode("utf-8")
    Page(made)


def test_nothing_is_fetched() -> None:
    made = report_html(report_of("text"))
    page = Page(made)
    attributes = {name for _tag, each in page.tags for name in each}
    assert attributes.isdisjoint({"src", "href", "style", "xlink:href"})
    assert page.count("script") == page.count("link") == 0
    assert not re.search(r"https?:|url\(|@import|@font-face", made)
    policy = next(each for _tag, each in page.tags if "http-equiv" in each)
    assert policy["content"] == "default-src 'none'; style-src 'unsafe-inline'"


def test_light_and_dark_have_the_same_colours_by_name() -> None:
    made = report_html(report_of("text"))
    light, dark = made.split("@media (prefers-color-scheme: dark)")
    names = re.compile(r"(--[\w-]+):")
    defined = set(names.findall(light))
    assert set(names.findall(dark.split("* { box-sizing")[0])) == defined
    used = set(re.findall(r"var\((--[\w-]+)\)", made)) - {"--c"}
    assert used == defined


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("part", [0, 1], ids=["light", "dark"])
def test_colours_can_be_read(part: int) -> None:
    rules = STYLE.partition("* { box-sizing")[0].split("@media (prefers-color-scheme: dark)")[part]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", rules))
    written = [name for name in colours if re.fullmatch(r"c\d|text|soft|link", name)]
    assert len(written) == 11
    for name in written:
        for ground in ("sheet", "page"):
            light, dark = sorted(map(luminance, (colours[name], colours[ground])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, name


def test_tables_plots_and_folded_tables_are_all_there() -> None:
    page = Page(report_html(report_of("text")))
    assert page.count("table") == 2
    assert page.count("details") == 1
    drawings = [each for tag, each in page.tags if tag == "svg" and each.get("role") == "img"]
    assert len(drawings) == 4  # each wide and narrow
    assert all(each["aria-label"] for each in drawings)


def test_numbers_have_their_places() -> None:
    table = Table(
        "t",
        ("a", "b"),
        ((0.12345, 1234567), (None, Estimate(0.5, 0.25, 0.75))),
        column_digits=(2, 1),
    )
    text = "".join(Page(report_html(Report("r", "", (table,)))).texts)
    assert "0.12" in text
    assert "0.123" not in text
    assert "1,234,567" in text
    assert "–" in text
    assert "0.5 [0.2, 0.8]" in text


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = write_report(report_of(EVIL), tmp_path / "new" / "folder", "name")
    assert path == tmp_path / "new" / "folder" / "name.html"
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


# -------------------------------------------------------------------------------------- drawings


def numbers_of(svg: str, name: str) -> list[float]:
    return [float(each) for each in re.findall(rf'\b{name}="([-\d.]+)"', svg)]


def marks_of(svg: str) -> list[tuple[float, float]]:
    return list(zip(numbers_of(svg, "cx"), numbers_of(svg, "cy"), strict=True))


def test_points_lie_where_they_belong() -> None:
    series = Series("s", ((1.0, 0.0), (10.0, 5.0), (100.0, 10.0)))
    (first, middle, last) = marks_of(draw_plot(_plot(series, x_logarithmic=True), 600, 300))
    assert middle[0] == pytest.approx((first[0] + last[0]) / 2, abs=0.2)
    assert middle[1] == pytest.approx((first[1] + last[1]) / 2, abs=0.2)
    assert first[0] < last[0]
    assert first[1] > last[1]  # greater is further up


def test_what_a_logarithmic_axis_cannot_show_is_left_out() -> None:
    series = Series("s", ((0.0, 1.0), (1.0, 2.0), (10.0, float("nan")), (100.0, 4.0)))
    assert len(marks_of(draw_plot(_plot(series, x_logarithmic=True), 600, 300))) == 2


def test_a_plot_without_points_is_an_empty_frame() -> None:
    svg = draw_plot(_plot(Series("s", ())), 330, 300)
    assert marks_of(svg) == []
    assert svg.count('class="grid"') > 1


@given(
    points=st.lists(st.tuples(st.floats(0, 1e6), st.floats(-1e3, 1e3)), min_size=1, max_size=10),
    width=st.sampled_from([330.0, 820.0]),
)
def test_everything_is_drawn_inside(points: list[tuple[float, float]], width: float) -> None:
    labels = tuple(f"label {n}" for n in range(len(points)))
    svg = draw_plot(_plot(Series("s", tuple(points), labels)), width, 300)
    for name, most in (("cx", width), ("x", width), ("x1", width), ("x2", width)):
        assert all(0 <= value <= most for value in numbers_of(svg, name))
    for name in ("cy", "y", "y1", "y2"):
        assert all(0 <= value <= 300 for value in numbers_of(svg, name))


def _plot(series: Series, *, x_logarithmic: bool = False) -> Plot:
    return Plot("title", "x", "y", (series,), x_logarithmic)


def test_labels_lie_over_no_other_and_no_marker() -> None:
    points = ((100.0, 100.0), (104.0, 100.0), (300.0, 100.0))
    drawn = list(draw_labels([LabelledLine(points, ("one", "two", "three"))], (0, 0, 400, 200)))
    assert len(drawn) == 3
    places = [(numbers_of(each, "x")[0], numbers_of(each, "y")[0]) for each in drawn]
    assert abs(places[0][0] - places[1][0]) > 15 or abs(places[0][1] - places[1][1]) > 12


def test_a_label_without_a_place_is_left_out() -> None:
    line = LabelledLine(((10.0, 10.0),), ("far too long for this",))
    assert list(draw_labels([line], (0, 0, 40, 20))) == []


def test_a_label_avoids_lines_where_it_can() -> None:
    horizontal = LabelledLine(((0.0, 90.0), (200.0, 90.0)), ("", ""))
    point = LabelledLine(((100.0, 100.0),), ("label",))
    (drawn,) = draw_labels([horizontal, point], (0, 0, 200, 200))
    assert numbers_of(drawn, "y")[0] > 100  # above it runs the line


def test_a_line_through_a_box() -> None:
    box = (10.0, 10.0, 20.0, 20.0)
    assert crosses(box, (0, 15), (30, 15))
    assert crosses(box, (0, 0), (30, 30))
    assert crosses(box, (12, 12), (14, 14))
    assert not crosses(box, (0, 25), (30, 25))
    assert not crosses(box, (0, 0), (9, 9))
    assert not crosses(box, (0, 15), (30, 50))


def test_an_interval_is_drawn_to_scale() -> None:
    low, high = Estimate(0.2, 0.1, 0.3), Estimate(0.8, 0.7, 0.9)
    comparison = Comparison("t", "x", (("one", (("a", low),)), ("two", (("a", high),))))
    svg = draw_comparison(comparison, 600)
    (first, second) = marks_of(svg)
    whiskers = re.findall(r'class="whisker c0" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', svg)
    (a, b), (c, d) = ((float(x), float(y)) for x, y in whiskers)
    assert first[0] == pytest.approx((a + b) / 2, abs=0.2)
    assert second[0] == pytest.approx((c + d) / 2, abs=0.2)
    assert b - a == pytest.approx(d - c, abs=0.2)
    assert (second[0] - first[0]) / (b - a) == pytest.approx(3, abs=0.05)
    assert "0.200" in svg
    assert "0.800" in svg


def test_the_same_name_has_the_same_colour_in_every_group() -> None:
    estimate = Estimate(0.5, 0.4, 0.6)
    groups = (("one", (("a", estimate), ("b", estimate))), ("two", (("b", estimate),)))
    svg = draw_comparison(Comparison("t", "x", groups), 600)
    assert re.findall(r'class="whisker (c\d)"', svg) == ["c0", "c1", "c1"]


# --------------------------------------------------------------------------------------- values


def test_tables_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="same name"):
        Table("t", ("a", "a"), ())
    with pytest.raises(ValueError, match="not 2 cells"):
        Table("t", ("a", "b"), ((1,),))
    with pytest.raises(ValueError, match="digits"):
        Table("t", ("a", "b"), (), column_digits=(1,))
    with pytest.raises(ValueError, match="2 points"):
        Series("s", ((1.0, 1.0), (2.0, 2.0)), ("one",))
