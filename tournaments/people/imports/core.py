"""Cells that say yes or no, private cells, and the types and limits of an import."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.names.people import fold_text, words_in

YES = words_in(
    "si s x 1 true yes y ok v verdadero pagado pagada pagados pagadas paid presente presentes "
    "present vale hecho cobrado cobrada abonado abonada ingresado ingreso bizum efectivo metalico "
    "transferencia transfer tarjeta oui vrai paye payee sim pagat bai egia ordainduta ordaindu"
)
NO = words_in(
    "no n 0 false falso pendiente pendientes pte pdte debe deben impagado impagada unpaid non "
    "faux pendent nao ez"
)
# Negations before other words: «no pagado», «sin pagar», «falta cobrar».
NEGATIONS = (NO - {"n", "0"}) | words_in("sin falta faltan pas")
FINAL_NEGATIONS = words_in("no non gabe")  # «todavía no»
FILLER_WORDS = words_in("ha han por el en la")  # in an answer such as «lo ha pagado en efectivo»
CHECK_MARKS = "✓✔☑✅√🗸👍☒"
CROSSES = "✗✘❌☐✖⬜👎"
AMOUNT = r"\d{1,5}(?:[.,]\d{1,2})?"
MONEY = re.compile(rf"{AMOUNT}(?:\.-)?\s*(?:€|¤|eur|euros?)?|(?:€|eur)\s*{AMOUNT}")
MONEY_IN_TEXT = re.compile(rf"(?:€|¤)\s*({AMOUNT})|({AMOUNT})\s*(?:€|¤|eur\b|euros?\b)")
DAY = re.compile(r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?|\d{4}-\d\d-\d\d(?:t[\d:]+)?")
PRIVATE = re.compile(r"^(\+?[\d .-]{9,16}|[\d.]{7,10}\W?[a-zA-Z]|\S+@\S+\.\S+)$")
LONGEST_ANSWER = 60


def yes_or_no(text: str) -> bool | None:
    """Return the value of a tick; None for an unclear text.

    A date or an amount above 0 means yes; an empty cell means no.

    >>> [yes_or_no(text) for text in ("Sí", "x", "20 €", "✓", "bizum 20€", "12/08")]
    [True, True, True, True, True, True]
    >>> [yes_or_no(text) for text in ("", "0 €", "NO PAGADO", "debe 20 €", "✗", "mañana")]
    [False, False, False, False, False, None]
    """
    plain = fold_text(text[: LONGEST_ANSWER + 1]).strip(" .-–—")
    if not plain:
        return False
    if len(plain) > LONGEST_ANSWER:
        return None
    words = re.findall(r"[^\W\d_]+|\d+", plain)
    if plain[0] in CROSSES or plain in NO or _denies(words):
        return False
    if MONEY.fullmatch(plain):
        return _amount(plain) > 0
    if plain[0] in CHECK_MARKS or plain in YES or DAY.fullmatch(plain):
        return True
    if money := MONEY_IN_TEXT.search(plain):
        return _amount(money[1] or money[2]) > 0
    answer_words = {word for word in words if not word.isdigit()} - FILLER_WORDS
    return True if answer_words and answer_words <= YES else None


def _denies(words: Sequence[str]) -> bool:
    """Return whether two or more words deny, as «no pagado» does."""
    if len(words) < 2:
        return False
    return words[0] in NEGATIONS or "no" in words[:-1] or words[-1] in FINAL_NEGATIONS


def _amount(text: str) -> float:
    return float(re.sub(r"[^\d.]", "", text.replace(",", ".").replace(".-", "")) or 0)


# --- Core -----------------------------------------------------------------------------------------
# The types and limits of an import.
MAX_BYTES = 2_000_000
MAX_UNZIPPED = 50_000_000
MAX_ROWS = 5_000  # the most entries
MAX_LINES = MAX_ROWS + 10  # the entries, with titles and headings
MAX_COLUMNS = 20
MAX_SHEETS = 30  # sheets read, filled or empty
MAX_ROWS_READ = 1_100_000  # rows read, filled or empty: more than a full sheet has
LONGEST_LINE = 3_000  # the most letters of a line; a team with its people has half as many


class SheetError(ValueError):
    """A paste or file that cannot be read as a list; `code` and `params` give the reason."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code, self.params = code, params


@dataclass(frozen=True, slots=True)
class RowFault:
    """A fault of a row, or a remark on it; `field` is the cell, "" for none."""

    code: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    field: str = ""


@dataclass(frozen=True, slots=True)
class RawLine:
    """Raw cells of a line; `number` counts the lines of the source from 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceSheet:
    """The filled lines, in order, and the remarks on the whole sheet."""

    lines: tuple[RawLine, ...]
    remarks: tuple[RowFault, ...] = ()
