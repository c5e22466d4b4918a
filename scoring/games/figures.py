"""Numbers of a tally and of a score, and the suits, as text."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES
from tournaments.words import Text

SUITS: dict[str, Text] = {"o": _("oros"), "c": _("copas"), "e": _("espadas"), "b": _("bastos")}


def count(number: int, unit: int = 1, *, signed: bool = False) -> str:
    """Return a number as text: «7», «−20»; if it counts halves (`unit` 2), «6½».

    >>> count(7), count(-20), count(20, signed=True), count(0, signed=True)
    ('7', '−20', '+20', '0')
    >>> count(-13, 2), count(1, 2, signed=True), count(12, 2)
    ('−6½', '+½', '6')
    """
    units, half = divmod(abs(number), unit)
    text = f"{units or ''}½" if half else str(units)
    if number < 0:
        return f"−{text}"
    return f"+{text}" if signed and number else text


def totals_by_letter(counts: Iterable[str]) -> str:
    """Return the text of each side's number: «A +11 · B +1 · C −11 · D −1».

    A no-break space follows each letter.
    """
    return " · ".join(
        f"{letter}\N{NO-BREAK SPACE}{text}"
        for letter, text in zip(SIDE_NAMES, counts, strict=False)
    )


def versus_text(numbers: Iterable[int], unit: int = 1) -> str:
    """Return the numbers of the sides against each other: «7–5», or «+20 / −20» if any is negative.

    >>> versus_text([7, 5]), versus_text([-20, 20])
    ('7–5', '−20 / +20')
    """
    values = list(numbers)
    signed = min(values, default=0) < 0
    texts = (count(number, unit, signed=signed) for number in values)
    return (" / " if signed else "–").join(texts)


def minus(number: int | str) -> str:
    """Return a number with a minus sign as wide as the plus sign.

    >>> minus(-104), minus(7)
    ('−104', '7')
    """
    return str(number).replace("-", "−")


def winner_number_first(numbers: Sequence[int], winner: int | None) -> list[int]:
    """Return the numbers with the winner's number first, as a sentence has them.

    >>> winner_number_first([1, 4, 2], 1), winner_number_first([1, 4], None)
    ([4, 1, 2], [1, 4])
    """
    side = winner or 0
    return [numbers[side], *numbers[:side], *numbers[side + 1 :]]
