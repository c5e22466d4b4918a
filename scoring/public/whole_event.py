"""The qualifying lines of a stage, the lists of qualifiers, and the order of the whole event."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.actas.selectors.meetings import Competitor, competitors_of
from scoring.public.cards import event_of
from scoring.public.names import PODIUM
from scoring.stages.selectors.chain import event_over
from scoring.stages.selectors.going_on import StageQualifiers
from scoring.standings.selectors.counting import units
from scoring.standings.whole_event import FinalLine
from scoring.standings.words.tiebreaks import average_in_words, tiebreak_words
from tournaments.formats.quotas import Contest
from tournaments.formats.words import group_name
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.pairing.byes import bracket_size
from tournaments.rounds.words.quotas import quota_in_words
from tournaments.rounds.words.rounds import QUALIFYING_TEXTS
from tournaments.setup.selectors.stages import stages_of


def qualifying_lines(order: Sequence[int], lists: Iterable[StageQualifiers]) -> dict[int, str]:
    """Return the text of the line below the last qualifier for each stage, by that entry's number.

    `order` has the entry numbers of the table from the top. A stage that takes the whole table has
    no line.
    """
    lines = {}
    for group in lists:
        last_number = next((number for number in reversed(order) if number in group.why), None)
        if last_number is not None and last_number != order[-1]:
            lines[last_number] = destination_in_words(group.next_stage, group.entry_count)
    return lines


def destination_in_words(stage: Stage, many: int) -> str:
    """Return in words where `many` qualifiers for that stage go: «Pasan a cuartos de final»."""
    ties = bracket_size(many) // 2 if stage.format == "knockout" and many > 1 else 0
    if ties in QUALIFYING_TEXTS:
        return str(QUALIFYING_TEXTS[ties])
    return gettext("Pasan a %(stage)s") % {"stage": stage.label}


def qualifier_lists(
    stage: Stage, lists: Iterable[StageQualifiers], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    """Return the qualifiers for each later stage, best first, each with its qualifying place.

    If only the best of the entries with the same place in their groups qualify, a table compares
    them (`contests`).
    """
    return [
        {
            "title": destination_in_words(group.next_stage, group.entry_count),
            "stage": group.next_stage,
            "rows": [(competitors[number], why) for number, why in group.why.items()],
            "contests": [
                _contest(stage, contest, group.why, competitors)
                for contest in group.contests
                if contest.contenders
            ],
        }
        for group in lists
        if group.why
    ]


def numbers_in_lists(lists: Iterable[StageQualifiers]) -> set[int]:
    """Return the numbers of all entries that `qualifier_lists` names."""
    return {
        number
        for group in lists
        for numbers in (
            group.why,
            *((contender.number for contender in c.contenders) for c in group.contests),
        )
        for number in numbers
    }


def _contest(
    stage: Stage,
    contest: Contest,
    qualifiers: Container[int],
    competitors: Mapping[int, Competitor],
) -> dict[str, Any]:
    """Return a table of the contenders for a quota, best first, with the compared averages.

    The averages are per match. `last` marks the last qualifier.
    """
    words = tiebreak_words(stage.tournament.game, boards=bool(stage.boards()))
    tally, points = units(stage)
    order = contest.contenders[0].order
    # Keep the first of several columns with the same values, such as points and the sum in totals.
    columns = {
        tuple(contender.averages[index] for contender in contest.contenders): index
        for index in reversed(range(len(order)))
    }
    columns_shown = sorted(columns.values())
    goes = [contender.number in qualifiers for contender in contest.contenders]
    heads = [(index, words[order[index]].heading()) for index in columns_shown]
    return {
        "title": capfirst(quota_in_words(contest.quota)),
        "heads": [head for _at, head in heads],
        "rows": [
            {
                "competitor": competitors[contender.number],
                "group": contender.group,
                "played": contender.played,
                "averages": [
                    (head, average_in_words(order[index], contender.averages[index], tally, points))
                    for index, head in heads
                ],
                "goes": goes[place],
                "last": goes[place] and True not in goes[place + 1 :],
            }
            for place, contender in enumerate(contest.contenders)
        ],
    }


# --- Whole event ----------------------------------------------------------------------------------
# The final order of the whole event, as the page and the paper show it.
PAGE_SIZE = 100


def whole_event_page(
    tournament: Tournament, audience: Audience, page: int = 1, page_size: int = PAGE_SIZE
) -> dict[str, Any]:
    """Return a page of `page_size` entries with place, last stage and place in that stage."""
    lines, is_over = event_of(tournament, audience), event_over(tournament, audience)
    current_page = Paginator(lines, page_size).get_page(page)
    podium_lines = [line for line in lines if is_over and line.place <= PODIUM]
    competitors = competitors_of(
        tournament, audience, {line.entrant for line in (*current_page, *podium_lines)}
    )
    return {
        "rows": _rows(tournament, current_page, competitors),
        "page": current_page,
        "query": "",
        "over": is_over,
        "podium": [
            {"line": line, "competitor": competitors[line.entrant]} for line in podium_lines
        ],
    }


def followed_in_event(tournament: Tournament, number: int, audience: Audience) -> dict[str, Any]:
    """Return the row of one competitor, to show with any page; {} without a row."""
    lines = event_of(tournament, audience)
    own_lines = [line for line in lines if line.entrant == number]
    if not own_lines:
        return {}
    competitors = competitors_of(tournament, audience, [number])
    return {
        "rows": _rows(tournament, own_lines, competitors),
        "number": number,
        "own_page": page_of(tournament, number, audience) if len(lines) > PAGE_SIZE else 0,
        "query": "",
    }


def page_of(tournament: Tournament, number: int, audience: Audience) -> int:
    """Return the page with this entry, or the first page if the entry is on no page."""
    places = {line.entrant: place for place, line in enumerate(event_of(tournament, audience))}
    return places.get(number, 0) // PAGE_SIZE + 1


def event_rows(
    tournament: Tournament, lines: Sequence[FinalLine], audience: Audience
) -> list[dict[str, Any]]:
    numbers = [line.entrant for line in lines]
    return _rows(tournament, lines, competitors_of(tournament, audience, numbers))


def _rows(
    tournament: Tournament, lines: Iterable[FinalLine], competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    stages = {stage.number: stage for stage in stages_of(tournament)}
    return [_row(line, competitors[line.entrant], stages[line.stage]) for line in lines]


def _row(line: FinalLine, competitor: Competitor, stage: Stage) -> dict[str, Any]:
    return {
        "line": line,
        "competitor": competitor,
        "stage": stage.label,
        "group": group_name(stage.format, line.group),
    }
