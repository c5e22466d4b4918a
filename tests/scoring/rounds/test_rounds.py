"""Tests of successive rounds: the situation for the draw, brackets, late entries, whole events."""

import pytest

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.refusals import is_refused
from tests.rows import case, cases
from tests.scoring.played_rounds import publish
from tests.sizes import size
from tests.worlds import world
from tournaments.formats.core import DrawError, Entrant, PlayedMatch
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate, withdraw
from tournaments.refusal import refusal_from
from tournaments.rounds.selectors.rounds import current_round, published_round

State = Match.State


def play(match: Match, author, winner: int = 0, partidas_lost: int = 1) -> None:
    """Record two cotos of three partidas for the winner; the rival wins `partidas_lost` in each."""
    score = f"3-{partidas_lost}" if winner == 0 else f"{partidas_lost}-3"
    for number in (1, 2):
        record_hand(match=match, author=author, line=f"coto {score}", number=number)


def play_round(round: Round, author) -> None:
    """Let side A win every unfinished match, in the order of their numbers."""
    unfinished_matches = round.matches.filter(state__in=[State.WAITING, State.PLAYING])
    for match in unfinished_matches.order_by("number"):
        play(match, author)


def entry_numbers(match: Match) -> tuple[int, ...]:
    return tuple(entry.number for entry in match.entries)


@world
def swiss(make_tournament) -> Tournament:
    return make_tournament(format="swiss", format_options={"rounds": 3})


# --- Situation for the draw -----------------------------------------------------------------------
def test_the_situation_has_entries_rounds_and_points(casino, pairs, pilar):
    entries = pairs(casino, 3)
    round = publish(casino, pilar)
    bye, match = round.matches.get(state=State.BYE), round.matches.get(number=1)
    play(match, pilar)
    withdraw(entry=match.entries[1], author=pilar, reason="a casa")
    (resting,), (a, b) = entry_numbers(bye), entry_numbers(match)
    situation = stage_situation(casino.stage, EVERYTHING)
    assert situation.entrants == tuple(
        Entrant(entry.number, active=entry.number != b) for entry in entries
    )
    counted_tallies = tuple(match.result.tallies["partidas"])
    assert situation.rounds == (
        (PlayedMatch(1, (resting,), resting), PlayedMatch(2, (a, b), a, counted=counted_tallies)),
    )
    assert situation.points == {resting: 1, a: 1}


def test_a_match_in_play_has_no_winner(casino, pairs, pilar):
    pairs(casino, 2)
    match = publish(casino, pilar).matches.get()
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    assert stage_situation(casino.stage, EVERYTHING).rounds == (
        (PlayedMatch(1, entry_numbers(match), None, purpose="final"),),
    )
    assert {line.played for line in stage_standings(casino.stage, EVERYTHING)} == {0}


def test_a_draft_is_not_in_the_situation(casino, pairs, pilar):
    pairs(casino, 5)
    open_next_round(stage=casino.stage, author=pilar)
    assert stage_situation(casino.stage, EVERYTHING).rounds == ()
    assert {line.played for line in stage_standings(casino.stage, EVERYTHING)} == {0}


def test_a_bye_counts_as_a_match_won_without_loss(casino, pairs, pilar):
    pairs(casino, 3)
    round = publish(casino, pilar)
    casino.stages.update(chain=["for:cotos", "for:partidas"])
    first, *others = stage_standings(Stage.objects.get(tournament=casino), EVERYTHING)
    assert (first.played, first.won, first.values) == (
        1,
        1,
        (("for:cotos", 2), ("for:partidas", 6)),
    )
    assert {line.played for line in others} == {0}
    assert round.matches.filter(state=State.BYE).count() == 1


def test_the_standings_have_the_cotos_and_partidas_of_both_sides(casino, pairs, pilar):
    pairs(casino, 2)
    match = publish(casino, pilar).matches.get()
    play(match, pilar, winner=1, partidas_lost=2)
    casino.stages.update(chain=["exit_round", "for:cotos", "for:partidas", "against:partidas"])
    a, b = entry_numbers(match)
    lines = stage_standings(Stage.objects.get(tournament=casino), EVERYTHING)
    assert [(line.entrant, [value for _key, value in line.values]) for line in lines] == [
        (b, [19, 2, 6, -4]),
        (a, [10, 0, 4, -6]),
    ]


@pytest.mark.parametrize("count", [2, 30])
def test_the_standings_cost_three_queries_with_2_and_with_30_entries(
    swiss, pairs, pilar, count, django_assert_num_queries
):
    pairs(swiss, count)
    publish(swiss, pilar)
    stage = swiss.stage
    with django_assert_num_queries(3):
        lines = stage_standings(stage, EVERYTHING)
    assert len(lines) == count


# --- Knockouts ------------------------------------------------------------------------------------
def test_no_round_is_drawn_before_the_end_of_the_last(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    play(casino.matches.get(number=1), pilar)
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    refusal = refusal_from(error.value)
    assert (refusal.code, refusal.status) == ("round_unfinished", 409)
    assert str(refusal) == "La ronda 1 no ha terminado: encuentros que faltan, 3."


def test_a_bracket_of_eight_is_played_to_the_final_and_the_third_place(casino, pairs, pilar):
    pairs(casino, 8)
    for _round in range(3):
        play_round(publish(casino, pilar), pilar)
    final, third = casino.stage.rounds.get(number=3).matches.order_by("-number")
    assert (final.purpose, final.number, third.purpose, third.number) == (
        "final",
        8,
        "third_place",
        7,
    )
    lines = stage_standings(casino.stage, EVERYTHING)
    assert [line.entrant for line in lines[:4]] == [*entry_numbers(final), *entry_numbers(third)]
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    assert refusal_from(error.value).code == "stage_over"


@world
def semifinals(casino, pairs, pilar) -> Round:
    """The played semifinals of a knockout of four pairs."""
    pairs(casino, 4)
    round = publish(casino, pilar)
    play_round(round, pilar)
    return round


def test_a_withdrawn_winner_loses_its_next_match(casino, semifinals, pilar):
    withdrawn = casino.matches.get(number=1).entries[0]
    withdraw(entry=withdrawn, author=pilar, reason="lo llaman de casa")
    round = publish(casino, pilar)
    final = round.matches.get(purpose="final")
    rival = next(entry for entry in final.entries if entry != withdrawn)
    assert final.state == State.FINISHED
    assert (final.table, round.matches.get(purpose="third_place").table) == (None, 1)
    assert final.entries[final.result.winner] == rival
    assert final.result.forfeit
    acta = final.actas.get()
    assert [hand.line for hand in acta.hands.all()] == [
        f"pierde {'AB'[final.entries.index(withdrawn)]}: se retira"
    ]


def test_the_corrected_winner_is_drawn_in_the_final(casino, semifinals, pilar):
    match = casino.matches.get(number=1)
    correct_acta(
        match=match, author=pilar, lines=["coto 0-3", "coto 1-3"], reason="estaba al revés"
    )
    round = publish(casino, pilar)
    assert match.entries[1].number in entry_numbers(round.matches.get(purpose="final"))


@cases(
    "lines",
    case("the other pair won", ["coto 0-3", "coto 1-3"]),
    case("the match is not over", ["coto 3-1"]),
)
def test_a_draft_from_a_corrected_result_is_not_published(casino, semifinals, pilar, lines):
    draft = open_next_round(stage=casino.stage, author=pilar)
    correct_acta(
        match=casino.matches.get(number=1), author=pilar, lines=lines, reason="estaba al revés"
    )
    with is_refused("results_changed", status=409):
        publish_round(round=draft, author=pilar)
    assert casino.stage.rounds.get(number=2).state == Round.State.DRAFT


def test_a_draft_is_published_if_the_correction_keeps_the_winner(casino, semifinals, pilar):
    draft = open_next_round(stage=casino.stage, author=pilar)
    correct_acta(
        match=casino.matches.get(number=1),
        author=pilar,
        lines=["coto 3-2", "coto 3-0"],
        reason="se contó mal un coto",
    )
    assert publish_round(round=draft, author=pilar).state == Round.State.PUBLISHED


# --- Late entries ---
@world
def round_in_play(casino, pairs, pilar) -> Round:
    """Round 1 of a knockout of five pairs, with three byes and one match."""
    pairs(casino, 5)
    return publish(casino, pilar)


def test_a_late_pair_meets_a_pair_with_a_bye_by_lot(round_in_play, pairs, pilar):
    (late_entry,) = pairs(round_in_play.stage.tournament, 1)
    numbers_with_bye = set(round_in_play.report["byes"])
    match = place_late_entry(entry=late_entry, author=pilar)
    rival, number = entry_numbers(match)
    assert rival in numbers_with_bye and number == 6
    assert (match.number, match.state, match.table) == (2, State.PLAYING, 2)
    round_in_play.refresh_from_db()
    assert round_in_play.report["byes"] == sorted(numbers_with_bye - {rival})
    assert [(row["entry"], row["rival"]) for row in round_in_play.report["late"]] == [(6, rival)]


def test_the_lot_of_a_late_pair_can_be_repeated(make_tournament, pairs, pilar):
    rivals = []
    for name in ("Calamocha", "Monreal"):
        tournament = make_tournament(name=name)
        pairs(tournament, 9)
        publish(tournament, pilar)
        (late_entry,) = pairs(tournament, 1)
        rivals.append(entry_numbers(place_late_entry(entry=late_entry, author=pilar)))
    assert rivals[0] == rivals[1]


def test_late_pairs_are_placed_as_long_as_a_pair_has_a_bye(round_in_play, pairs, pilar):
    *late_entries, last_entry = pairs(round_in_play.stage.tournament, 4)
    for entry in late_entries:
        place_late_entry(entry=entry, author=pilar)
    with is_refused("nobody_exempt", status=409):
        place_late_entry(entry=last_entry, author=pilar)
    assert round_in_play.matches.filter(state=State.BYE).count() == 0


def test_a_late_pair_that_wins_plays_the_next_round(round_in_play, pairs, pilar):
    casino = round_in_play.stage.tournament
    (late_entry,) = pairs(casino, 1)
    match = place_late_entry(entry=late_entry, author=pilar)
    play(match, pilar, winner=1)
    play_round(round_in_play, pilar)
    second_round = publish(casino, pilar)
    assert late_entry.number in {
        number for match in second_round.matches.all() for number in entry_numbers(match)
    }


def test_a_pair_in_the_draw_is_not_placed_again(round_in_play, pilar):
    with is_refused("already_in_draw", status=409):
        place_late_entry(entry=round_in_play.stage.tournament.entries.get(number=1), author=pilar)


def test_a_withdrawn_late_pair_is_not_placed(round_in_play, pairs, pilar):
    (late_entry,) = pairs(round_in_play.stage.tournament, 1)
    withdraw(entry=late_entry, author=pilar, reason="se cansó de esperar")
    with is_refused("already_withdrawn", status=409):
        place_late_entry(entry=late_entry, author=pilar)
    reinstate(entry=late_entry, author=pilar)
    assert place_late_entry(entry=late_entry, author=pilar).state == State.PLAYING


def test_a_late_pair_is_not_placed_once_the_second_round_is_drawn(round_in_play, pairs, pilar):
    casino = round_in_play.stage.tournament
    (late_entry,) = pairs(casino, 1)
    play_round(round_in_play, pilar)
    open_next_round(stage=casino.stage, author=pilar)
    with is_refused("too_late", status=409):
        place_late_entry(entry=late_entry, author=pilar)


def test_in_a_swiss_without_byes_a_late_pair_enters_the_next_round(swiss, pairs, pilar):
    pairs(swiss, 6)
    round = publish(swiss, pilar)
    (late_entry,) = pairs(swiss, 1)
    with is_refused("drawn_later", status=409):
        place_late_entry(entry=late_entry, author=pilar)
    play_round(round, pilar)
    second_round = publish(swiss, pilar)
    assert {
        number for match in second_round.matches.all() for number in entry_numbers(match)
    } == set(range(1, 8))


# --- Current round ---
def test_only_a_published_round_is_the_current_one(casino, pairs, pilar):
    pairs(casino, 4)
    draft = open_next_round(stage=casino.stage, author=pilar)
    assert (current_round(casino.stage, EVERYTHING), published_round(casino, 1, EVERYTHING)) == (
        None,
        None,
    )
    publish_round(round=draft, author=pilar)
    assert (current_round(casino.stage, EVERYTHING), published_round(casino, 1, EVERYTHING)) == (
        draft,
        draft,
    )


# --- Two whole tournaments ---
def play_in_hall(round: Round, tables: int, author) -> int:
    """Play a published round to its end; return the number of matches that waited for a table.

    After each result, check that no table has two matches and that no match waits while a table is
    free. The match numbers decide which match ends next and which side wins.
    """
    waiting_count = round.matches.filter(state=State.WAITING).count()
    while matches_at_tables := list(round.matches.filter(state=State.PLAYING)):
        taken_tables = [match.table for match in matches_at_tables]
        assert len(set(taken_tables)) == len(taken_tables)
        assert set(taken_tables) <= set(range(1, tables + 1))
        if round.matches.filter(state=State.WAITING).exists():
            assert len(taken_tables) == tables
        match = min(matches_at_tables, key=lambda match: (match.number * 7919) % 101)
        play(match, author, winner=match.number % 3 % 2, partidas_lost=match.number % 3)
    return waiting_count


@pytest.mark.slow
def test_a_knockout_of_107_pairs_at_36_tables_is_played_to_its_end(make_tournament, pairs, pilar):
    """Play the tournament; in a short run, one of a quarter of its size."""
    count, tables, byes, expected_sizes = size(
        (27, 9, 5, [8, 4, 2, 2]), (107, 36, 21, [32, 16, 8, 4, 2, 2])
    )
    regumiel = make_tournament(name="Guiñote de Regumiel", tables=tables)
    pairs(regumiel, count)
    first_round = publish(regumiel, pilar)
    assert len(first_round.report["byes"]) == byes
    assert first_round.matches.filter(number__isnull=False).count() == (count - byes) / 2
    assert play_in_hall(first_round, tables, pilar) == (count - byes) / 2 - tables
    sizes, waiting_counts = [], []
    for _round in expected_sizes:
        round = publish(regumiel, pilar)
        sizes.append(round.matches.count())
        waiting_counts.append(play_in_hall(round, tables, pilar))
    assert sizes == expected_sizes
    assert set(waiting_counts) == {0}
    finished_matches = regumiel.matches.filter(state=State.FINISHED)
    assert sorted(finished_matches.values_list("number", flat=True)) == list(range(1, count + 1))
    assert finished_matches.get(number=count).purpose == "final"
    podium = stage_standings(regumiel.stage, EVERYTHING)[:4]
    assert [(line.place, line.shared) for line in podium] == [
        (place, False) for place in (1, 2, 3, 4)
    ]
    exit_values = size([59, 50, 42, 41], [79, 70, 62, 61])
    assert [dict(line.values)["exit_round"] for line in podium] == exit_values
    with pytest.raises(DrawError):
        open_next_round(stage=regumiel.stage, author=pilar)


@pytest.mark.slow
def test_a_swiss_of_33_pairs_and_6_rounds_repeats_no_pairing_and_no_bye(
    make_tournament, pairs, pilar
):
    """Play the tournament; in a short run, one of 11 pairs and 4 rounds."""
    count, tables, rounds = size((11, 4, 4), (33, 12, 6))
    swiss = make_tournament(
        name="Suizo de Monreal", tables=tables, format="swiss", format_options={"rounds": rounds}
    )
    pairs(swiss, count)
    byes = []
    pairings = []
    match_count = rounds * (count // 2)
    for _round in range(rounds):
        round = publish(swiss, pilar)
        byes += round.report["byes"]
        pairings += [
            frozenset(entry_numbers(match)) for match in round.matches.exclude(state=State.BYE)
        ]
        assert round.report["broken"] == []
        assert play_in_hall(round, tables, pilar) == count // 2 - tables
    assert len(byes) == len(set(byes)) == rounds
    assert len(pairings) == len(set(pairings)) == match_count
    lines = stage_standings(swiss.stage, EVERYTHING)
    assert [line.place for line in lines] == list(range(1, count + 1))
    assert {line.played for line in lines} == {rounds}
    assert sum(line.won for line in lines) == match_count + rounds
    wins = [line.won for line in lines]
    assert wins == sorted(wins, reverse=True)
    with is_refused("stage_over"):
        open_next_round(stage=swiss.stage, author=pilar)
