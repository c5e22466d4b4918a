"""Tests of stages with entries of their own: choosing a stage, its places, and moving entries."""

import pytest

from tests.worlds import world
from tournaments.models import AuditLine, Entry, SignUpSettings
from tournaments.names.people import Person
from tournaments.pairing.singles import METHODS
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.marks import promote
from tournaments.people.services.registering import register_entry, withdraw
from tournaments.people.services.singles import pair_by_hand, pair_singles
from tournaments.people.services.stages import move_entry
from tournaments.refusal import Refused
from tournaments.rounds.selectors.places import free_places
from tournaments.setup.selectors.stages import entry_stages
from tournaments.setup.services.stages import add_stage, add_stages, edit_stage, remove_stage
from tournaments.setup.services.tournament import edit_tournament

REST_OF_STAGES = [{"stage": 1, "per": "rest", "last": 0}, {"stage": 2, "per": "rest", "last": 0}]


@pytest.fixture
def plan(pilar):
    """Return a function that adds a stage with the match length of the first stage."""

    def plan(tournament, name, **changes):
        values = {
            "format": "knockout",
            "format_options": {},
            "intake": [],
            "game_options": tournament.stages.get(number=1).game_options,
            **changes,
        }
        return add_stage(tournament=tournament, author=pilar, name=name, **values)

    return plan


@world
def two_stages(casino, plan):
    """The casino with a second stage, Petra, with two places for entries."""
    plan(casino, "Petra", takes_entries=True, capacity=2)
    return casino


def enter(tournament, author, name, stage=None, **options):
    people = [Person(f"{name} uno"), Person(f"{name} dos")]
    return register_entry(
        tournament=tournament, author=author, players=people, stage=stage, **options
    )


def check_refusal(code, service, **arguments):
    with pytest.raises(Refused) as error:
        service(**arguments)
    assert error.value.code == code
    return error.value


def test_entry_is_registered_in_the_first_stage_unless_another_is_chosen(two_stages, pilar):
    assert [stage.number for stage in entry_stages(two_stages)] == [1, 2]
    entries = [
        enter(two_stages, pilar, "A"),
        enter(two_stages, pilar, "B", 2),
        enter(two_stages, pilar, "C", 2),
    ]
    assert [entry.enters for entry in entries] == [1, 2, 2]
    waiting_entry = enter(two_stages, pilar, "D", 2)
    assert waiting_entry.state == Entry.State.WAITING
    assert (free_places(two_stages, two_stages.stages.get(number=2)), free_places(two_stages)) == (
        0,
        None,
    )
    check_refusal("no_places", promote, entry=waiting_entry, author=pilar)
    withdraw(entry=entries[1], author=pilar, reason="no viene")
    assert promote(entry=waiting_entry, author=pilar).live


def test_stage_without_own_entries_is_refused_with_the_possible_stages(two_stages, pilar, plan):
    plan(two_stages, "Final", intake=REST_OF_STAGES)
    for number in (3, 9):
        error = check_refusal(
            "stage_not_entered", enter, tournament=two_stages, author=pilar, name="A", stage=number
        )
        assert error.field == "stage" and "2 · Petra" in str(error)


def test_entry_is_moved_to_another_stage_until_the_draw(two_stages, pilar, pairs):
    from scoring.rounds.services.rounds import open_next_round

    entries = pairs(two_stages, 4)
    moved_entry = move_entry(entry=entries[0], author=pilar, stage=2)
    line = AuditLine.objects.filter(act="move_entry").get()
    assert (line.before, line.after) == ({"stage": 1}, {"stage": 2})
    # The entry is already in stage 2.
    assert move_entry(entry=moved_entry, author=pilar, stage=2).enters == 2
    move_entry(entry=entries[1], author=pilar, stage=2)
    assert (
        check_refusal("stage_full", move_entry, entry=entries[2], author=pilar, stage=2).status
        == 409
    )
    open_next_round(stage=two_stages.stages.get(number=2), author=pilar)
    check_refusal("entry_drawn", move_entry, entry=entries[0], author=pilar, stage=1)
    check_refusal("stage_drawn", move_entry, entry=entries[2], author=pilar, stage=2)
    round = two_stages.stages.get(number=2).rounds.get()
    assert set(round.sides.values_list("entry__number", flat=True)) == {1, 2}


def test_single_player_stays_single_after_a_move(two_stages, pilar):
    single = enter(two_stages, pilar, "A")
    Entry.objects.filter(pk=single.pk).update(state=Entry.State.SINGLE)
    moved_entry = move_entry(entry=single, author=pilar, stage=2)
    assert (moved_entry.enters, moved_entry.state) == (2, Entry.State.SINGLE)


def test_imported_list_names_the_stage_of_each_entry(two_stages, pilar):
    text = "Jugador 1;Jugador 2;Fase\nAna;Pep;2\nEva;Luz;petra\nJon;Iván;\nTom;Ada;2\nUno;Dos;Inca"
    preview = preview_import(tournament=two_stages, author=pilar, text=text, stage=1)
    assert accept_import(preview=preview, author=pilar) == 4
    rows = list(two_stages.entries.order_by("number").values_list("enters", "state"))
    assert rows == [(2, "entered"), (2, "entered"), (1, "entered"), (2, "waiting")]
    preview.refresh_from_db()
    assert preview.state == "ready"  # no stage is called «Inca», so its row still waits
    list_of_stage_2 = preview_import(tournament=two_stages, author=pilar, text="Sol;Mar", stage=2)
    accept_import(preview=list_of_stage_2, author=pilar)
    assert two_stages.entries.get(number=5).enters == 2


def test_stage_with_entries_cannot_be_removed(two_stages, pilar):
    enter(two_stages, pilar, "A", 2)
    petra = two_stages.stages.get(number=2)
    check_refusal("entries_there", remove_stage, stage=petra, author=pilar)
    error = check_refusal(
        "entries_there",
        edit_stage,
        stage=petra,
        author=pilar,
        takes_entries=False,
        intake=REST_OF_STAGES[:1],
    )
    assert error.field == "takes_entries"


def test_wrong_plans_of_stages_are_refused(casino, pilar, plan):
    assert check_refusal("intake_missing", plan, tournament=casino, name="x").field == "intake"
    error = check_refusal(
        "whole_expected", plan, tournament=casino, name="x", takes_entries=True, capacity=-1
    )
    assert error.field == "capacity"
    options = casino.stages.get(number=1).game_options
    common_values = {"name": "Local", "format": "knockout", "format_options": {}, "intake": []}
    values = {**common_values, "game_options": options, "takes_entries": True, "author": pilar}
    stages = add_stages(tournament=casino, count=39, **values)
    assert [stage.name for stage in stages[:2]] == ["Local 2", "Local 3"]
    check_refusal("too_many_stages", add_stages, tournament=casino, count=1, **values)
    edit_stage(stage=casino.stages.get(number=1), author=pilar, name="Local 1", capacity=16)
    check_refusal(
        "first_stage", edit_stage, stage=casino.stages.get(number=1), author=pilar, carries=True
    )


def test_change_of_format_that_does_not_fit_a_later_stage_is_refused(make_tournament, pilar, plan):
    """With the mêlée, people would play alone in stage 1, but the final is for pairs."""
    tournament = make_tournament(
        game="truco", game_options={}, format="swiss", format_options={"rounds": 3}
    )
    plan(tournament, "Final", intake=[{"stage": 1, "per": "all", "last": 4}])
    error = check_refusal(
        "stage_unfit",
        edit_tournament,
        tournament=tournament,
        author=pilar,
        format="melee",
        format_options={"rounds": 3},
    )
    assert "«Final»" in str(error) and error.status == 409


# --- Waiting list ---------------------------------------------------------------------------------
@world
def full_second_stage(two_stages, pilar):
    """The second stage is full and one entry waits; free places go to waiting entries at once."""
    SignUpSettings.objects.create(tournament=two_stages, opened=True, advances=True)
    for name in ("A", "B", "C"):
        enter(two_stages, pilar, name, 2)
    return two_stages


def test_a_moved_entry_gives_its_place_in_the_stage_to_the_first_who_waits(
    full_second_stage, pilar
):
    first_entry, _second_entry, waiting_entry = full_second_stage.entries.order_by("number")
    assert waiting_entry.state == Entry.State.WAITING
    move_entry(entry=first_entry, author=pilar, stage=1)
    waiting_entry.refresh_from_db()
    assert waiting_entry.live and AuditLine.objects.get(act="promote").author is None


def test_a_waiting_entry_that_moves_gives_no_place(full_second_stage, pilar):
    second_waiting_entry = enter(full_second_stage, pilar, "D", 2)
    move_entry(entry=full_second_stage.entries.get(number=3), author=pilar, stage=1)
    second_waiting_entry.refresh_from_db()
    assert second_waiting_entry.state == Entry.State.WAITING


@pytest.fixture
def two_singles(full_second_stage, pilar):
    """A single of the first stage, and a single who holds a place of the full second stage."""
    people = [Person("Zoilo")]
    first_single = register_entry(
        tournament=full_second_stage, author=pilar, players=people, single=True
    )
    second_single = full_second_stage.entries.get(number=2)
    second_single.seats.get(position=1).delete()
    Entry.objects.filter(pk=second_single.pk).update(state=Entry.State.SINGLE)
    second_single.refresh_from_db()
    assert free_places(full_second_stage, full_second_stage.stages.get(number=2)) == 0
    return first_single, second_single


def test_a_partner_by_hand_from_another_stage_gives_a_place_there(
    full_second_stage, pilar, two_singles
):
    first_single, second_single = two_singles
    assert pair_by_hand(first=first_single, second=second_single, author=pilar).enters == 1
    assert full_second_stage.entries.get(number=3).live


def test_a_partner_by_lot_from_another_stage_gives_a_place_there(
    full_second_stage, pilar, two_singles
):
    couple = tuple(single.number for single in two_singles)
    seed = next(text for text in "abcdefgh" if METHODS["lot"](couple, text).pairs[0] == couple)
    (pair,) = pair_singles(tournament=full_second_stage, author=pilar, seed=seed)
    assert pair.enters == 1 and full_second_stage.entries.get(number=3).live
