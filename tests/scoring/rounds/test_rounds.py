"""From one round to the next: who is drawn with which wins, who gives up, who comes late."""

import pytest

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_situation, stage_standings
from tests.refusals import is_refused
from tests.rows import case, cases
from tests.scoring.days import publish
from tests.sizes import size
from tests.worlds import world
from tournaments.formats.core import DrawError, Entrant, PlayedMatch
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import reinstate, withdraw
from tournaments.refusal import refused_from
from tournaments.rounds.selectors.rounds import current_round, published_round

State = Match.State


def play(match: Match, author, winner: int = 0, lost: int = 1) -> None:
    """Two cotos of three for the side that wins, who loses `lost` partidas in each."""
    score = f"3-{lost}" if winner == 0 else f"{lost}-3"
    for number in (1, 2):
        record_hand(match=match, author=author, line=f"coto {score}", number=number)


def play_round(round: Round, author) -> None:
    """Side A wins every match still to be played, in the order of their numbers."""
    unfinished = round.matches.filter(state__in=[State.WAITING, State.PLAYING])
    for match in unfinished.order_by("number"):
        play(match, author)


def numbers(match: Match) -> tuple[int, ...]:
    return tuple(entry.number for entry in match.entries)


@world
def swiss(make_tournament) -> Tournament:
    return make_tournament(format="swiss", format_options={"rounds": 3})


# --- What a format is told ------------------------------------------------------------------------
def test_the_situation_has_pairs_rounds_and_wins(casino, pairs, pilar):
    entries = pairs(casino, 3)
    round = publish(casino, pilar)
    bye, match = round.matches.get(state=State.BYE), round.matches.get(number=1)
    play(match, pilar)
    withdraw(entry=match.entries[1], author=pilar, reason="a casa")
    (alone,), (a, b) = numbers(bye), numbers(match)
    situation = stage_situation(casino.stage, EVERYTHING)
    assert situation.entrants == tuple(
        Entrant(entry.number, active=entry.number != b) for entry in entries
    )
    counted = tuple(match.result.tallies["partidas"])
    assert situation.rounds == (
        (PlayedMatch(1, (alone,), alone), PlayedMatch(2, (a, b), a, counted=counted)),
    )
    assert situation.points == {alone: 1, a: 1}


def test_a_match_being_played_has_no_winner_yet(casino, pairs, pilar):
    pairs(casino, 2)
    match = publish(casino, pilar).matches.get()
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    assert stage_situation(casino.stage, EVERYTHING).rounds == (
        (PlayedMatch(1, numbers(match), None, purpose="final"),),
    )
    assert {line.played for line in stage_standings(casino.stage, EVERYTHING)} == {0}


def test_a_draft_is_not_told(casino, pairs, pilar):
    pairs(casino, 5)
    open_next_round(stage=casino.stage, author=pilar)
    assert stage_situation(casino.stage, EVERYTHING).rounds == ()
    assert {line.played for line in stage_standings(casino.stage, EVERYTHING)} == {0}


def test_a_bye_is_credited_with_the_whole_match(casino, pairs, pilar):
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


def test_standings_have_the_cotos_and_partidas_of_both(casino, pairs, pilar):
    pairs(casino, 2)
    match = publish(casino, pilar).matches.get()
    play(match, pilar, winner=1, lost=2)
    casino.stages.update(chain=["exit_round", "for:cotos", "for:partidas", "against:partidas"])
    a, b = numbers(match)
    lines = stage_standings(Stage.objects.get(tournament=casino), EVERYTHING)
    assert [(line.entrant, [value for _key, value in line.values]) for line in lines] == [
        (b, [19, 2, 6, -4]),
        (a, [10, 0, 4, -6]),
    ]


@pytest.mark.parametrize("count", [2, 30])
def test_standings_cost_the_same_for_a_few_and_for_many(
    swiss, pairs, pilar, count, django_assert_num_queries
):
    pairs(swiss, count)
    publish(swiss, pilar)
    stage = swiss.stage
    with django_assert_num_queries(3):
        lines = stage_standings(stage, EVERYTHING)
    assert len(lines) == count


# --- Rounds of a knockout -------------------------------------------------------------------------
def test_a_round_that_has_not_ended_is_not_followed(casino, pairs, pilar):
    pairs(casino, 8)
    publish(casino, pilar)
    play(casino.matches.get(number=1), pilar)
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    refused = refused_from(error.value)
    assert (refused.code, refused.status) == ("round_unfinished", 409)
    assert str(refused) == "La ronda 1 no ha terminado: encuentros que faltan, 3."


def test_the_whole_bracket_of_eight_with_third_place(casino, pairs, pilar):
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
    assert [line.entrant for line in lines[:4]] == [*numbers(final), *numbers(third)]
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    assert refused_from(error.value).code == "stage_over"


@world
def semifinals(casino, pairs, pilar) -> Round:
    """Of four pairs, played."""
    pairs(casino, 4)
    played = publish(casino, pilar)
    play_round(played, pilar)
    return played


def test_a_winner_who_goes_home_gives_the_next_match_to_the_rival(casino, semifinals, pilar):
    gone = casino.matches.get(number=1).entries[0]
    withdraw(entry=gone, author=pilar, reason="lo llaman de casa")
    round = publish(casino, pilar)
    final = round.matches.get(purpose="final")
    rival = next(entry for entry in final.entries if entry != gone)
    assert final.state == State.FINISHED
    assert (final.table, round.matches.get(purpose="third_place").table) == (None, 1)
    assert final.entries[final.result.winner] == rival
    assert final.result.forfeit
    acta = final.actas.get()
    assert [hand.line for hand in acta.hands.all()] == [
        f"pierde {'AB'[final.entries.index(gone)]}: se retira"
    ]


def test_a_corrected_winner_is_the_one_who_is_drawn(casino, semifinals, pilar):
    match = casino.matches.get(number=1)
    correct_acta(
        match=match, author=pilar, lines=["coto 0-3", "coto 1-3"], reason="estaba al revés"
    )
    round = publish(casino, pilar)
    assert match.entries[1].number in numbers(round.matches.get(purpose="final"))


@cases(
    "lines",
    case("the other pair won", ["coto 0-3", "coto 1-3"]),
    case("the match is not over", ["coto 3-1"]),
)
def test_a_draft_drawn_from_a_result_since_corrected_is_not_published(
    casino, semifinals, pilar, lines
):
    draft = open_next_round(stage=casino.stage, author=pilar)
    correct_acta(
        match=casino.matches.get(number=1), author=pilar, lines=lines, reason="estaba al revés"
    )
    with is_refused("results_changed", status=409):
        publish_round(round=draft, author=pilar)
    assert casino.stage.rounds.get(number=2).state == Round.State.DRAFT


def test_a_draft_is_published_when_the_correction_leaves_the_same_winner(casino, semifinals, pilar):
    draft = open_next_round(stage=casino.stage, author=pilar)
    correct_acta(
        match=casino.matches.get(number=1),
        author=pilar,
        lines=["coto 3-2", "coto 3-0"],
        reason="se contó mal un coto",
    )
    assert publish_round(round=draft, author=pilar).state == Round.State.PUBLISHED


# --- Late ---
@world
def in_play(casino, pairs, pilar) -> Round:
    """Five pairs: three exempt, one match."""
    pairs(casino, 5)
    return publish(casino, pilar)


def test_a_late_pair_meets_an_exempt_one_by_lot(in_play, pairs, pilar):
    (late,) = pairs(in_play.stage.tournament, 1)
    exempt = set(in_play.report["byes"])
    match = place_late_entry(entry=late, author=pilar)
    rival, number = numbers(match)
    assert rival in exempt and number == 6
    assert (match.number, match.state, match.table) == (2, State.PLAYING, 2)
    in_play.refresh_from_db()
    assert in_play.report["byes"] == sorted(exempt - {rival})
    assert [(one["entry"], one["rival"]) for one in in_play.report["late"]] == [(6, rival)]


def test_the_lot_of_a_late_pair_can_be_repeated(make_tournament, pairs, pilar):
    rivals = []
    for name in ("Calamocha", "Monreal"):
        tournament = make_tournament(name=name)
        pairs(tournament, 9)
        publish(tournament, pilar)
        (late,) = pairs(tournament, 1)
        rivals.append(numbers(place_late_entry(entry=late, author=pilar)))
    assert rivals[0] == rivals[1]


def test_late_pairs_come_in_while_somebody_is_exempt(in_play, pairs, pilar):
    *late, last = pairs(in_play.stage.tournament, 4)
    for entry in late:
        place_late_entry(entry=entry, author=pilar)
    with is_refused("nobody_exempt", status=409):
        place_late_entry(entry=last, author=pilar)
    assert in_play.matches.filter(state=State.BYE).count() == 0


def test_who_comes_in_late_goes_on_as_anybody(in_play, pairs, pilar):
    casino = in_play.stage.tournament
    (late,) = pairs(casino, 1)
    match = place_late_entry(entry=late, author=pilar)
    play(match, pilar, winner=1)
    play_round(in_play, pilar)
    second = publish(casino, pilar)
    assert late.number in {number for one in second.matches.all() for number in numbers(one)}


def test_a_pair_of_the_draw_does_not_come_in_again(in_play, pilar):
    with is_refused("already_in_draw", status=409):
        place_late_entry(entry=in_play.stage.tournament.entries.get(number=1), author=pilar)


def test_a_withdrawn_pair_does_not_come_in_late(in_play, pairs, pilar):
    (late,) = pairs(in_play.stage.tournament, 1)
    withdraw(entry=late, author=pilar, reason="se cansó de esperar")
    with is_refused("already_withdrawn", status=409):
        place_late_entry(entry=late, author=pilar)
    reinstate(entry=late, author=pilar)
    assert place_late_entry(entry=late, author=pilar).state == State.PLAYING


def test_nobody_comes_in_once_the_second_round_is_drawn(in_play, pairs, pilar):
    casino = in_play.stage.tournament
    (late,) = pairs(casino, 1)
    play_round(in_play, pilar)
    open_next_round(stage=casino.stage, author=pilar)
    with is_refused("too_late", status=409):
        place_late_entry(entry=late, author=pilar)


def test_in_a_swiss_who_comes_late_waits_for_the_next_draw_where_nobody_rests(swiss, pairs, pilar):
    pairs(swiss, 6)
    round = publish(swiss, pilar)
    (late,) = pairs(swiss, 1)
    with is_refused("drawn_later", status=409):
        place_late_entry(entry=late, author=pilar)
    play_round(round, pilar)
    second = publish(swiss, pilar)
    assert {number for one in second.matches.all() for number in numbers(one)} == set(range(1, 8))


# --- Rounds in public ---
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


# --- Two real tournaments ---
def play_hall(round: Round, tables: int, author) -> int:
    """Play a published round to the end as the hall does; how many matches ever waited.

    After each result: never two at a table, and nobody waits while a table is free. Who ends
    first and who wins is by the match's number, so that every run is the same.
    """
    waited = round.matches.filter(state=State.WAITING).count()
    while at_tables := list(round.matches.filter(state=State.PLAYING)):
        seats = [match.table for match in at_tables]
        assert len(set(seats)) == len(seats)
        assert set(seats) <= set(range(1, tables + 1))
        if round.matches.filter(state=State.WAITING).exists():
            assert len(seats) == tables
        match = min(at_tables, key=lambda one: (one.number * 7919) % 101)
        play(match, author, winner=match.number % 3 % 2, lost=match.number % 3)
    return waited


@pytest.mark.slow
def test_regumiel_107_pairs_at_36_tables_with_third_place(make_tournament, pairs, pilar):
    """On each run a quarter of it."""
    count, tables, byes, rounds = size(
        (27, 9, 5, [8, 4, 2, 2]), (107, 36, 21, [32, 16, 8, 4, 2, 2])
    )
    regumiel = make_tournament(name="Guiñote de Regumiel", tables=tables)
    pairs(regumiel, count)
    first = publish(regumiel, pilar)
    assert len(first.report["byes"]) == byes
    assert first.matches.filter(number__isnull=False).count() == (count - byes) / 2
    assert play_hall(first, tables, pilar) == (count - byes) / 2 - tables
    sizes, queues = [], []
    for _round in rounds:
        round = publish(regumiel, pilar)
        sizes.append(round.matches.count())
        queues.append(play_hall(round, tables, pilar))
    assert sizes == rounds
    assert set(queues) == {0}
    played = regumiel.matches.filter(state=State.FINISHED)
    assert sorted(played.values_list("number", flat=True)) == list(range(1, count + 1))
    assert played.get(number=count).purpose == "final"
    podium = stage_standings(regumiel.stage, EVERYTHING)[:4]
    assert [(line.place, line.shared) for line in podium] == [(n, False) for n in (1, 2, 3, 4)]
    won = size([59, 50, 42, 41], [79, 70, 62, 61])
    assert [dict(line.values)["exit_round"] for line in podium] == won
    with pytest.raises(DrawError):
        open_next_round(stage=regumiel.stage, author=pilar)


@pytest.mark.slow
def test_swiss_of_33_pairs_and_6_rounds(make_tournament, pairs, pilar):
    """On each run, of 11 and 4."""
    count, tables, rounds = size((11, 4, 4), (33, 12, 6))
    swiss = make_tournament(
        name="Suizo de Monreal", tables=tables, format="swiss", format_options={"rounds": rounds}
    )
    pairs(swiss, count)
    rested, met, matches = [], [], rounds * (count // 2)
    for _round in range(rounds):
        round = publish(swiss, pilar)
        rested += round.report["byes"]
        met += [frozenset(numbers(m)) for m in round.matches.exclude(state=State.BYE)]
        assert round.report["broken"] == []
        assert play_hall(round, tables, pilar) == count // 2 - tables
    assert len(rested) == len(set(rested)) == rounds
    assert len(met) == len(set(met)) == matches
    lines = stage_standings(swiss.stage, EVERYTHING)
    assert [line.place for line in lines] == list(range(1, count + 1))
    assert {line.played for line in lines} == {rounds}
    assert sum(line.won for line in lines) == matches + rounds
    wins = [line.won for line in lines]
    assert wins == sorted(wins, reverse=True)
    with is_refused("stage_over"):
        open_next_round(stage=swiss.stage, author=pilar)
