"""Assertions that every draw and all standings must pass, whatever happened before."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import rustworkx

from scoring.actas.selectors.actas import with_details
from scoring.rounds.selectors.verification import verify_draw
from scoring.standings.selectors.history import stage_entries
from scoring.standings.selectors.standings import stage_situation, stage_standings, stage_tables
from tests.days.hall import Day, numbers_of
from tests.days.oracle.book import tables_of
from tests.days.oracle.papers import PaperStage, paper_stage_of
from tournaments.formats.core import Situation
from tournaments.formats.history import count_meetings, rounds_not_played
from tournaments.formats.knockout import Knockout
from tournaments.models import Round
from tournaments.names.audience import EVERYTHING
from tournaments.pairing.matching import pair_key


def check_draw(day: Day, situation: Situation, round: Round) -> None:
    """Assert that a published round follows the rules of its format.

    It has the pairings that its seed gives, every active entry at most once, byes in turn and no
    rematch that could be avoided. `situation` is the situation from which the round was drawn.
    """
    stage = round.stage
    system, options = stage.system, stage.format_rules()
    check_nobody_at_two_tables(day)
    pairings = system.next_round(situation, options, round.seed).pairings
    matches = with_details(round.matches.all()).order_by("position", "board")
    sides_by_position = {match.position: numbers_of(match) for match in matches}
    assert sides_by_position == {pairing.position: pairing.sides for pairing in pairings}
    numbers = [number for sides in sides_by_position.values() for number in sides]
    assert len(numbers) == len(set(numbers))
    living = system.living_entries(situation, options)
    if not isinstance(system, Knockout):
        assert set(numbers) <= living
    if stage.format in ("swiss", "totals", "melee", "ladder"):
        assert set(numbers) == living
    resting = {sides[0] for sides in sides_by_position.values() if len(sides) <= system.partners}
    if stage.format in ("swiss", "totals", "melee", "lives") and not is_bracket(round):
        groups = dict(round.sides.values_list("entry__number", "match__group"))
        for name in set(groups.values()):
            members = {number for number, group in groups.items() if group == name}
            check_rests(situation, living & members, resting & members)
    meetings = Counter(
        pair_key(*sides)
        for sides in sides_by_position.values()
        if len(sides) == 2 and system.partners == 1
    )
    rematches = meetings.keys() & count_meetings(situation.rounds).keys()
    if stage.format in ("swiss", "lives") and not is_bracket(round) and rematches:
        assert not could_avoid_rematches(situation, living)
    if stage.format in ("league", "groups", "teams"):
        all_meetings = count_meetings(situation.rounds) + meetings
        assert max(all_meetings.values(), default=0) <= options.legs


def is_bracket(round: Round) -> bool:
    return round.matches.exclude(purpose="").exists()


def check_rests(situation: Situation, living: frozenset[int], resting: set[int]) -> None:
    """Assert that no resting entry has missed more rounds than an entry that plays.

    `living` are the active entries, and `resting` those with a bye in the new round.
    """
    missed_rounds = rounds_not_played(situation)
    playing = [missed_rounds[number] for number in living - resting]
    assert all(missed_rounds[number] <= min(playing, default=0) for number in resting)


def could_avoid_rematches(situation: Situation, living: frozenset[int]) -> bool:
    """Return whether the active entries could be paired without any rematch.

    If their number is odd, one of the entries that missed the fewest rounds rests.
    """
    meetings, missed_rounds = count_meetings(situation.rounds), rounds_not_played(situation)
    fewest = min(missed_rounds[number] for number in living)
    candidates = (
        [n for n in sorted(living) if missed_rounds[n] == fewest] if len(living) % 2 else [0]
    )
    for resting in candidates:
        playing = sorted(living - {resting})
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(playing)
        graph.add_edges_from(
            (a, b, 1)
            for a, number in enumerate(playing)
            for b, rival in enumerate(playing[:a])
            if pair_key(number, rival) not in meetings
        )
        if 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(playing):
            return True
    return False


def check_nobody_at_two_tables(day: Day) -> None:
    """Assert that no table and no entry has two matches (a team: two on the same board)."""
    day.check_tables()
    playing = day.tournament.matches.filter(state="playing")
    seats = list(playing.values_list("sides__entry", "board"))
    assert len(seats) == len(set(seats))


def check_places_and_losses(day: Day) -> None:
    """Assert that the standings have each entry once, places in order, and the right losses."""
    stage = day.stage
    lines = stage_standings(stage, EVERYTHING)
    situation = stage_situation(stage, EVERYTHING)
    entries = stage_entries(stage)
    assert sorted(line.entrant for line in lines) == [
        entrant.number for entrant in situation.entrants
    ]
    places = [line.place for line in lines]
    assert places == sorted(places)
    assert all(place <= order for order, place in enumerate(places, start=1))
    if situation.sides == 2:
        losses = Counter(
            number
            for matches in situation.rounds
            for match in matches
            if entries.counts(match)
            for number in match.losers
        )
        assert {line.entrant: line.lost for line in lines if line.lost} == dict(losses)


def check_draws_repeat(day: Day) -> None:
    """Assert that the public check repeats every published draw of the stage in play."""
    for round in Round.objects.filter(stage=day.stage, state="published").order_by("number"):
        check = verify_draw(round)
        assert check.equal, (round.number, check.steps, check.changes)


def check_standings(day: Day, seed: str = "") -> None:
    """Assert that the site's standings of the stage in play equal those computed from the actas."""
    stage = day.stage
    paper_stage = paper_stage_of(stage)
    site_tables = {
        name: [(line.place, line.entrant, dict(line.values)) for line in lines]
        for name, lines in stage_tables(stage, EVERYTHING).items()
    }
    for name, lines in tables_of(paper_stage).items():
        site_lines = comparable(paper_stage, site_tables[name])
        acta_lines = comparable(paper_stage, lines)
        assert site_lines == acta_lines, (
            f"{seed} {name or 'all'}: {paper_stage.chain} {paper_stage.counting} "
            f"gone {sorted(paper_stage.gone_numbers)}\n"
            f"{papers_in_words(paper_stage)}\n{differences(site_lines, acta_lines)}"
        )


def differences(site_lines: Iterable[Any], acta_lines: Iterable[Any]) -> str:
    """Return the lines that differ between the site and the actas, as text."""
    return "\n".join(
        f"site  {site_line}\nactas {acta_line}"
        for site_line, acta_line in zip(site_lines, acta_lines, strict=False)
        if site_line != acta_line
    )


def comparable(
    paper_stage: PaperStage, lines: Iterable[tuple[int, int, Any]]
) -> list[tuple[int, int, Any]]:
    """Return the lines without the values that the site may choose freely.

    The site may choose the values of the tie-break `lot` and, in boxes, of `format_order`, but not
    the order of the lines.
    """
    ignored_keys = {"lot", "format_order"} if paper_stage.format == "boxes" else {"lot"}
    return [
        (place, entrant, {key: value for key, value in values.items() if key not in ignored_keys})
        for place, entrant, values in lines
    ]


def papers_in_words(paper_stage: PaperStage) -> str:
    return "\n".join(
        f"  {paper.round} {paper.group} {paper.sides} {dict(paper.tallies)} guests "
        f"{sorted(paper.guests)} {paper.purpose} forfeit {paper.forfeit} {paper.decided}"
        for paper in paper_stage.sheet
    )
