"""Properties of every draw, and of the standings, whatever has happened."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import rustworkx

from scoring.actas.selectors.actas import with_details
from scoring.rounds.selectors.verification import verify_draw
from scoring.standings.selectors.history import entered_of
from scoring.standings.selectors.standings import stage_situation, stage_standings, stage_tables
from tests.days.hall import Day, numbers_of
from tests.days.oracle.book import tables_of
from tests.days.oracle.papers import Hall, hall_of
from tournaments.formats.core import Situation
from tournaments.formats.history import count_meetings, rounds_not_played
from tournaments.formats.knockout import Knockout
from tournaments.models import Round
from tournaments.names.audience import EVERYTHING
from tournaments.pairing.matching import pair_key


def well_drawn(day: Day, before: Situation, drawn: Round) -> None:
    stage = drawn.stage
    system, options = stage.system, stage.format_rules()
    nobody_at_two_tables(day)
    pairings = system.next_round(before, options, drawn.seed).pairings
    matches = with_details(drawn.matches.all()).order_by("position", "board")
    kept = {match.position: numbers_of(match) for match in matches}
    assert kept == {one.position: one.sides for one in pairings}
    numbers = [number for sides in kept.values() for number in sides]
    assert len(numbers) == len(set(numbers))
    living = system.still_in(before, options)
    if not isinstance(system, Knockout):
        assert set(numbers) <= living
    if stage.format in ("swiss", "totals", "melee", "ladder"):
        assert set(numbers) == living
    resting = {sides[0] for sides in kept.values() if len(sides) <= system.partners}
    if stage.format in ("swiss", "totals", "melee", "lives") and not is_bracket(drawn):
        groups = dict(drawn.sides.values_list("entry__number", "match__group"))
        for name in set(groups.values()):
            here = {number for number, group in groups.items() if group == name}
            rest_in_turn(before, living & here, resting & here)
    meeting = Counter(
        pair_key(*sides) for sides in kept.values() if len(sides) == 2 and system.partners == 1
    )
    again = meeting.keys() & count_meetings(before.rounds).keys()
    if stage.format in ("swiss", "lives") and not is_bracket(drawn) and again:
        assert not avoidable(before, living)
    if stage.format in ("league", "groups", "teams"):
        found = count_meetings(before.rounds) + meeting
        assert max(found.values(), default=0) <= options.legs


def is_bracket(drawn: Round) -> bool:
    return drawn.matches.exclude(purpose="").exists()


def rest_in_turn(before: Situation, living: frozenset[int], resting: set[int]) -> None:
    """Nobody is left out again while somebody who plays has played more rounds."""
    taken = rounds_not_played(before)
    playing = [taken[number] for number in living - resting]
    assert all(taken[number] <= min(playing, default=0) for number in resting)


def avoidable(before: Situation, living: frozenset[int]) -> bool:
    """Whether all could have met somebody new, whoever of those that rested least rests now."""
    met, taken = count_meetings(before.rounds), rounds_not_played(before)
    fewest = min(taken[number] for number in living)
    odd = [n for n in sorted(living) if taken[n] == fewest] if len(living) % 2 else [0]
    for out in odd:
        playing = sorted(living - {out})
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(playing)
        graph.add_edges_from(
            (a, b, 1)
            for a, one in enumerate(playing)
            for b, other in enumerate(playing[:a])
            if pair_key(one, other) not in met
        )
        if 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(playing):
            return True
    return False


def nobody_at_two_tables(day: Day) -> None:
    """Nobody plays twice at once but a team, and no table has two matches."""
    day.look_at_tables()
    playing = day.tournament.matches.filter(state="playing")
    sat = list(playing.values_list("sides__entry", "board"))
    assert len(sat) == len(set(sat))


def counts_close(day: Day) -> None:
    """Everybody once, in places that follow; as many defeats as matches were lost that count."""
    stage = day.stage
    lines, situation, gone = (
        stage_standings(stage, EVERYTHING),
        stage_situation(stage, EVERYTHING),
        entered_of(stage),
    )
    assert sorted(line.entrant for line in lines) == [one.number for one in situation.entrants]
    found = [line.place for line in lines]
    assert found == sorted(found)
    assert all(place <= order for order, place in enumerate(found, start=1))
    if situation.sides == 2:
        lost = Counter(
            number
            for matches in situation.rounds
            for match in matches
            if gone.counts(match)
            for number in match.losers
        )
        assert {line.entrant: line.lost for line in lines if line.lost} == dict(lost)


def every_draw_comes_out_again(day: Day) -> None:
    """The public check of each round, whatever was corrected and whoever came or left since."""
    for drawn in Round.objects.filter(stage=day.stage, state="published").order_by("number"):
        told = verify_draw(drawn)
        assert told.equal, (drawn.number, told.steps, told.changes)


def standings_add_up(day: Day, seed: str = "") -> None:
    """Compare the standings of the stage in play with its actas added up by hand."""
    stage = day.stage
    hall = hall_of(stage)
    told = {
        name: [(line.place, line.entrant, dict(line.values)) for line in lines]
        for name, lines in stage_tables(stage, EVERYTHING).items()
    }
    for name, lines in tables_of(hall).items():
        found, wanted = compared(hall, told[name]), compared(hall, lines)
        assert found == wanted, (
            f"{seed} {name or 'all'}: {hall.chain} {hall.counting} gone {sorted(hall.gone)}\n"
            f"{played(hall)}\n{only_in(found, wanted)}"
        )


def only_in(site: Iterable[Any], actas: Iterable[Any]) -> str:
    """The lines in which they differ."""
    return "\n".join(
        f"site  {one}\nactas {other}"
        for one, other in zip(site, actas, strict=False)
        if one != other
    )


def compared(hall: Hall, lines: Iterable[tuple[int, int, Any]]) -> list[tuple[int, int, Any]]:
    """The value of the lot is for the site to choose, and the order of a box is judged by itself,
    whatever the boxes below have; their order is not."""
    out = {"lot", "format_order"} if hall.format == "boxes" else {"lot"}
    return [
        (place, entrant, {key: value for key, value in values.items() if key not in out})
        for place, entrant, values in lines
    ]


def played(hall: Hall) -> str:
    return "\n".join(
        f"  {paper.round} {paper.group} {paper.sides} {dict(paper.tallies)} guests "
        f"{sorted(paper.guests)} {paper.purpose} forfeit {paper.forfeit} {paper.decided}"
        for paper in hall.sheet
    )
