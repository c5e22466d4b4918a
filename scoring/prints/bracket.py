"""The bracket of a knockout as a poster, on one sheet or several."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actas.selectors.meetings import Competitor, competitors_of, meetings
from scoring.games.figures import count
from scoring.prints.ask import Chunk, PrintAsk, header
from scoring.prints.layout.fitting import POINT, FittedText, fit, text_width
from scoring.prints.layout.heads import printed_letterhead
from scoring.prints.layout.poster import (
    HEAD,
    MARK,
    PAPERS,
    Paper,
    PosterPlan,
    PosterSheet,
    place_on_sheet,
    sheets_of,
)
from scoring.public.names import name_inside
from scoring.stages.selectors.bracket import (
    GRAND_FINAL,
    MAIN,
    THIRD_PLACE,
    Bracket,
    BracketRound,
    BracketSide,
    Tie,
    brackets_of,
)
from tournaments.models import Tournament
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.rounds import current_round
from tournaments.rounds.words.phases import bracket_name

# Largest letters, in points, of names, of numbers, of headings and of notes.
LARGEST, LARGEST_NUMBER, LARGEST_HEAD, LARGEST_NOTE = 22.0, 22.0, 16.0, 12.0
EDGE = 1.5  # free millimetres at each end of a box, and between its number, name and score
WON = "▸ "


def bracket_sheet(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return the main bracket, then the other brackets. Raises Refused 409 if none is drawn."""
    refuse_without_bracket(tournament, ask)
    stage, competitors = tournament.stage, competitors_of(tournament, audience)
    brackets = [
        bracket
        for bracket in brackets_of(stage, meetings(stage, competitors, audience), competitors)
        if bracket.rounds
    ]
    if not brackets:
        raise Conflict(
            "bracket_not_drawn", gettext_lazy("El cuadro se podrá imprimir cuando se sortee.")
        )
    lined, paper = not stage.redraws_bracket, PAPERS[ask.paper]
    paper = replace(paper, height=paper.height - printed_letterhead(tournament).room)
    third = next((bracket for bracket in brackets if bracket.name == THIRD_PLACE), None)
    rounds: dict[str, list[BracketRound]] = {}
    for each in brackets:
        if each is not third:
            title = _("Por los puestos") if each.label else _title(each, brackets)
            # The grand final goes on the sheet of the losers' bracket.
            title = next(reversed(rounds)) if each.name == GRAND_FINAL else title
            rounds.setdefault(title, []).extend(each.rounds)
    main = next((_title(bracket, brackets) for bracket in brackets if bracket.name == MAIN), "")
    return [
        Chunk(
            {
                **header(tournament, title, stage),
                "paper": ask.paper,
                "room": paper,
                "pages": _pages(own, paper, third if title == main else None, lined=lined),
            }
        )
        for title, own in rounds.items()
    ]


def refuse_without_bracket(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 unless the stage has a bracket and its first round is published."""
    if not tournament.stage.has_bracket:
        raise Conflict("no_bracket", gettext_lazy("Solo las eliminatorias tienen cuadro."))
    if current_round(tournament.stage, EVERY_ROUND) is None:
        raise Conflict(
            "bracket_not_drawn",
            gettext_lazy("El cuadro se podrá imprimir cuando se publique la primera ronda."),
        )


def _title(own: Bracket, brackets: Sequence[Bracket]) -> str:
    others = [bracket for bracket in brackets if bracket.name != THIRD_PLACE]
    if len(others) == 1:
        return _("Cuadro")
    return bracket_name(own.name, own.label, own.rounds[0].entries)


def _pages(
    rounds: Sequence[BracketRound], paper: Paper, third: Bracket | None, *, lined: bool
) -> list[dict[str, Any]]:
    """Return each sheet of a bracket with its boxes, its lines and its marks."""
    sheets = sheets_of([round.size for round in rounds], paper, lined=lined)
    pages = []
    for sheet in sheets:
        comes = sheet.lined and sheet.columns[0].round > 0
        goes = sheet.lined and sheet.columns[-1].round < len(rounds) - 1
        layout = place_on_sheet(sheet, paper, comes=comes, goes=goes)
        came = _came(sheet, sheets, layout) if comes else []
        going = _going(sheet, sheets, layout) if goes else []
        columns = _columns(rounds, sheet, layout)
        pages.append({"columns": columns, "layout": layout, "marks": came + going})
    if third:
        _add_third(pages[-1], third)
    return pages


def _columns(
    rounds: Sequence[BracketRound], sheet: PosterSheet, layout: PosterPlan
) -> list[dict[str, Any]]:
    columns = []
    names = [[[name_inside(rounds[column.round])]] for column in sheet.columns]
    heads = [fit(name, layout.width, 8, LARGEST_HEAD) for name in names]
    size = min(head.size for head in heads)
    for at, column in enumerate(sheet.columns):
        ties = rounds[column.round].ties[column.first : column.last]
        height = layout.heights[at]
        boxes = [
            {"y": top, "sides": _sides(tie, layout.width, height)}
            for tie, top in zip(ties, layout.tops[at], strict=True)
        ]
        columns.append(
            {
                "x": layout.lefts[at],
                "height": height,
                "half": height / 2 - 0.4,
                "head": heads[at]._replace(size=size),
                "boxes": boxes,
            }
        )
    return columns


def _add_third(page: dict[str, Any], third: Bracket) -> None:
    """Put the match for third place under the final."""
    column, layout = page["columns"][-1], page["layout"]
    name = fit([[_("Tercer y cuarto puesto")]], layout.width, 8, column["head"].size)
    sides = _sides(third.rounds[0].ties[0], layout.width, column["height"])
    page["third"] = {
        "y": layout.third,
        "sides": sides,
        "head": name,
        "above": layout.third - HEAD + 1.5,
    }


# --- How sheets join ------------------------------------------------------------------------------
def _came(
    sheet: PosterSheet, sheets: Sequence[PosterSheet], layout: PosterPlan
) -> list[dict[str, Any]]:
    """Return marks left of the first column, which name the sheet of each side's previous tie."""
    own = sheet.columns[0]
    before = [
        (number, other_sheet.columns[-1])
        for number, other_sheet in enumerate(sheets, 1)
        if other_sheet.columns[-1].round == own.round - 1
    ]
    joined = sum(column.ties for _number, column in before) // sum(
        each.columns[0].ties for each in sheets if each.columns[0].round == own.round
    )
    marks = []
    for at, top in enumerate(layout.tops[0]):
        for side in range(joined):
            tie = (own.first + at) * joined + side
            number, column = next(each for each in before if each[1].first <= tie < each[1].last)
            middle = top + layout.heights[0] * (side + 0.5) / joined
            text = _("de la hoja %(number)s") % {"number": number}
            text = _ordinal(text, column.ties, tie - column.first)
            marks.append({"x": layout.lefts[0] - MARK, "y": middle, "text": text})
    return marks


def _going(
    sheet: PosterSheet, sheets: Sequence[PosterSheet], layout: PosterPlan
) -> list[dict[str, Any]]:
    """Return marks right of the last column, which name the sheet of each winner's next tie."""
    own = sheet.columns[-1]
    after = [
        (number, other_sheet.columns[0])
        for number, other_sheet in enumerate(sheets, 1)
        if other_sheet.columns[0].round == own.round + 1
    ]
    ties = sum(each.columns[-1].ties for each in sheets if each.columns[-1].round == own.round)
    joined = ties // sum(column.ties for _number, column in after)
    marks = []
    for at, top in enumerate(layout.tops[-1]):
        tie = (own.first + at) // joined
        number = next(number for number, each in after if each.first <= tie < each.last)
        text = _ordinal(_("a la hoja %(number)s") % {"number": number}, own.ties, at)
        x = layout.lefts[-1] + layout.width
        marks.append({"x": x, "y": top + layout.heights[-1] / 2, "text": text})
    return marks


def _ordinal(text: str, ties: int, at: int) -> str:
    """Return the text of the mark of tie `at` (from 0), numbered if the sheet has several ties."""
    return f"{text} ({at + 1}.ª)" if ties > 1 else text


# --- Boxes ----------------------------------------------------------------------------------------
def _sides(tie: Tie, width: float, height: float) -> list[dict[str, Any]]:
    """Return the two halves of a box, each with its name as large as it fits."""
    meeting = tie.meeting
    score = next(iter(meeting.tallies.values()), ()) if meeting else ()
    sides: list[dict[str, Any]] = []
    for side, place in enumerate(tie.places):
        who = place.competitor
        won = bool(meeting and who and meeting.won_by(who.number))
        score_text = count(score[side], meeting.unit) if meeting and who and score else ""
        sides.append(_half(place, score_text, width, height / 2 - 1, won=won))
    if len(sides) == 1:
        rests = fit([[_("pasa sin jugar")]], width - 2 * EDGE, height / 2 - 1, LARGEST_NOTE)
        sides.append({"text": rests, "open": True})
    return sides


def _half(
    place: BracketSide, score: str, width: float, height: float, *, won: bool
) -> dict[str, Any]:
    if place.competitor is None:
        text = fit([[_awaited(place)]], width - 2 * EDGE, height, LARGEST_NOTE)
        return {"text": text, "open": True}
    size = min(LARGEST_NUMBER, height * 0.62 / POINT)
    number = (WON if won else "") + place.competitor.label
    numbered = text_width(number) * size * POINT + EDGE
    scored = text_width(score) * size * POINT + EDGE if score else 0.0
    room = width - numbered - scored - 2 * EDGE
    return {
        "number": number,
        "size": size,
        "numbered": numbered,
        "text": _names(place.competitor, room, height),
        "score": score,
        "scored": scored,
        "won": won,
    }


def _names(competitor: Competitor, width: float, height: float) -> FittedText:
    """Return the whole names in one line or a line per person, whichever allows larger letters."""
    if competitor.name:
        return fit([[competitor.title]], width, height, LARGEST)
    people = [str(player) for player in competitor.players]
    return fit([[competitor.title], people], width, height, LARGEST)


def _awaited(place: BracketSide) -> str:
    if place.source is None or place.source.number is None:
        return ""
    text = _("Perdedor del %(number)s") if place.loser else _("Ganador del %(number)s")
    return text % {"number": place.source.number}
