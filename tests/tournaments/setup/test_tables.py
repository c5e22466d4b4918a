"""Tests of the queue for tables: calls, moves, fixed tables, and two desks at once."""

import pytest

from scoring.rounds.selectors.round_pages import draft_context
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.at_once import run_at_once
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
    """16 pairs, 8 matches and 3 tables: matches 1 to 3 play, 4 to 8 wait."""
    return _publish_in_hall(make_tournament, pairs, pilar, tables=3)


def _publish_in_hall(make_tournament, pairs, author, *, tables: int, count: int = 16) -> Tournament:
    tournament = make_tournament(tables=tables)
    pairs(tournament, count)
    publish_round(round=open_next_round(stage=tournament.stage, author=author), author=author)
    return tournament


def _tables_in_play(tournament: Tournament) -> dict[int, int]:
    """Return the table of each match in play, by match number."""
    return {match.number: match.table for match in matches_in_play(tournament, EVERYTHING)}


def _queue(tournament: Tournament) -> list[int]:
    return [match.number for match in waiting_matches(tournament, EVERYTHING)]


def _match(tournament: Tournament, number: int) -> Match:
    return tournament.matches.get(number=number)


def test_published_round_calls_the_first_matches_and_the_others_wait(hall):
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3}
    assert _queue(hall) == [4, 5, 6, 7, 8]
    assert free_tables(hall) == []


def test_freed_table_goes_to_the_next_match_of_the_queue(hall, pilar):
    finish(match=_match(hall, 2), author=pilar)
    assert _tables_in_play(hall) == {1: 1, 3: 3, 4: 2}
    assert _queue(hall) == [5, 6, 7, 8]
    assert _match(hall, 2).table == 2  # a finished match keeps its table


def test_match_finished_while_waiting_leaves_the_queue(hall, pilar):
    finish(match=_match(hall, 5), author=pilar)
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3}
    assert _queue(hall) == [4, 6, 7, 8]


def test_finishing_a_match_twice_frees_one_table(hall, pilar):
    match = _match(hall, 1)
    finish(match=match, author=pilar)
    finish(match=match, author=pilar)
    assert _tables_in_play(hall) == {2: 2, 3: 3, 4: 1}


def test_last_matches_leave_their_tables_free(hall, pilar):
    for number in range(1, 8):
        finish(match=_match(hall, number), author=pilar)
    assert len(_tables_in_play(hall)) == 1
    assert len(free_tables(hall)) == 2


def test_reopened_match_returns_to_its_free_table(hall, pilar):
    for number in range(1, 8):
        finish(match=_match(hall, number), author=pilar)
    table = _match(hall, 3).table
    reopen(match=_match(hall, 3), author=pilar)
    assert _match(hall, 3).state == State.PLAYING
    assert _match(hall, 3).table == table
    assert _match(hall, 3).finished_at is None


def test_reopened_match_waits_first_in_a_full_hall(hall, pilar):
    finish(match=_match(hall, 1), author=pilar)
    reopen(match=_match(hall, 1), author=pilar)
    assert _tables_in_play(hall) == {2: 2, 3: 3, 4: 1}
    assert _queue(hall) == [1, 5, 6, 7, 8]
    finish(match=_match(hall, 3), author=pilar)
    assert _tables_in_play(hall) == {1: 3, 2: 2, 4: 1}


def test_moved_match_leaves_its_table_to_the_next_match(hall, pilar):
    hall.tables = 4
    hall.save()
    moved_match = move_match(match=_match(hall, 1), author=pilar, table=4)
    assert (moved_match.number, moved_match.table) == (1, 4)
    assert _tables_in_play(hall) == {1: 4, 2: 2, 3: 3, 4: 1}


def test_match_can_be_called_out_of_turn(hall, pilar):
    hall.tables = 4
    hall.save()
    move_match(match=_match(hall, 8), author=pilar, table=4)
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3, 8: 4}
    assert _match(hall, 8).called_at is not None


@cases(
    "number, table, code, status",
    case("table of another match", 1, 2, "table_taken", 409),
    case("table zero", 1, 0, "table_unknown", 400),
    case("more than the hall has", 1, 4, "table_unknown", 400),
    case("not a number", 1, True, "table_unknown", 400),
)
def test_match_cannot_move_to_a_taken_or_unknown_table(hall, pilar, number, table, code, status):
    with pytest.raises(Refused) as error:
        move_match(match=_match(hall, number), author=pilar, table=table)
    assert (error.value.code, error.value.status) == (code, status)
    assert error.value.field == "table"
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3}


@world
def wide_hall(make_tournament, pairs, pilar) -> Tournament:
    """A draft with 8 pairs in a hall of 4 tables: matches 1 to 4."""
    tournament = make_tournament(tables=4)
    pairs(tournament, 8)
    open_next_round(stage=tournament.stage, author=pilar)
    return tournament


def _entry_numbers(tournament: Tournament, match: int) -> list[int]:
    return [entry.number for entry in _match(tournament, match).everybody]


def _fix_tables(tournament: Tournament, author, match: int, *tables: int) -> None:
    """Give fixed tables to the sides of a match, side A first."""
    for number, table in zip(_entry_numbers(tournament, match), tables, strict=False):
        entry = tournament.entries.get(number=number)
        set_fixed_table(entry=entry, author=author, table=table)


def _publish_draft(tournament: Tournament, author) -> dict[int, int]:
    publish_round(round=tournament.rounds.get(), author=author)
    return _tables_in_play(tournament)


@cases(
    "tables_by_match, out_of_service, expected_tables, queue, warnings",
    case("no fixed table", {}, [], {1: 1, 2: 2, 3: 3, 4: 4}, [], ()),
    case("one entry has table 1", {4: [1]}, [], {4: 1, 1: 2, 2: 3, 3: 4}, [], ()),
    case(
        "two rivals with different tables: the lower",
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
        "one table for two matches: the later waits",
        {2: [1], 3: [1]},
        [],
        {2: 1, 1: 2, 4: 3},
        [3],
        ("Los encuentros 2 y 3 tienen fija la mesa 1: el 3 espera a que quede libre.",),
    ),
    case("a table out of service", {}, [2], {1: 1, 2: 3, 3: 4}, [4], ()),
    case(
        "fixed table out of service: another table",
        {4: [1]},
        [1],
        {1: 2, 2: 3, 3: 4},
        [4],
        ("La mesa fija del {0}, la 1, no está en servicio: juega en otra.",),
    ),
    case(
        "two rivals, one fixed table out of service",
        {4: [1, 3]},
        [1],
        {1: 2, 4: 3, 2: 4},
        [3],
        ("La mesa fija del {0}, la 1, no está en servicio: juega en la 3.",),
    ),
)
def test_entries_play_at_their_fixed_tables(
    wide_hall, pilar, tables_by_match, out_of_service, expected_tables, queue, warnings
):
    """The draft also warns about fixed tables that cannot be respected."""
    for match, fixed_tables in tables_by_match.items():
        _fix_tables(wide_hall, pilar, match, *fixed_tables)
    for table in out_of_service:
        set_in_service(tournament=wide_hall, author=pilar, table=table, in_service=False)
    draft = wide_hall.rounds.get()
    shown_warnings = draft_context(draft.stage.tournament, draft)["table_conflicts"]
    numbers = _entry_numbers(wide_hall, 4)
    for sentence, warning in zip(shown_warnings, warnings, strict=True):
        assert sentence.startswith(warning.format(*numbers))
    assert _publish_draft(wide_hall, pilar) == expected_tables
    assert _queue(wide_hall) == queue
    verification = verify_draw(wide_hall.rounds.get())
    assert verification.equal
    assert [step.key for step in verification.steps][-1] == (
        "tables" if tables_by_match or out_of_service else "hands"
    )


def test_match_waits_for_its_fixed_table_while_the_others_play(wide_hall, pilar):
    _fix_tables(wide_hall, pilar, 2, 1)
    _fix_tables(wide_hall, pilar, 3, 1)
    _publish_draft(wide_hall, pilar)
    finish(match=_match(wide_hall, 1), author=pilar)
    assert _queue(wide_hall) == [3]
    finish(match=_match(wide_hall, 2), author=pilar)
    assert _match(wide_hall, 3).table == 1


def test_table_is_taken_out_of_service_and_back(hall, pilar):
    set_in_service(tournament=hall, author=pilar, table=2, in_service=False)
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3}  # the match at table 2 continues
    finish(match=_match(hall, 2), author=pilar)
    assert _tables_in_play(hall) == {1: 1, 3: 3}
    with is_refused("table_out_of_service", status=409):
        move_match(match=_match(hall, 1), author=pilar, table=2)
    set_in_service(tournament=hall, author=pilar, table=2, in_service=True)
    assert _tables_in_play(hall) == {1: 1, 3: 3, 4: 2}


def test_last_table_cannot_be_taken_out_of_service(make_tournament, pilar):
    tournament = make_tournament(tables=1)
    with is_refused("last_table", status=409):
        set_in_service(tournament=tournament, author=pilar, table=1, in_service=False)
    with is_refused("table_unknown", status=400):
        set_in_service(tournament=tournament, author=pilar, table=2, in_service=False)


def test_finished_match_cannot_move(hall, pilar):
    finish(match=_match(hall, 1), author=pilar)
    with is_refused("match_over", status=409):
        move_match(match=_match(hall, 1), author=pilar, table=1)


def test_match_of_a_draft_cannot_be_called_moved_or_finished(casino, pairs, pilar):
    pairs(casino, 4)
    open_next_round(stage=casino.stage, author=pilar)
    assert call_waiting(tournament=casino, author=pilar) == []
    for act in (
        lambda: finish(match=_match(casino, 1), author=pilar),
        lambda: move_match(match=_match(casino, 1), author=pilar, table=1),
    ):
        with is_refused("round_not_published", status=409):
            act()


def test_bye_cannot_be_finished(casino, pairs, pilar):
    pairs(casino, 3)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    bye = casino.matches.get(state=State.BYE)
    with is_refused("match_is_bye"):
        finish(match=bye, author=pilar)


def test_calls_of_one_round_leave_one_audit_line(hall):
    lines = hall.audit.filter(act="call_waiting")
    assert [line.after for line in lines] == [{"tables": {"1": 1, "2": 2, "3": 3}}]
    assert audit_line_in_words(lines[0]).after == "mesas: 1 → 1; 2 → 2; 3 → 3"


def test_database_refuses_two_matches_at_one_table(hall, pilar, monkeypatch):
    """Two processes both see table 1 as free: the second gets a 409."""
    _free_tables, queue = free_and_waiting(hall)
    monkeypatch.setattr(tables, "free_and_waiting", lambda tournament: ([1], queue))
    with is_refused("table_taken", status=409):
        call_waiting(tournament=hall, author=pilar)
    assert _tables_in_play(hall) == {1: 1, 2: 2, 3: 3}


# --- Simultaneous acts ---------------------------------------------------------------------------
@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_matches_finished_at_once_give_each_table_to_one_match(make_tournament, pairs, pilar):
    hall = _publish_in_hall(make_tournament, pairs, pilar, tables=4, count=32)
    for _turn in range(3):
        playing = list(matches_in_play(hall, EVERYTHING))
        answers = run_at_once(
            *(lambda match=match: finish(match=match, author=pilar) for match in playing)
        )
        assert [type(answer) for answer in answers] == [Match] * 4
        assert sorted(_tables_in_play(hall).values()) == [1, 2, 3, 4]
    assert len(_queue(hall)) == 0


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_desks_cannot_move_matches_to_one_table_at_once(make_tournament, pairs, pilar):
    hall = _publish_in_hall(make_tournament, pairs, pilar, tables=3)
    hall.tables = 4
    hall.save()
    answers = run_at_once(
        lambda: move_match(match=_match(hall, 1), author=pilar, table=4),
        lambda: move_match(match=_match(hall, 2), author=pilar, table=4),
    )
    classes = sorted(type(answer).__name__ for answer in answers)
    assert classes == ["Conflict", "Match"]
    refusal = next(answer for answer in answers if isinstance(answer, Refused))
    assert (refusal.code, refusal.status) == ("table_taken", 409)
    assert sorted(_tables_in_play(hall).values()) == [1, 2, 3, 4]


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_table_is_freed_while_a_waiting_match_gets_a_line(make_tournament, pairs, pilar):
    from scoring.actas.services import record_hand

    hall = _publish_in_hall(make_tournament, pairs, pilar, tables=1)
    answers = run_at_once(
        lambda: finish(match=_match(hall, 1), author=pilar),
        lambda: record_hand(match=_match(hall, 2), author=pilar, line="partida A", number=1),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert _tables_in_play(hall) == {2: 1}
