"""The numbers of a tally as people read them."""

from collections.abc import Iterable

from rules.core import SIDE_NAMES


def count(number: int, unit: int = 1, *, signed: bool = False) -> str:
    """«7», «−20»; where the tally counts halves (the `unit` of the options is 2), «6½».

    >>> count(7), count(-20), count(20, signed=True), count(0, signed=True)
    ('7', '−20', '+20', '0')
    >>> count(-13, 2), count(1, 2, signed=True), count(12, 2)
    ('−6½', '+½', '6')
    """
    whole, half = divmod(abs(number), unit)
    text = f"{whole or ''}½" if half else str(whole)
    if number < 0:
        return f"−{text}"
    return f"+{text}" if signed and number else text


def by_letter(counts: Iterable[str]) -> str:
    """«A +11 · B +1 · C −11 · D −1», where no letter is left alone at the end of a row."""
    return " · ".join(
        f"{letter}\N{NO-BREAK SPACE}{told}"
        for letter, told in zip(SIDE_NAMES, counts, strict=False)
    )
