"""A promise before a draw, and the seed that follows from it and from a word spoken aloud.

A text with the entries is published with the SHA-256 of the text and a secret. Then somebody in the
hall says a word. The seed comes from the secret and the word, so that nobody can know the seed in
advance.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from tournaments.formats.core import Wishes

FIRST_LINE = "Tapete, lista para el sorteo, versión 1"
NO_WISHES = Wishes()
SEED_DIGITS = 20  # 80 bits, still short enough to type
NAME_LINE = re.compile(r"^([0-9]+):(?: .*|$)", re.MULTILINE)
TAG_LINE = re.compile(r"^([0-9]+ es de: )(.+)$", re.MULTILINE)
ENTRY_LINE = re.compile(r"^([0-9]+):(?: |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry of the list, with its people as text (`name`) and its fixed `table` (0 for none)."""

    number: int
    name: str
    seed: int = 0
    tags: tuple[str, ...] = ()
    table: int = 0


def text(
    *,
    tournament: str,
    stage: int,
    round: int,
    format: str,
    options: Mapping[str, object],
    entries: Iterable[ListedEntry],
    wishes: Wishes = NO_WISHES,
    out_of_service: Iterable[int] = (),
) -> str:
    """Return the published list, each line ending in a line feed, with the entries by number.

    >>> print(text(tournament="casino", stage=1, round=1, format="swiss", options={"rounds": 5},
    ...            entries=[ListedEntry(2, "Eva · Sol"), ListedEntry(1, "Ana · Luis")]), end="")
    Tapete, lista para el sorteo, versión 1
    torneo: casino
    fase: 1
    ronda: 1
    sistema: swiss {"rounds":5}
    1: Ana · Luis
    2: Eva · Sol
    """
    written_options = json.dumps(
        dict(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    head = [
        FIRST_LINE,
        f"torneo: {tournament}",
        f"fase: {stage}",
        f"ronda: {round}",
        f"sistema: {format} {written_options}",
    ]
    sorted_entries = sorted(entries, key=lambda entry: entry.number)
    lines = [line for entry in sorted_entries for line in _entry_lines(entry)]
    tables_out = ", ".join(map(str, sorted(out_of_service)))
    tables = [f"mesas fuera de servicio: {tables_out}"] if tables_out else []
    text_lines = [*head, *lines, *_wish_lines(wishes), *tables]
    return "".join(f"{_one_line(line)}\n" for line in text_lines)


def text_with_secret(text: str, secret: str) -> str:
    """Return the text with the secret as its last line: the input of `sha256sum`."""
    return f"{text}secreto: {secret}\n"


def commitment(text: str, secret: str) -> str:
    """Return the 64 hex digits published before the draw: SHA-256 of `text_with_secret`."""
    return sha256(text_with_secret(text, secret).encode()).hexdigest()


def seed_from(secret: str, word: str) -> str:
    """Return the seed of the draw: the first 20 digits of the SHA-256 of `secret|word` in UTF-8.

    >>> seed_from("34679-CDFGH-JKMNP-QRTVW-XY346-79CDF", "el gordo")
    'd86e97f0803863499b2c'
    """
    return sha256(f"{secret}|{word}".encode()).hexdigest()[:SEED_DIGITS]


def list_without_names(text: str, title_of: Callable[[int], str]) -> str:
    """Return the list without names: `title_of` gives the text of each number.

    Numbers replace the families and towns too. A list made by this function stays unchanged if
    `title_of` is the same.

    >>> text = "1: Ana Gil\\n1 es de: family:gil\\n2: Eva\\n"
    >>> list_without_names(text, lambda number: f"Pareja {number}")
    '1: Pareja 1\\n1 es de: family:~1\\n2: Pareja 2\\n'
    """
    replacements: dict[str, str] = {}

    def replace_tag(match: re.Match[str]) -> str:
        kind = match[2].partition(":")[0]
        return f"{match[1]}{replacements.setdefault(match[2], f'{kind}:~{len(replacements) + 1}')}"

    text_with_titles = NAME_LINE.sub(lambda match: f"{match[1]}: {title_of(int(match[1]))}", text)
    return TAG_LINE.sub(replace_tag, text_with_titles)


def listed_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of the entries in a text, in the order of the text."""
    return tuple(int(number) for number in ENTRY_LINE.findall(text))


def _entry_lines(entry: ListedEntry) -> list[str]:
    lines = [f"{entry.number}: {entry.name}"]
    if entry.seed:
        lines.append(f"{entry.number} cabeza de serie: {entry.seed}")
    if entry.table:
        lines.append(f"{entry.number} mesa fija: {entry.table}")
    return lines + [f"{entry.number} es de: {tag}" for tag in sorted(entry.tags)]


def _wish_lines(wishes: Wishes) -> list[str]:
    return [
        *([f"repartir: {wishes.spread}"] if wishes.spread else []),
        *(f"separar: {kind} {weight}" for kind, weight in sorted(wishes.apart.items())),
        *(f"juntar: {kind} {weight}" for kind, weight in sorted(wishes.together.items())),
        *(f"no se enfrentan: {first} {second}" for first, second in sorted(wishes.forbidden)),
    ]


def _one_line(text: str) -> str:
    """Remove line breaks and repeated spaces, so that no name can imitate another line."""
    return " ".join(text.split())
