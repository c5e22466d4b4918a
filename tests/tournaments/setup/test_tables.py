"""The queue for tables: who is called, who moves, and two desks at once."""

import pytest

from scoring.rounds.selectors.round_pages import draft_context
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.at_once import at_once
from tests.refusals import is_refused
from tests.rows import case, cases
from tests.worlds import world
from tournaments.audit.words import audit_line_in_words
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_fixed_table
from tournaments.refusal import Refused
from tournaments.rounds.selectors.rounds import (
    free_and_waiting,
    free_tables,
    matches_in_play,
    waiting_matches,
)
from tournaments.rounds.services import tables
from tournaments.rounds.services.tables import (
    call_waiting,
    finish,
    move_match,
    reopen,
    set_in_service,
)

pytestmark = pytest.mark.each_database

State = Match.State


@world
def hall(make_tournament, pairs, pilar) -> Tournament:
    """16 pairs, 8 matches, 3 tables: 1 to 3 play, 4 to 8 wait."""
    return _hall(make_tournament, pairs, pilar, tables=3)


def _hall(make_tournament, pairs, author, *, tables: int, count: int = 16) -> Tournament:
    tournament = make_tournament(tables=tables)
    pairs(tournament, count)
    publish_round(round=open_next_round(stage=tournament.stage, author=author), author=author)
    return tournament


def _at_tables(tournament: Tournament) -> dict[int, int]:
    """Match number → table, of those playing."""
    return {match.number: match.table for match in matches_in_play(tournament, EVERYTHING)}


def _queue(tournament: Tournament) -> list[int]:
    return [match.number for match in waiting_matches(tournament, EVERYTHING)]


def _match(tournament: Tournament, number: int) -> Match:
    return tournament.matches.get(number=number)


def test_publishing_calls_the_first_matches_and_the_others_wait(hall):
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3}
    assert _queue(hall) == [4, 5, 6, 7, 8]
    assert free_tables(hall) == []


def test_the_table_that_frees_goes_to_the_next_in_the_queue(hall, pilar):
    finish(match=_match(hall, 2), author=pilar)
    assert _at_tables(hall) == {1: 1, 3: 3, 4: 2}
    assert _queue(hall) == [5, 6, 7, 8]
    assert _match(hall, 2).table == 2  # where it was played stays written


def test_a_match_given_up_while_it_waits_leaves_the_queue_and_takes_no_table(hall, pilar):
    finish(match=_match(hall, 5), author=pilar)
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3}
    assert _queue(hall) == [4, 6, 7, 8]


def test_finishing_twice_is_finishing_once(hall, pilar):
    match = _match(hall, 1)
    finish(match=match, author=pilar)
    finish(match=match, author=pilar)
    assert _at_tables(hall) == {2: 2, 3: 3, 4: 1}


def test_the_last_matches_leave_their_tables_free(hall, pilar):
    for number in range(1, 8):
        finish(match=_match(hall, number), author=pilar)
    assert len(_at_tables(hall)) == 1
    assert len(free_tables(hall)) == 2


def test_a_reopened_match_goes_back_to_its_own_table_when_it_is_free(hall, pilar):
    for number in range(1, 8):
        finish(match=_match(hall, number), author=pilar)
    own = _match(hall, 3).table
    reopen(match=_match(hall, 3), author=pilar)
    assert _match(hall, 3).state == State.PLAYING
    assert _match(hall, 3).table == own
    assert _match(hall, 3).finished_at is None


def test_a_reopened_match_waits_at_the_head_when_the_hall_is_full(hall, pilar):
    finish(match=_match(hall, 1), author=pilar)
    reopen(match=_match(hall, 1), author=pilar)
    assert _at_tables(hall) == {2: 2, 3: 3, 4: 1}
    assert _queue(hall) == [1, 5, 6, 7, 8]
    finish(match=_match(hall, 3), author=pilar)
    assert _at_tables(hall) == {1: 3, 2: 2, 4: 1}


def test_a_match_moves_to_a_free_table_and_its_own_goes_to_the_next(hall, pilar):
    hall.tables = 4
    hall.save()
    moved = move_match(match=_match(hall, 1), author=pilar, table=4)
    assert (moved.number, moved.table) == (1, 4)
    assert _at_tables(hall) == {1: 4, 2: 2, 3: 3, 4: 1}


def test_a_match_may_be_called_out_of_its_turn(hall, pilar):
    hall.tables = 4
    hall.save()
    move_match(match=_match(hall, 8), author=pilar, table=4)
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3, 8: 4}
    assert _match(hall, 8).called_at is not None


@cases(
    "number, table, code, status",
    case("where another match is played", 1, 2, "table_taken", 409),
    case("table zero", 1, 0, "table_unknown", 400),
    case("more than the hall has", 1, 4, "table_unknown", 400),
    case("not a number", 1, True, "table_unknown", 400),
)
def test_a_match_does_not_move_to(hall, pilar, number, table, code, status):
    with pytest.raises(Refused) as refused:
        move_match(match=_match(hall, number), author=pilar, table=table)
    assert (refused.value.code, refused.value.status) == (code, status)
    assert refused.value.field == "table"
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3}


@world
def wide_hall(make_tournament, pairs, pilar) -> Tournament:
    """8 pairs drawn, to be published in 4 tables: matches 1 to 4."""
    tournament = make_tournament(tables=4)
    pairs(tournament, 8)
    open_next_round(stage=tournament.stage, author=pilar)
    return tournament


def _numbers(tournament: Tournament, match: int) -> list[int]:
    return [entry.number for entry in _match(tournament, match).everybody]


def _keep(tournament: Tournament, author, match: int, *tables: int) -> None:
    """Have the sides of a match keep these tables, A first."""
    for number, table in zip(_numbers(tournament, match), tables, strict=False):
        entry = tournament.entries.get(number=number)
        set_fixed_table(entry=entry, author=author, table=table)


def _publish(tournament: Tournament, author) -> dict[int, int]:
    publish_round(round=tournament.rounds.get(), author=author)
    return _at_tables(tournament)


@cases(
    "kept, out, at, queue, told",
    case("nobody keeps a table", {}, [], {1: 1, 2: 2, 3: 3, 4: 4}, [], ()),
    case("one keeps the first", {4: [1]}, [], {4: 1, 1: 2, 2: 3, 3: 4}, [], ()),
    case(
        "two that meet: the lower",
        {4: [4, 2]},
        [],
        {1: 1, 4: 2, 2: 3, 3: 4},
        [],
        (
            "Se enfrentan y tienen mesas fijas distintas: {0} (mesa 4), {1} (mesa 2). "
            "Juegan en la 2,",
        ),
    ),
    case(
        "two of two matches: the later waits",
        {2: [1], 3: [1]},
        [],
        {2: 1, 1: 2, 4: 3},
        [3],
        ("Los encuentros 2 y 3 tienen fija la mesa 1: el 3 espera a que quede libre.",),
    ),
    case("a table out of service", {}, [2], {1: 1, 2: 3, 3: 4}, [4], ()),
    case(
        "the fixed one is out: any other",
        {4: [1]},
        [1],
        {1: 2, 2: 3, 3: 4},
        [4],
        ("La mesa fija del {0}, la 1, no está en servicio: juega en otra.",),
    ),
    case(
        "of two that meet, one is out",
        {4: [1, 3]},
        [1],
        {1: 2, 4: 3, 2: 4},
        [3],
        ("La mesa fija del {0}, la 1, no está en servicio: juega en la 3.",),
    ),
)
def test_who_keeps_a_table_sits_at_it(wide_hall, pilar, kept, out, at, queue, told):
    """And the draft says what cannot be as each would have it."""
    for match, tables_kept in kept.items():
        _keep(wide_hall, pilar, match, *tables_kept)
    for table in out:
        set_in_service(tournament=wide_hall, author=pilar, table=table, in_service=False)
    drafted = wide_hall.rounds.get()
    said = draft_context(drafted.stage.tournament, drafted)["said_of_tables"]
    numbers = _numbers(wide_hall, 4)
    for sentence, expected in zip(said, told, strict=True):
        assert sentence.startswith(expected.format(*numbers))
    assert _publish(wide_hall, pilar) == at
    assert _queue(wide_hall) == queue
    found = verify_draw(wide_hall.rounds.get())
    assert found.equal
    assert [step.key for step in found.steps][-1] == ("tables" if kept or out else "hands")


def test_a_match_waits_for_its_table_and_the_others_go_on(wide_hall, pilar):
    _keep(wide_hall, pilar, 2, 1)
    _keep(wide_hall, pilar, 3, 1)
    _publish(wide_hall, pilar)
    finish(match=_match(wide_hall, 1), author=pilar)
    assert _queue(wide_hall) == [3]
    finish(match=_match(wide_hall, 2), author=pilar)
    assert _match(wide_hall, 3).table == 1


def test_a_table_breaks_and_is_mended(hall, pilar):
    set_in_service(tournament=hall, author=pilar, table=2, in_service=False)
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3}  # who plays there goes on
    finish(match=_match(hall, 2), author=pilar)
    assert _at_tables(hall) == {1: 1, 3: 3}
    with is_refused("table_out_of_service", status=409):
        move_match(match=_match(hall, 1), author=pilar, table=2)
    set_in_service(tournament=hall, author=pilar, table=2, in_service=True)
    assert _at_tables(hall) == {1: 1, 3: 3, 4: 2}


def test_a_table_is_left_in_service(make_tournament, pilar):
    tournament = make_tournament(tables=1)
    with is_refused("last_table", status=409):
        set_in_service(tournament=tournament, author=pilar, table=1, in_service=False)
    with is_refused("table_unknown", status=400):
        set_in_service(tournament=tournament, author=pilar, table=2, in_service=False)


def test_a_finished_match_does_not_move(hall, pilar):
    finish(match=_match(hall, 1), author=pilar)
    with is_refused("match_over", status=409):
        move_match(match=_match(hall, 1), author=pilar, table=1)


def test_a_match_of_a_draft_is_not_called_moved_or_finished(casino, pairs, pilar):
    pairs(casino, 4)
    open_next_round(stage=casino.stage, author=pilar)
    assert call_waiting(tournament=casino, author=pilar) == []
    for act in (
        lambda: finish(match=_match(casino, 1), author=pilar),
        lambda: move_match(match=_match(casino, 1), author=pilar, table=1),
    ):
        with is_refused("round_not_published", status=409):
            act()


def test_a_bye_is_not_played(casino, pairs, pilar):
    pairs(casino, 3)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    bye = casino.matches.get(state=State.BYE)
    with is_refused("match_is_bye"):
        finish(match=bye, author=pilar)


def test_calling_leaves_one_audit_line_for_all(hall):
    lines = hall.audit.filter(act="call_waiting")
    assert [line.after for line in lines] == [{"tables": {"1": 1, "2": 2, "3": 3}}]
    assert audit_line_in_words(lines[0]).after == "mesas: 1 → 1; 2 → 2; 3 → 3"


def test_the_database_has_the_last_word_on_a_table(hall, pilar, monkeypatch):
    """Two processes that both believe table 1 is free: one of them gets a 409."""
    _free, queue = free_and_waiting(hall)
    monkeypatch.setattr(tables, "free_and_waiting", lambda tournament: ([1], queue))
    with is_refused("table_taken", status=409):
        call_waiting(tournament=hall, author=pilar)
    assert _at_tables(hall) == {1: 1, 2: 2, 3: 3}


# --- Two real connections ------------------------------------------------------------------------
@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_matches_finishing_at_once_give_each_table_once_and_leave_nobody_waiting(
    make_tournament, pairs, pilar
):
    hall = _hall(make_tournament, pairs, pilar, tables=4, count=32)
    for _turn in range(3):
        over = list(matches_in_play(hall, EVERYTHING))
        answers = at_once(
            *(lambda match=match: finish(match=match, author=pilar) for match in over)
        )
        assert [type(answer) for answer in answers] == [Match] * 4
        assert sorted(_at_tables(hall).values()) == [1, 2, 3, 4]
    assert len(_queue(hall)) == 0


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_desks_moving_two_matches_to_one_tableat_once(make_tournament, pairs, pilar):
    hall = _hall(make_tournament, pairs, pilar, tables=3)
    hall.tables = 4
    hall.save()
    answers = at_once(
        lambda: move_match(match=_match(hall, 1), author=pilar, table=4),
        lambda: move_match(match=_match(hall, 2), author=pilar, table=4),
    )
    kinds = sorted(type(answer).__name__ for answer in answers)
    assert kinds == ["Conflict", "Match"]
    refused = next(answer for answer in answers if isinstance(answer, Refused))
    assert (refused.code, refused.status) == ("table_taken", 409)
    assert sorted(_at_tables(hall).values()) == [1, 2, 3, 4]


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_a_table_freed_while_a_line_is_written_on_a_match_that_waits(make_tournament, pairs, pilar):
    from scoring.actas.services import record_hand

    hall = _hall(make_tournament, pairs, pilar, tables=1)
    answers = at_once(
        lambda: finish(match=_match(hall, 1), author=pilar),
        lambda: record_hand(match=_match(hall, 2), author=pilar, line="partida A", number=1),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert _at_tables(hall) == {2: 1}
