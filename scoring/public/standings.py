"""The standings, with every tie-break and the reason of each place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from scoring.counting import Counting
from scoring.public.crosses import by_number, cross_table, is_crossed
from scoring.public.names import podium, rounds_told
from scoring.public.sums import sum_tables
from scoring.selectors.counting import beside_of, changed_after_draw, stage_counting, units
from scoring.selectors.endings import winner_goes_on
from scoring.selectors.meetings import Competitor, competitors_of, meetings
from scoring.selectors.provisional import provisional_of
from scoring.selectors.standings import has_podium, reckoning_of, stage_tables
from scoring.selectors.sums import stage_sums
from scoring.standings import Line
from scoring.wording import tiebreaks
from scoring.wording.countings import rules_of_counting
from scoring.wording.rounds import Rounds, changed_in_words
from scoring.wording.tally_words import WINS_MATCHES
from tournaments.models import Stage, Tournament
from tournaments.selectors.audit import rounds_changed
from tournaments.selectors.day import day_of_stage
from tournaments.wording.formats import group_name


def standings_page(stage: Stage) -> dict[str, Any]:
    """The standings, one table a group, with every tie-break and the reason of each place; and the
    square of crosses where everybody meets everybody. 12 queries at most, 7 more where the order
    is the format's own, 3 where what is not confirmed is shown, and 7 where sums are shown."""
    provisional = provisional_of(stage)
    competitors, tables = (
        competitors_of(stage.tournament),
        stage_tables(stage, provisional.supposed),
    )
    today = day_of_stage(stage)
    sums = stage_sums(stage, provisional.supposed)
    titles = {number: one.title for number, one in competitors.items()}
    rounds = rounds_told(stage)
    reckoning = reckoning_of(stage)
    told = [
        _table(stage, competitors, name, lines, rounds, reckoning) for name, lines in tables.items()
    ]
    for row in (row for table in told for row in table["rows"]):
        row["provisional"] = provisional.by_entry[int(row["number"])]
    if today.round is not None:
        for table in told:
            table["sums"] = sum_tables(stage, sums, table["order"], titles)
    if today.round is None:
        for table in told:
            _by_number(table)
    if is_crossed(stage):
        played = meetings(stage, competitors)
        for table in told:
            table["crosses"] = cross_table(stage, by_number(competitors, table["order"]), played)
    over = today.finished and has_podium(stage, tables) and not winner_goes_on(stage)
    return {
        "tables": [table for table in told if table["rows"]],
        "round": today.round,
        "left": today.left,
        "provisional": provisional.count,
        "length_changes": [changed_in_words(line) for line in rounds_changed(stage)],
        "over": over,
        "podium": podium(next(iter(tables.values())), competitors) if over else [],
    }


def _table(
    stage: Stage,
    competitors: Mapping[int, Competitor],
    name: str,
    lines: Sequence[Line],
    rounds: Rounds,
    reckoning: tiebreaks.Reckoning,
) -> dict[str, Any]:
    game = stage.tournament.game
    boards = bool(stage.boards())
    words = tiebreaks.words_of(game, boards=boards)
    values = tiebreaks.shown(game, lines, rounds, *units(stage), boards=boards)
    reasons = tiebreaks.reasons(
        game, lines, values, boards=boards, reckoning=reckoning, unit=units(stage)[0]
    )
    columns = tiebreaks.columns(values, stage.chain)
    draws = "points" in stage.chain and any(line.drawn for line in lines)
    counts = {"played": gettext("Jugadas"), **({"drawn": gettext("Empates")} if draws else {})}
    order = [line.entrant for line in lines]
    heads = [
        *({"key": key, "short": head} for key, head in counts.items()),
        *({"key": key, "short": words[key].short} for key in columns),
    ]
    shown = [
        [
            *((key, head, str(getattr(line, key))) for key, head in counts.items()),
            *(
                (one.key, one.short, one.value)
                for one in values[line.entrant]
                if one.key in columns
            ),
        ]
        for line in lines
    ]
    if beside := beside_of(stage):
        at, head = len(counts) + tiebreaks.beside_at(columns), WINS_MATCHES[beside][0]
        heads.insert(at, {"key": beside, "short": head})
        for line, row in zip(lines, shown, strict=True):
            row.insert(at, (beside, str(head), tiebreaks.beside_said(line)))
    return {
        "group": name,
        "title": group_name(stage.format, name),
        "order": order,
        "rows": [
            {
                **_who(competitors[line.entrant], way),
                "place": str(line.place),
                "out": line.withdrawn,
                "reason": reasons[line.entrant],
                "shown": row,
            }
            for line, row, way in zip(lines, shown, _ways(stage.tournament, order), strict=True)
        ],
        "heads": heads,
    }


def _by_number(table: dict[str, Any]) -> None:
    """Nothing has been drawn: by their numbers, with no place and no reason."""
    table["order"].sort()
    table["rows"].sort(key=lambda row: int(row["number"]))
    for row in table["rows"]:
        row["place"] = row["reason"] = ""


def _who(competitor: Competitor, url: str) -> dict[str, str]:
    """The competitor as its row names it, with the way to its day: text, which a template does not
    look into any more."""
    return {
        "number": str(competitor.number),
        "title": competitor.title,
        "left": competitor.left,
        "url": url,
    }


def _ways(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """The addresses of those days: looked up once, for hundreds of looks are felt."""
    before, _zero, after = reverse("entry", args=[tournament.slug, 0]).rpartition("0")
    return [f"{before}{number}{after}" for number in numbers]


def legend(stage: Stage) -> dict[str, Any]:
    """How the stage is ranked and counted: its tie-breaks in order, what else differs
    from the usual, and when it was changed with something drawn. One query."""
    counting = stage_counting(stage)
    words = tiebreaks.words_of(stage.tournament.game, counting, boards=bool(stage.boards()))
    return {
        "number": stage.number,
        "chain": [words[key] for key in stage.chain],
        "beside": WINS_MATCHES[beside] if (beside := beside_of(stage)) else (),
        "counting": rules_of_counting(_with_its_rest(stage, counting), units(stage)[0]),
        "changed": changed_after_draw(stage),
    }


def _with_its_rest(stage: Stage, counting: Counting) -> Counting:
    """The counting with what a rest is worth told, also where the format says it. By the clock
    nobody rests."""
    if getattr(stage.system, "CALLS", False):
        return counting
    return replace(counting, bye=counting.bye or stage.rest())
