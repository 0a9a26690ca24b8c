"""Numbers and dates as a spreadsheet shows them, in two languages."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ingest.readers.cell_format import (
    ENGLISH,
    ITALIAN,
    from_serial,
    habits_of,
    is_date_format,
    show,
)

MOMENT = dt.datetime(2025, 1, 21, 14, 5, 7)
ACCOUNTING = '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-'  # as Excel has it


@pytest.mark.parametrize(
    ("value", "code", "italian", "english"),
    [
        (45678, "General", "45678", "45678"),
        (0.1 + 0.2, "General", "0,3", "0.3"),
        (1234.5, "#,##0.00", "1.234,50", "1,234.50"),
        (1234.5, '#,##0.00\\ "€"', "1.234,50 €", "1,234.50 €"),
        (1234.5, "[$€-410] #,##0.00", "€ 1.234,50", "€ 1,234.50"),
        (-1234.5, "#,##0.00;[Red]-#,##0.00", "-1.234,50", "-1,234.50"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1.234,50)", "(1,234.50)"),
        (-5, ACCOUNTING, "-5,00 €", "-5.00 €"),
        (0, ACCOUNTING, "- €", "- €"),
        (0.155, "0.0%", "15,5%", "15.5%"),
        (0.5, "0%", "50%", "50%"),
        (12, "00000", "00012", "00012"),
        (1234567, "#,##0,", "1.235", "1,235"),
        (-0.001, "0.00", "0,00", "0.00"),
        (2.50, "0.##", "2,5", "2.5"),
        (12.5, "# ?/?", "12,5", "12.5"),
        (1234567890123, "0.00E+00", "1,23E+12", "1.23E+12"),
        (5, '"n. "0', "n. 5", "n. 5"),
        (True, "General", "VERO", "TRUE"),
        (MOMENT, "mm-dd-yy", "21/01/2025 14:05", "2025-01-21 14:05"),
        (dt.date(2025, 1, 21), "mm-dd-yy", "21/01/2025", "2025-01-21"),
        (dt.date(2025, 1, 21), "General", "21/01/2025", "2025-01-21"),
        (MOMENT, "dd/mm/yyyy", "21/01/2025", "21/01/2025"),
        (MOMENT, "d-mmm-yy", "21-gen-25", "21-Jan-25"),
        (
            MOMENT,
            "[$-410]dddd d mmmm yyyy;@",
            "martedì 21 gennaio 2025",
            "Tuesday 21 January 2025",
        ),
        (MOMENT, "yyyy-mm-dd hh:mm:ss", "2025-01-21 14:05:07", "2025-01-21 14:05:07"),
        (MOMENT, "mm:ss", "05:07", "05:07"),
        (MOMENT, "h:mm AM/PM", "2:05 PM", "2:05 PM"),
        (dt.time(9, 30), "h:mm", "9:30", "9:30"),
        (dt.timedelta(hours=30, minutes=5), "[h]:mm", "30:05", "30:05"),
        ("0012", "0", "0012", "0012"),
        (None, "0", "", ""),
    ],
)
def test_as_shown(value: object, code: str, italian: str, english: str) -> None:
    assert show(value, code, ITALIAN) == italian
    assert show(value, code, ENGLISH) == english


def test_which_formats_show_dates() -> None:
    assert is_date_format("dd/mm/yyyy")
    assert is_date_format("[h]:mm")
    assert not is_date_format("#,##0.00")
    assert not is_date_format('0 "days"')
    assert not is_date_format("[Red]0.00")
    assert not is_date_format("[$SFr.-810] #,##0")


def test_day_counts() -> None:
    assert from_serial(45678) == dt.datetime(2025, 1, 21)
    assert from_serial(45678 - 1462, epoch_1904=True) == dt.datetime(2025, 1, 21)
    assert from_serial(0.5) == dt.datetime(1899, 12, 30, 12)
    assert from_serial(1e12) is None


def test_languages() -> None:
    assert habits_of("it-IT") is ITALIAN
    assert habits_of("en") is ENGLISH
    assert habits_of("") is ENGLISH


@given(
    value=st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.datetimes(),
    code=st.text(
        alphabet=st.sampled_from(list('0#?.,%;-"\\_*[]$€dmyhsAP/E+ @General')), max_size=20
    ),
)
def test_no_format_is_too_strange(value: object, code: str) -> None:
    assert isinstance(show(value, code, ITALIAN), str)
