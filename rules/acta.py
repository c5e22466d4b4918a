"""A whole match as a text file: header lines, then the lines of the acta.

    @juego guinote
    @modalidad un_coto_de_4
    @A Pilar y Ana
    @B Los Royos
    # a line that begins with # is a comment
    62-58 uA A20o B40e
    9-31 !A

`@juego`, `@modalidad` (the preset) and `@opciones` (name=value, which changes the preset) name the
rules by which the lines are read. Any other header is stored and has no effect.
"""

import re
from dataclasses import dataclass, field

from rules import game
from rules.core import AnyGame, GameOptions, Step, fold, options_of, refusal

ACTA_LENGTH = 100_000  # characters
_HEADER = re.compile(r"@(\w{1,30})\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class WrittenActa:
    """A parsed acta: its header as an ordered mapping, and its lines without outer spaces."""

    lines: tuple[str, ...]
    header: dict[str, str] = field(default_factory=dict)


def read_acta(text: str) -> WrittenActa:
    """Parse the acta in `text`. `fold` checks its lines; this function does not.

    Raises `RuleError` for text longer than ACTA_LENGTH, and for a header that is unreadable, that
    appears twice, or that follows a line.

    >>> read_acta("@juego guinote\\n\\n60-60 uA\\n")
    WrittenActa(lines=('60-60 uA',), header={'juego': 'guinote'})
    """
    if len(text) > ACTA_LENGTH:
        raise refusal("acta_too_long", "acta", length=len(text), allowed=ACTA_LENGTH)
    header: dict[str, str] = {}
    lines: list[str] = []
    for raw in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if not line.startswith("@"):
            lines.append(line)
            continue
        header_match = _HEADER.fullmatch(line)
        if header_match is None or lines or not line.isprintable():
            raise refusal("acta_header", "acta", value=line, allowed="@juego guinote")
        if header_match[1] in header:
            raise refusal("acta_header_twice", "acta", value=header_match[1])
        header[header_match[1]] = header_match[2]
    return WrittenActa(tuple(lines), header)


def write(acta: WrittenActa) -> str:
    """Return the acta as text that `read_acta` can parse."""
    header = [f"@{name} {value}" for name, value in acta.header.items()]
    return "\n".join([*header, *acta.lines]) + "\n"


def read_header(acta: WrittenActa) -> tuple[AnyGame, GameOptions]:
    """Return the game and the options that the header names.

    Raises `RuleError` for a missing or unknown game, an unknown preset, or an option that is
    unreadable, unknown or invalid.
    """
    acta_game = game(acta.header.get("juego"))
    words = acta.header.get("opciones", "").split()
    changes: dict[str, object] = dict(_name_and_value(word) for word in words)
    return acta_game, options_of(acta_game, acta.header.get("modalidad", ""), changes)


def acta_steps(acta: WrittenActa) -> list[Step[object]]:
    """Return a `Step` for each line, with the score after it, by the rules that the header names.

    Raises the errors of `read_header` and `fold`.
    """
    acta_game, options = read_header(acta)
    return fold(acta_game, options, acta.lines)


def _name_and_value(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if not equals:
        raise refusal("acta_header", "acta", value=word, allowed="@opciones cotos=1 partidas=4")
    return name, value
