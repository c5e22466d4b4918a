"""Any day of any format: people leave, come late, results are corrected. What must hold always."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import rustworkx
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scoring.rehearsal import stage_over
from scoring.selectors.actas import detailed, live_acta, written
from scoring.selectors.standings import gone_of, stage_situation, stage_standings
from scoring.services.actas import correct_acta, record_hand
from scoring.services.calls import ring_bell
from scoring.services.rounds import open_next_round, place_late_entry, publish_round
from scoring.services.withdrawals import withdraw_entry
from tests.days.hall import WITH_DRAWS, Day, LineOf, anything, luck, numbers_of
from tournaments.formats import FORMATS
from tournaments.formats.core import DrawError, Situation, byes_taken, meetings, pair_key
from tournaments.models import Entry, Match, Round
from tournaments.people import Person
from tournaments.refusal import Refused
from tournaments.services.draws import discard_round
from tournaments.services.entries import register_entry

pytestmark = pytest.mark.django_db

ALONE = {"sides": 4, "people": 1, "manos": 4}
# The ways each format is played here: its options, and what else the tournament has.
WAYS: Mapping[str, Sequence[tuple[dict[str, Any], dict[str, Any]]]] = {
    "knockout": [
        ({"third_place": True}, {}),
        ({"repesca": "consolation", "byes": "rested", "redraw": True}, {}),
        ({"repesca": "double", "reset": True}, {}),
        ({"placements": True}, {}),
        ({"repesca": "best_losers"}, {}),
    ],
    "lives": [({"lives": 2}, {}), ({"lives": 3}, {}), ({"lives": 2, "bracket_at": 4}, {})],
    "groups": [({"size": 3}, {}), ({"size": 4, "legs": 2}, {"game_options": WITH_DRAWS})],
    "swiss": [({"rounds": 5}, {}), ({"rounds": 4, "bye": "mean"}, {"game_options": WITH_DRAWS})],
    "league": [({}, {}), ({"legs": 2}, {"game_options": WITH_DRAWS})],
    "totals": [
        ({"rounds": 4}, {}),
        ({"rounds": 3, "odd": "larger", "best": 2}, {"game_options": ALONE}),
        ({"rounds": 3, "seating": "ranking"}, {"game_options": ALONE}),
    ],
    "melee": [({"rounds": 4}, {}), ({"rounds": 3, "rest_worth": "nothing"}, {})],
    "ladder": [({"rounds": 4}, {}), ({"rounds": 3, "tie": "lot"}, {"game_options": WITH_DRAWS})],
    "clock": [({}, {}), ({"last_call": "even"}, {})],
    "teams": [({"legs": 1, "boards": 2}, {"squad": 4})],
    "boxes": [({"blocks": 2, "size": 3}, {})],
}
MOST_ROUNDS = 6

# What happens in a round: to whom is for the dice to say.
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["loses", "void", "last", "comes", "corrects"]), st.integers(0, 99)
    ),
    max_size=2,
)  # fmt: skip
DAYS = st.lists(EVENTS, min_size=1, max_size=MOST_ROUNDS)
few = settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # a whole day takes too long to look for a smaller one that fails
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def test_every_format_has_its_days():
    assert set(WAYS) == set(FORMATS)


@pytest.mark.parametrize("format", FORMATS)
@few
@given(way=st.integers(0, 99), count=st.integers(6, 11), events=DAYS)
def test_whatever_happens(begin, format, way, count, events):
    with thrown_away():
        day = a_day(begin, "Cualquiera", format, way, count)
        if day.stage.by_calls:
            play_by_clock(day, events)
        else:
            play_by_rounds(day, events)
        counts_close(day)


@pytest.mark.parametrize("format", FORMATS)
@few
@given(
    way=st.integers(0, 99), count=st.integers(5, 8), wrong=st.sets(st.integers(1, 5), min_size=1)
)
def test_a_corrected_result_is_as_good_as_a_right_one(begin, format, way, count, wrong):
    """Two halls with the same seed: in the second some results are written the other way round,
    the next round is drawn, and then all is put right and drawn again."""
    with thrown_away():
        right = a_day(begin, "Sin fallos", format, way, count)
        other = a_day(begin, "Con fallos", format, way, count)
        for day, mistaken in ((right, frozenset()), (other, wrong)):
            play = clock_with_mistakes if day.stage.by_calls else rounds_with_mistakes
            play(day, mistaken)
        assert drawn_in(right) == drawn_in(other)
        assert right.standings() == other.standings()
        assert results_of(right) == results_of(other)


# --- The days -------------------------------------------------------------------------------------
@contextmanager
def thrown_away() -> Iterator[None]:
    """Whatever is written inside is not there afterwards: each example begins from nothing."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def a_day(begin: Callable[..., Day], name: str, format: str, way: int, count: int) -> Day:
    options, changes = WAYS[format][way % len(WAYS[format])]
    day = begin(name, format, options, **{"tables": 2, **changes})
    for number in range(1, count + 1):
        somebody_more(day, number)
    return day


def somebody_more(day: Day, number: int) -> Entry:
    tournament = day.tournament
    size = tournament.squad or tournament.entry_size
    people = [Person(f"Jugador {number}", str(one), "Luco") for one in range(size)]
    name = f"Equipo {number}" if tournament.squad else ""
    return register_entry(tournament=tournament, author=day.author, players=people, name=name)


def a_line(match: Match, numbers: tuple[int, ...]) -> str:
    options = match.game_rules()
    if options.sides > 2:
        return f"manos {options.manos} " + "-".join(str(luck(60, match, one)) for one in numbers)
    if options.extra == 0 and luck(4, match, "tablas") == 0:
        return "20-20"
    return anything(match, numbers)


def play_by_rounds(day: Day, events: Sequence[Sequence[tuple[str, int]]]) -> None:
    stage = day.stage
    for happens in events:
        if stage_over(stage):
            return
        before = stage_situation(stage)
        try:
            drawn = open_next_round(stage=stage, author=day.author)
        except DrawError as error:
            assert error.code == "too_few_entrants"
            return
        drawn = publish_round(round=drawn, author=day.author)
        well_drawn(day, before, drawn)
        for what, dice in happens[:1]:
            it_happens(day, what, dice)
        day.write(drawn, a_line)
        for what, dice in happens[1:]:
            it_happens(day, what, dice)


def play_by_clock(day: Day, events: Sequence[Sequence[tuple[str, int]]]) -> None:
    stage = day.stage
    publish_round(round=open_next_round(stage=stage, author=day.author), author=day.author)
    for happens in events:
        for what, dice in happens:
            it_happens(day, what, dice)
        for _match in range(2):
            one_more(day)
            nobody_at_two_tables(day)
    ring_bell(stage=stage, author=day.author)
    while one_more(day):
        nobody_at_two_tables(day)
    assert stage_over(day.stage)


def one_more(day: Day) -> bool:
    """Whoever has played longest ends; False when nobody is playing."""
    match = detailed(day.tournament.matches.filter(state="playing")).order_by("number").first()
    if match is None:
        return False
    line = a_line(match, numbers_of(match))
    record_hand(match=match, author=day.author, line=line, number=1)
    return True


def it_happens(day: Day, what: str, dice: int) -> None:
    tournament = day.tournament
    if what == "corrects":
        finished = detailed(tournament.matches.filter(state="finished", result__forfeit=False))
        # Of the last round: what was drawn from the others stays as it was played.
        match = finished.order_by("-round__serial", "position", "board").first()
        if match is not None:
            write_other_way(day, match)
    elif what == "comes":
        entry = somebody_more(day, tournament.entries.count() + 1)
        try:
            place_late_entry(entry=entry, author=day.author)
        except Refused as refused:
            assert refused.status == 409
    else:
        live = list(tournament.entries.filter(state=Entry.State.ENTERED).order_by("number"))
        if len(live) > 4:
            effect = {"loses": "lose"}.get(what, what)
            withdraw_entry(
                entry=live[dice % len(live)], author=day.author, reason="se va", effect=effect
            )


def write_other_way(day: Day, match: Match) -> None:
    """Correct the acta to the same numbers from the last side to the first."""
    line = written(live_acta(match))[0]
    if turned(line) != line:
        correct_acta(match=match, author=day.author, lines=[turned(line)], reason="al revés")


def turned(line: str) -> str:
    """The numbers of a line from the last side to the first.

    >>> turned("manos 4 10-20-30-40")
    'manos 4 40-30-20-10'
    """
    *head, numbers = line.split(" ")
    return " ".join([*head, "-".join(reversed(numbers.split("-")))])


# --- With mistakes --------------------------------------------------------------------------------
def rounds_with_mistakes(day: Day, wrong: frozenset[int] | set[int]) -> None:
    """In the rounds that are `wrong` the first match is, until the next draw is thrown away."""
    stage = day.stage
    for number in range(1, MOST_ROUNDS):
        if stage_over(stage):
            return
        draft = open_next_round(stage=stage, author=day.author)
        drawn = publish_round(round=draft, author=day.author)
        played = drawn.matches.exclude(state="bye")
        first = detailed(played).order_by("position", "board")[0]
        day.write(drawn, slipped_in(first) if number in wrong else a_line)
        if number not in wrong:
            continue
        if not stage_over(stage):
            draft = open_next_round(stage=stage, author=day.author)
            discard_round(round=draft, author=day.author, reason="el acta estaba mal")
        write_other_way(day, first)


def slipped_in(wrong: Match) -> LineOf:
    """Every line right but that of one match, written the other way round."""

    def line(match: Match, numbers: tuple[int, ...]) -> str:
        right = a_line(match, numbers)
        return turned(right) if match == wrong else right

    return line


def clock_with_mistakes(day: Day, wrong: frozenset[int] | set[int]) -> None:
    """The matches that are `wrong` are put right when another has ended, and people called."""
    stage = day.stage
    publish_round(round=open_next_round(stage=stage, author=day.author), author=day.author)
    for number in range(1, MOST_ROUNDS):
        match = detailed(day.tournament.matches.filter(state="playing")).order_by("number")[0]
        line = a_line(match, numbers_of(match))
        asked = turned(line) if number in wrong else line
        record_hand(match=match, author=day.author, line=asked, number=1)
        one_more(day)
        if number in wrong:
            write_other_way(day, match)


def drawn_in(day: Day) -> list[tuple[int, int, tuple[int, ...], str]]:
    """Who met whom in each round, in order."""
    matches = detailed(day.tournament.matches.all()).order_by("round__serial", "position", "board")
    return [
        (match.round.number, match.position, numbers_of(match), match.purpose) for match in matches
    ]


def results_of(day: Day) -> list[tuple[int | None, dict[str, list[int]]]]:
    matches = day.tournament.matches.exclude(state="bye")
    found = matches.order_by("round__serial", "position", "board")
    return list(found.values_list("result__winner", "result__tallies"))


# --- What must hold -------------------------------------------------------------------------------
def well_drawn(day: Day, before: Situation, drawn: Round) -> None:
    stage = drawn.stage
    system, options = stage.system, stage.format_rules()
    nobody_at_two_tables(day)
    pairings = system.next_round(before, options, drawn.seed).pairings
    matches = detailed(drawn.matches.all()).order_by("position", "board")
    kept = {match.position: numbers_of(match) for match in matches}
    assert kept == {one.position: one.sides for one in pairings}
    numbers = [number for sides in kept.values() for number in sides]
    assert len(numbers) == len(set(numbers))
    living = system.still_in(before, options)
    if not system.PLAYS_WITHDRAWN:
        assert set(numbers) <= living
    if stage.format in ("swiss", "totals", "melee", "ladder"):
        assert set(numbers) == living
    resting = {sides[0] for sides in kept.values() if len(sides) <= system.PARTNERS}
    if stage.format in ("swiss", "totals", "melee", "lives") and not is_bracket(drawn):
        rest_in_turn(before, living, resting)
    meeting = Counter(
        pair_key(*sides) for sides in kept.values() if len(sides) == 2 and system.PARTNERS == 1
    )
    again = meeting.keys() & meetings(before.rounds).keys()
    if stage.format in ("swiss", "lives") and not is_bracket(drawn) and again:
        assert not avoidable(before, living)
    if stage.format in ("league", "groups", "teams"):
        found = meetings(before.rounds) + meeting
        assert max(found.values(), default=0) <= options.legs


def is_bracket(drawn: Round) -> bool:
    return drawn.matches.exclude(purpose="").exists()


def rest_in_turn(before: Situation, living: frozenset[int], resting: set[int]) -> None:
    """Nobody rests again while somebody who plays has rested less."""
    taken = byes_taken(before.rounds)
    playing = [taken[number] for number in living - resting]
    assert all(taken[number] <= min(playing, default=0) for number in resting)


def avoidable(before: Situation, living: frozenset[int]) -> bool:
    """Whether all could have met somebody new, whoever of those that rested least rests now."""
    met, taken = meetings(before.rounds), byes_taken(before.rounds)
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
    lines, situation, gone = stage_standings(stage), stage_situation(stage), gone_of(stage)
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
