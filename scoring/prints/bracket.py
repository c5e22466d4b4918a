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
WINNER_MARK = "▸ "


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
    is_lined, paper = not stage.redraws_bracket, PAPERS[ask.paper]
    paper = replace(paper, height=paper.height - printed_letterhead(tournament).room)
    third_place = next((bracket for bracket in brackets if bracket.name == THIRD_PLACE), None)
    rounds: dict[str, list[BracketRound]] = {}
    for bracket in brackets:
        if bracket is not third_place:
            title = _("Por los puestos") if bracket.label else _title(bracket, brackets)
            # The grand final goes on the sheet of the losers' bracket.
            title = next(reversed(rounds)) if bracket.name == GRAND_FINAL else title
            rounds.setdefault(title, []).extend(bracket.rounds)
    main = next((_title(bracket, brackets) for bracket in brackets if bracket.name == MAIN), "")
    return [
        Chunk(
            {
                **header(tournament, title, stage),
                "paper": ask.paper,
                "room": paper,
                "pages": _pages(
                    title_rounds, paper, third_place if title == main else None, is_lined=is_lined
                ),
            }
        )
        for title, title_rounds in rounds.items()
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


def _title(bracket: Bracket, brackets: Sequence[Bracket]) -> str:
    if sum(sibling.name != THIRD_PLACE for sibling in brackets) == 1:
        return _("Cuadro")
    return bracket_name(bracket.name, bracket.label, bracket.rounds[0].entries)


def _pages(
    rounds: Sequence[BracketRound], paper: Paper, third_place: Bracket | None, *, is_lined: bool
) -> list[dict[str, Any]]:
    """Return each sheet of a bracket with its boxes, its lines and its marks."""
    sheets = sheets_of([round.size for round in rounds], paper, is_lined=is_lined)
    pages = []
    for sheet in sheets:
        has_sources = sheet.is_lined and sheet.columns[0].round > 0
        has_targets = sheet.is_lined and sheet.columns[-1].round < len(rounds) - 1
        layout = place_on_sheet(sheet, paper, has_sources=has_sources, has_targets=has_targets)
        source_marks = _source_marks(sheet, sheets, layout) if has_sources else []
        target_marks = _target_marks(sheet, sheets, layout) if has_targets else []
        columns = _columns(rounds, sheet, layout)
        pages.append({"columns": columns, "layout": layout, "marks": source_marks + target_marks})
    if third_place:
        _add_third_place(pages[-1], third_place)
    return pages


def _columns(
    rounds: Sequence[BracketRound], sheet: PosterSheet, layout: PosterPlan
) -> list[dict[str, Any]]:
    columns = []
    names = [[[name_inside(rounds[column.round])]] for column in sheet.columns]
    heads = [fit(name, layout.width, 8, LARGEST_HEAD) for name in names]
    size = min(head.size for head in heads)
    for index, column in enumerate(sheet.columns):
        ties = rounds[column.round].ties[column.first : column.last]
        height = layout.heights[index]
        boxes = [
            {"y": top, "sides": _sides(tie, layout.width, height)}
            for tie, top in zip(ties, layout.tops[index], strict=True)
        ]
        columns.append(
            {
                "x": layout.lefts[index],
                "height": height,
                "half": height / 2 - 0.4,
                "head": heads[index]._replace(size=size),
                "boxes": boxes,
            }
        )
    return columns


def _add_third_place(page: dict[str, Any], third_place: Bracket) -> None:
    """Put the match for third place under the final."""
    column, layout = page["columns"][-1], page["layout"]
    name = fit([[_("Tercer y cuarto puesto")]], layout.width, 8, column["head"].size)
    sides = _sides(third_place.rounds[0].ties[0], layout.width, column["height"])
    page["third"] = {
        "y": layout.third,
        "sides": sides,
        "head": name,
        "above": layout.third - HEAD + 1.5,
    }


# --- Marks between sheets -------------------------------------------------------------------------
def _source_marks(
    sheet: PosterSheet, sheets: Sequence[PosterSheet], layout: PosterPlan
) -> list[dict[str, Any]]:
    """Return marks left of the first column, which name the sheet of each side's previous tie."""
    own_column = sheet.columns[0]
    sources = [
        (number, other_sheet.columns[-1])
        for number, other_sheet in enumerate(sheets, 1)
        if other_sheet.columns[-1].round == own_column.round - 1
    ]
    ties_per_tie = sum(column.ties for _number, column in sources) // sum(
        source.columns[0].ties for source in sheets if source.columns[0].round == own_column.round
    )
    marks = []
    for place, top in enumerate(layout.tops[0]):
        for side in range(ties_per_tie):
            tie = (own_column.first + place) * ties_per_tie + side
            number, column = next(
                source for source in sources if source[1].first <= tie < source[1].last
            )
            middle = top + layout.heights[0] * (side + 0.5) / ties_per_tie
            text = _("de la hoja %(number)s") % {"number": number}
            text = _ordinal(text, column.ties, tie - column.first)
            marks.append({"x": layout.lefts[0] - MARK, "y": middle, "text": text})
    return marks


def _target_marks(
    sheet: PosterSheet, sheets: Sequence[PosterSheet], layout: PosterPlan
) -> list[dict[str, Any]]:
    """Return marks right of the last column, which name the sheet of each winner's next tie."""
    own_column = sheet.columns[-1]
    targets = [
        (number, other_sheet.columns[0])
        for number, other_sheet in enumerate(sheets, 1)
        if other_sheet.columns[0].round == own_column.round + 1
    ]
    ties = sum(
        target.columns[-1].ties for target in sheets if target.columns[-1].round == own_column.round
    )
    ties_per_tie = ties // sum(column.ties for _number, column in targets)
    marks = []
    for place, top in enumerate(layout.tops[-1]):
        tie = (own_column.first + place) // ties_per_tie
        number = next(number for number, target in targets if target.first <= tie < target.last)
        text = _ordinal(_("a la hoja %(number)s") % {"number": number}, own_column.ties, place)
        x = layout.lefts[-1] + layout.width
        marks.append({"x": x, "y": top + layout.heights[-1] / 2, "text": text})
    return marks


def _ordinal(text: str, ties: int, place: int) -> str:
    """Return the text of a mark, with the place of its tie (from 0) if the sheet has several."""
    return f"{text} ({place + 1}.ª)" if ties > 1 else text


# --- Boxes ----------------------------------------------------------------------------------------
def _sides(tie: Tie, width: float, height: float) -> list[dict[str, Any]]:
    """Return the two halves of a box, each with its names in letters as large as possible."""
    meeting = tie.meeting
    score = next(iter(meeting.tallies.values()), ()) if meeting else ()
    sides: list[dict[str, Any]] = []
    for side, place in enumerate(tie.places):
        competitor = place.competitor
        won = bool(meeting and competitor and meeting.won_by(competitor.number))
        score_text = count(score[side], meeting.unit) if meeting and competitor and score else ""
        sides.append(_half(place, score_text, width, height / 2 - 1, won=won))
    if len(sides) == 1:
        rests = fit([[_("pasa sin jugar")]], width - 2 * EDGE, height / 2 - 1, LARGEST_NOTE)
        sides.append({"text": rests, "open": True})
    return sides


def _half(
    place: BracketSide, score: str, width: float, height: float, *, won: bool
) -> dict[str, Any]:
    if place.competitor is None:
        text = fit([[_source_in_words(place)]], width - 2 * EDGE, height, LARGEST_NOTE)
        return {"text": text, "open": True}
    size = min(LARGEST_NUMBER, height * 0.62 / POINT)
    number = (WINNER_MARK if won else "") + place.competitor.label
    number_width = text_width(number) * size * POINT + EDGE
    score_width = text_width(score) * size * POINT + EDGE if score else 0.0
    room = width - number_width - score_width - 2 * EDGE
    return {
        "number": number,
        "size": size,
        "numbered": number_width,
        "text": _names(place.competitor, room, height),
        "score": score,
        "scored": score_width,
        "won": won,
    }


def _names(competitor: Competitor, width: float, height: float) -> FittedText:
    """Return the whole names in one line or a line per person, whichever allows larger letters."""
    if competitor.name:
        return fit([[competitor.title]], width, height, LARGEST)
    people = [str(player) for player in competitor.players]
    return fit([[competitor.title], people], width, height, LARGEST)


def _source_in_words(place: BracketSide) -> str:
    if place.source is None or place.source.number is None:
        return ""
    text = _("Perdedor del %(number)s") if place.loser else _("Ganador del %(number)s")
    return text % {"number": place.source.number}
