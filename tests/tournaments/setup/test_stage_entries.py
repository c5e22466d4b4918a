"""Stages by which people enter: choosing one, its places, moving to another, what is refused."""

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

REST = [{"stage": 1, "per": "rest", "last": 0}, {"stage": 2, "per": "rest", "last": 0}]


@pytest.fixture
def plan(pilar):
    """One more stage, as long as the first."""

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
def two(casino, plan):
    """A casino with a second phase, of two places."""
    plan(casino, "Petra", takes_entries=True, capacity=2)
    return casino


def enter(tournament, author, name, stage=None, **more):
    people = [Person(f"{name} uno"), Person(f"{name} dos")]
    return register_entry(tournament=tournament, author=author, players=people, stage=stage, **more)


def refused(code, act, **given):
    with pytest.raises(Refused) as error:
        act(**given)
    assert error.value.code == code
    return error.value


def test_one_enters_by_the_first_unless_another_is_chosen(two, pilar):
    assert [one.number for one in entry_stages(two)] == [1, 2]
    entries = [enter(two, pilar, "A"), enter(two, pilar, "B", 2), enter(two, pilar, "C", 2)]
    assert [one.enters for one in entries] == [1, 2, 2]
    late = enter(two, pilar, "D", 2)
    assert late.state == Entry.State.WAITING
    assert (free_places(two, two.stages.get(number=2)), free_places(two)) == (0, None)
    refused("no_places", promote, entry=late, author=pilar)
    withdraw(entry=entries[1], author=pilar, reason="no viene")
    assert promote(entry=late, author=pilar).live


def test_a_stage_that_takes_nobody_is_refused_with_those_there_are(two, pilar, plan):
    plan(two, "Final", intake=REST)
    for number in (3, 9):
        error = refused(
            "stage_not_entered", enter, tournament=two, author=pilar, name="A", stage=number
        )
        assert error.field == "stage" and "2 · Petra" in str(error)


def test_moving_is_one_act_until_something_is_drawn(two, pilar, pairs):
    from scoring.rounds.services.rounds import open_next_round

    entries = pairs(two, 4)
    moved = move_entry(entry=entries[0], author=pilar, stage=2)
    line = AuditLine.objects.filter(act="move_entry").get()
    assert (line.before, line.after) == ({"stage": 1}, {"stage": 2})
    assert move_entry(entry=moved, author=pilar, stage=2).enters == 2  # it is there already
    move_entry(entry=entries[1], author=pilar, stage=2)
    assert refused("stage_full", move_entry, entry=entries[2], author=pilar, stage=2).status == 409
    open_next_round(stage=two.stages.get(number=2), author=pilar)
    refused("entry_drawn", move_entry, entry=entries[0], author=pilar, stage=1)
    refused("stage_drawn", move_entry, entry=entries[2], author=pilar, stage=2)
    drawn = two.stages.get(number=2).rounds.get()
    assert set(drawn.sides.values_list("entry__number", flat=True)) == {1, 2}


def test_who_looks_for_a_partner_still_does_in_another_stage(two, pilar):
    alone = enter(two, pilar, "A")
    Entry.objects.filter(pk=alone.pk).update(state=Entry.State.SINGLE)
    moved = move_entry(entry=alone, author=pilar, stage=2)
    assert (moved.enters, moved.state) == (2, Entry.State.SINGLE)


def test_a_list_says_each_ones_phase(two, pilar):
    text = "Jugador 1;Jugador 2;Fase\nAna;Pep;2\nEva;Luz;petra\nJon;Iván;\nTom;Ada;2\nUno;Dos;Inca"
    preview = preview_import(tournament=two, author=pilar, text=text, stage=1)
    assert accept_import(preview=preview, author=pilar) == 4
    found = list(two.entries.order_by("number").values_list("enters", "state"))
    assert found == [(2, "entered"), (2, "entered"), (1, "entered"), (2, "waiting")]
    preview.refresh_from_db()
    assert preview.state == "ready"  # «Inca» is not a phase
    whole = preview_import(tournament=two, author=pilar, text="Sol;Mar", stage=2)
    accept_import(preview=whole, author=pilar)
    assert two.entries.get(number=5).enters == 2


def test_a_stage_with_entries_stays(two, pilar):
    enter(two, pilar, "A", 2)
    petra = two.stages.get(number=2)
    refused("entries_there", remove_stage, stage=petra, author=pilar)
    error = refused(
        "entries_there", edit_stage, stage=petra, author=pilar, takes_entries=False, intake=REST[:1]
    )
    assert error.field == "takes_entries"


def test_what_a_plan_may_not_say(casino, pilar, plan):
    assert refused("intake_missing", plan, tournament=casino, name="x").field == "intake"
    error = refused(
        "whole_expected", plan, tournament=casino, name="x", takes_entries=True, capacity=-1
    )
    assert error.field == "capacity"
    options = casino.stages.get(number=1).game_options
    same = {"name": "Local", "format": "knockout", "format_options": {}, "intake": []}
    given = {**same, "game_options": options, "takes_entries": True, "author": pilar}
    made = add_stages(tournament=casino, count=39, **given)
    assert [one.name for one in made[:2]] == ["Local 2", "Local 3"]
    refused("too_many_stages", add_stages, tournament=casino, count=1, **given)
    edit_stage(stage=casino.stages.get(number=1), author=pilar, name="Local 1", capacity=16)
    refused(
        "first_stage", edit_stage, stage=casino.stages.get(number=1), author=pilar, carries=True
    )


def test_the_other_stages_are_looked_at_when_the_game_changes(make_tournament, pilar, plan):
    """Pairs would become people alone, and the final is of pairs."""
    tournament = make_tournament(
        game="truco", game_options={}, format="swiss", format_options={"rounds": 3}
    )
    plan(tournament, "Final", intake=[{"stage": 1, "per": "all", "last": 4}])
    error = refused(
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
def advancing(two, pilar):
    """The second phase is full and one entry waits for it; the waiting list advances by itself."""
    SignUpSettings.objects.create(tournament=two, opened=True, advances=True)
    for name in ("A", "B", "C"):
        enter(two, pilar, name, 2)
    return two


def test_a_moved_entry_gives_its_place_in_the_stage_to_the_first_who_waits(advancing, pilar):
    first, _second, waiting = advancing.entries.order_by("number")
    assert waiting.state == Entry.State.WAITING
    move_entry(entry=first, author=pilar, stage=1)
    waiting.refresh_from_db()
    assert waiting.live and AuditLine.objects.get(act="promote").author is None


def test_a_waiting_entry_that_moves_gives_no_place(advancing, pilar):
    also_waiting = enter(advancing, pilar, "D", 2)
    move_entry(entry=advancing.entries.get(number=3), author=pilar, stage=1)
    also_waiting.refresh_from_db()
    assert also_waiting.state == Entry.State.WAITING


@pytest.fixture
def partners(advancing, pilar):
    """A single of the first phase, and a single who holds a place of the full second phase."""
    alone = [Person("Zoilo")]
    first = register_entry(tournament=advancing, author=pilar, players=alone, single=True)
    second = advancing.entries.get(number=2)
    second.seats.get(position=1).delete()
    Entry.objects.filter(pk=second.pk).update(state=Entry.State.SINGLE)
    second.refresh_from_db()
    assert free_places(advancing, advancing.stages.get(number=2)) == 0
    return first, second


def test_a_partner_by_hand_from_another_stage_gives_a_place_there(advancing, pilar, partners):
    first, second = partners
    assert pair_by_hand(first=first, second=second, author=pilar).enters == 1
    assert advancing.entries.get(number=3).live


def test_a_partner_by_lot_from_another_stage_gives_a_place_there(advancing, pilar, partners):
    couple = tuple(single.number for single in partners)
    seed = next(text for text in "abcdefgh" if METHODS["lot"](couple, text).pairs[0] == couple)
    (pair,) = pair_singles(tournament=advancing, author=pilar, seed=seed)
    assert pair.enters == 1 and advancing.entries.get(number=3).live
