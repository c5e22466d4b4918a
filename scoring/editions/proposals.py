"""The name and the day proposed for the next edition of a tournament: plain Python."""

import re
from datetime import date, timedelta

WEEK = timedelta(days=7)
_ROMAN = re.compile(r"^[IVX](?=\s)|\b[IVXL]{2,}\b")
_ORDINAL = re.compile(
    r"(?P<before>\b(?:ed\.|edici[oó]n|n\.º|nº|n°)\s*)(?P<number>\d{1,3})\b"
    r"|\b(?P<first>\d{1,3})(?=\s*(?:\.?[ºª]|\.?[oa]\.?\s+edici[oó]n)(?!\w))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b((?:19|20)\d\d)(?:([-/])(\d\d))?\b")
_NUMERALS = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def next_name(name: str, last_day: date, next_day: date, *, adds_year: bool = True) -> str:
    """Return the name of the next edition; `last_day` and `next_day` are the days of both editions.

    The number of the edition grows by 1, and a year by the years between both days. With
    `adds_year`, a name with neither gets the new year if the year changes.

    >>> next_name("II Torneo 2026", date(2026, 8, 1), date(2027, 8, 7))
    'III Torneo 2027'
    >>> next_name("Liga 2026-27, ed. 4", date(2026, 10, 2), date(2027, 10, 1))
    'Liga 2027-28, ed. 5'
    >>> next_name("San Roque", date(2026, 8, 16), date(2027, 8, 15))
    'San Roque 2027'
    """
    years = next_day.year - last_day.year
    renumbered_name = _next_number(name)
    dated_name = _YEAR.sub(lambda match: _add_years(match, years), renumbered_name)
    if adds_year and years and not _YEAR.search(name) and renumbered_name == name:
        return f"{name} {next_day.year}"
    return dated_name


def next_week(last_day: date, today: date) -> date:
    """Return the first day after `last_day` on the same weekday that is not before `today`."""
    days = max((today - last_day).days, 1)
    return last_day + WEEK * -(-days // 7)


def next_weekday(day: date, today: date) -> date:
    """Return the first day on the weekday of `day`, from `today` on, today included."""
    return today + timedelta(days=(day.weekday() - today.weekday()) % 7)


def next_year(last_day: date, today: date) -> date:
    """Return the same weekday of the month in the first later year that is not before `today`.

    After the first Saturday of August comes the first Saturday of August. If a fifth Saturday has
    no counterpart, the fourth Saturday takes its place.
    """
    year = last_day.year + 1
    while (day := _same_weekday(last_day, year)) < today:
        year += 1
    return day


def _same_weekday(last_day: date, year: int) -> date:
    """Return the day of `year` with the same month, weekday and week of the month as `last_day`."""
    first_day = date(year, last_day.month, 1)
    first_day += timedelta(days=(last_day.weekday() - first_day.weekday()) % 7)
    day = first_day + WEEK * ((last_day.day - 1) // 7)
    return day if day.month == last_day.month else day - WEEK


def _next_number(name: str) -> str:
    """Return the name with its edition number, Roman or not, increased by 1; else the same name."""
    for match in _ROMAN.finditer(name):
        if (value := _roman_value(match[0])) is not None:
            return f"{name[: match.start()]}{_roman_numeral(value + 1)}{name[match.end() :]}"
    return _ORDINAL.sub(
        lambda match: (match["before"] or "") + str(int(match["number"] or match["first"]) + 1),
        name,
        count=1,
    )


def _add_years(match: re.Match[str], years: int) -> str:
    """Return a year or a pair of years («2026-27») increased by `years`."""
    year = str(int(match[1]) + years)
    return f"{year}{match[2]}{(int(match[3]) + years) % 100:02}" if match[2] else year


def _roman_numeral(number: int) -> str:
    text = ""
    for value, letters in _NUMERALS:
        text += letters * (number // value)
        number %= value
    return text


def _roman_value(text: str) -> int | None:
    """Return the value of a Roman number below 90; None for other letters.

    >>> _roman_value("XIX"), _roman_value("IIX")
    (19, None)
    """
    return next((number for number in range(1, 90) if _roman_numeral(number) == text), None)
