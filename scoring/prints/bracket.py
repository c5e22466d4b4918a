"""The bracket of a knockout over as many sheets as it needs, four rounds to a sheet."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prints.ask import Ask, Chunk, header
from scoring.public.names import name_inside
from scoring.selectors.matches.meetings import Competitor, Named, competitors_of, meetings
from scoring.selectors.stages.bracket import (
    GRAND_FINAL,
    MAIN,
    THIRD_PLACE,
    Bracket,
    BracketRound,
    Place,
    Tie,
    brackets_of,
)
from scoring.wording.numbers import count
from scoring.wording.rounds import bracket_name
from tournaments.models import Tournament
from tournaments.names.people import fold
from tournaments.names.surnames import ARTICLES, particle
from tournaments.refusal import Conflict
from tournaments.selectors.rounds import current_round

COLUMN, GAP, SLOT = 69.0, 5.0, 21.0  # millimetres, as in static/css/print.css
COLUMNS = 4  # rounds on a sheet, and so eight matches in its first column
ROWS = 8  # matches in a column without lines
LINE = 30  # letters that fit in a place


def bracket_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Return the main bracket, then the others. Raises Refused 409 before there is one."""
    refuse_without_bracket(tournament, ask)
    stage, competitors = tournament.stage, competitors_of(tournament)
    found = [
        bracket
        for bracket in brackets_of(stage, meetings(stage, competitors), competitors)
        if bracket.rounds
    ]
    if not found:
        raise Conflict(
            "bracket_not_drawn", gettext_lazy("El cuadro se podrá imprimir cuando se sortee.")
        )
    lined = not stage.system.redraws(stage.format_rules())
    third = next((one for one in found if one.name == THIRD_PLACE), None)
    rounds: dict[str, list[BracketRound]] = {}
    for one in found:
        if one is not third:
            title = _("Por los puestos") if one.label else _title(one, found)
            # The grand final goes on the sheet of those who come to it from below.
            title = next(reversed(rounds)) if one.name == GRAND_FINAL else title
            rounds.setdefault(title, []).extend(one.rounds)
    sheets = {title: _pages(own, lined) for title, own in rounds.items()}
    if third:
        main = next(one for one in found if one.name == MAIN)
        sheets[_title(main, found)][-1]["third"] = _tie(third.rounds[0].ties[0])
    return [
        Chunk({**header(tournament, title, stage), "pages": pages})
        for title, pages in sheets.items()
    ]


def refuse_without_bracket(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 unless this can have a bracket and its first round is published."""
    if not tournament.stage.has_bracket:
        raise Conflict("no_bracket", gettext_lazy("Solo las eliminatorias tienen cuadro."))
    if current_round(tournament.stage) is None:
        raise Conflict(
            "bracket_not_drawn",
            gettext_lazy("El cuadro se podrá imprimir cuando se publique la primera ronda."),
        )


def _title(one: Bracket, found: Sequence[Bracket]) -> str:
    others = [bracket for bracket in found if bracket.name != THIRD_PLACE]
    if len(others) == 1:
        return _("Cuadro")
    return bracket_name(one.name, one.label, one.rounds[0].entries)


def _pages(rounds: Sequence[BracketRound], lined: bool) -> list[dict[str, Any]]:
    """The columns of a bracket, with lines where each has half the ties of the one before."""
    halved = all(one.size == 2 * after.size for one, after in pairwise(rounds))
    halved = halved and rounds[-1].size == 1
    return _tree(rounds) if lined and halved else _list(rounds)


def _tree(rounds: Sequence[BracketRound]) -> list[dict[str, Any]]:
    """Sheets of up to four rounds: those of the first rounds in blocks, then what follows."""
    pages = []
    for start in range(0, len(rounds), COLUMNS):
        part = rounds[start : start + COLUMNS]
        for block in range(part[-1].size):
            columns = [
                {
                    "name": name_inside(round),
                    "places": [_tie(tie) for tie in _of(round, block, part)],
                }
                for round in part
            ]
            counts = [len(column["places"]) for column in columns]
            pages.append({"columns": columns, "lines": _connectors(counts)})
    return pages


def _list(rounds: Sequence[BracketRound]) -> list[dict[str, Any]]:
    columns = [
        {
            "name": name_inside(round),
            "places": [_tie(tie) for tie in round.ties[first : first + ROWS]],
        }
        for round in rounds
        for first in range(0, round.size, ROWS)
    ]
    sheets = -(-len(columns) // COLUMNS)
    each = -(-len(columns) // sheets)  # the last sheet does not keep the final alone
    return [
        {"columns": columns[first : first + each], "lines": "", "plain": True}
        for first in range(0, len(columns), each)
    ]


def _of(round: BracketRound, block: int, part: Sequence[BracketRound]) -> tuple[Tie, ...]:
    """The ties of a round that lead to the block-th tie of the sheet's last round."""
    each = round.size // part[-1].size
    return round.ties[block * each : (block + 1) * each]


def _connectors(counts: list[int]) -> str:
    """The lines from each match to the next round's, as the `d` of an SVG path."""
    lines = []
    for column, slots in enumerate(counts[:-1]):
        x, step = COLUMN * (column + 1) - GAP, SLOT * 2**column
        for place in range(slots):
            y = step * (place + 0.5)
            lines.append(f"M{x} {y}h{GAP / 2}V{step * 2 * (place // 2 + 0.5)}h{GAP / 2}")
    return "".join(lines)


def _tie(tie: Tie) -> dict[str, Any]:
    meeting = tie.meeting
    bye = len(tie.places) == 1
    score = next(iter(meeting.tallies.values()), ()) if meeting else ()
    sides = [_side(place) for place in tie.places]
    for side, shown in enumerate(sides):
        competitor = tie.places[side].competitor
        shown["won"] = bool(meeting and competitor and meeting.won_by(competitor.number))
        shown["score"] = count(score[side], meeting.unit) if meeting and score else None
    if bye:
        sides = [sides[0], {"text": _("pasa sin jugar")}]
    return {"number": None if bye or meeting is None else meeting.number, "sides": sides}


def _side(place: Place) -> dict[str, Any]:
    if place.competitor is not None:
        return {"number": place.competitor.number, "text": short_title(place.competitor)}
    if place.source is None or place.source.number is None:
        return {"text": ""}
    text = _("Pierde la %(number)s") if place.loser else _("Gana la %(number)s")
    return {"text": text % {"number": place.source.number}}


def short_title(competitor: Competitor) -> str:
    """Return the people in a line: whole names, one surname, or initials, cut if still long."""
    titles = [
        " · ".join(
            _apart(write(player.name, player.surname), player) for player in competitor.players
        )
        for write in (_whole, _one_surname, _initial)
    ]
    return next((title for title in titles if len(title) <= LINE), titles[-1])


def _apart(written: str, someone: Named) -> str:
    return f"{written} ({someone.apart})" if someone.apart else written


def _whole(name: str, surname: str) -> str:
    return f"{name} {surname}".strip()


def _one_surname(name: str, surname: str) -> str:
    """«Francisco Javier de la Fuente» of «de la Fuente Gil»."""
    words = surname.split()
    before = particle(words) or (len(words) > 1 and fold(words[0]) in ARTICLES)
    return _whole(name, " ".join(words[: before + 1]))


def _initial(name: str, surname: str) -> str:
    return _one_surname(f"{name[:1]}.", surname) if surname else name
