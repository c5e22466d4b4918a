"""Tests of places and of the waiting list."""

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.refusals import conflict_of, is_refused
from tests.worlds import world
from tournaments.models import AuditLine, Entry, Tournament
from tournaments.names.people import Person
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.marks import promote
from tournaments.people.services.registering import register_entry, reinstate, withdraw
from tournaments.rounds.selectors.places import free_places, waiting_list
from tournaments.setup.services.tournament import edit_tournament


@world
def full_tournament(make_tournament, pairs) -> Tournament:
    """A tournament with four places and six registered pairs: two of them wait."""
    tournament = make_tournament(capacity=4)
    pairs(tournament, 6)
    return tournament


def _entry(full_tournament, number) -> Entry:
    return full_tournament.entries.get(number=number)


def _states(full_tournament) -> str:
    return "".join(state[0] for state in full_tournament.entries.values_list("state", flat=True))


def _withdraw(full_tournament, number, **options):
    withdraw(entry=_entry(full_tournament, number), author=None, reason="no llega", **options)


def test_pairs_after_the_last_place_wait(full_tournament):
    assert _states(full_tournament) == "eeeeww"
    assert (
        free_places(full_tournament),
        [entry.number for entry in waiting_list(full_tournament)],
    ) == (0, [5, 6])


def test_no_pair_waits_without_a_capacity(casino, pairs):
    pairs(casino, 3)
    assert (free_places(casino), _states(casino)) == (None, "eee")


def test_waiting_pair_replaces_an_absent_pair(full_tournament, pilar):
    assert (
        conflict_of(lambda: promote(entry=_entry(full_tournament, 5), author=pilar)) == "no_places"
    )
    _withdraw(full_tournament, 2, kind="absent")
    assert free_places(full_tournament) == 1
    promote(entry=_entry(full_tournament, 5), author=pilar)
    assert _states(full_tournament) == "eaeeew"
    line = AuditLine.objects.get(act="promote")
    assert (line.before, line.after) == ({"state": "waiting"}, {"state": "entered"})
    assert (
        conflict_of(lambda: promote(entry=_entry(full_tournament, 5), author=pilar))
        == "not_waiting"
    )


def test_withdrawn_pair_is_not_replaced_after_the_first_round_is_published(full_tournament, pilar):
    round = open_next_round(stage=full_tournament.stage, author=pilar)
    _withdraw(full_tournament, 1)
    promote(entry=_entry(full_tournament, 5), author=pilar)  # allowed: a draft can be redrawn
    round.delete()
    publish_round(round=open_next_round(stage=full_tournament.stage, author=pilar), author=pilar)
    withdraw_entry(entry=_entry(full_tournament, 2), author=pilar, reason="se van")
    assert free_places(full_tournament) == 0
    assert (
        conflict_of(lambda: promote(entry=_entry(full_tournament, 6), author=pilar)) == "no_places"
    )
    edit_tournament(tournament=full_tournament, author=pilar, capacity=6)
    promote(entry=_entry(full_tournament, 6), author=pilar)


def test_draw_leaves_out_waiting_pairs(full_tournament, pilar):
    round = open_next_round(stage=full_tournament.stage, author=pilar)
    numbers = round.sides.order_by("entry__number").values_list("entry__number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]


def test_reinstated_pair_waits_if_its_place_is_taken(full_tournament, pilar):
    _withdraw(full_tournament, 1)
    promote(entry=_entry(full_tournament, 5), author=pilar)
    assert reinstate(entry=_entry(full_tournament, 1), author=pilar).state == "waiting"


def test_reinstated_pair_that_was_drawn_has_a_place(full_tournament, pilar):
    publish_round(round=open_next_round(stage=full_tournament.stage, author=pilar), author=pilar)
    withdraw_entry(entry=_entry(full_tournament, 1), author=pilar, reason="se van")
    assert reinstate(entry=_entry(full_tournament, 1), author=pilar).state == "entered"


def test_waiting_pair_cannot_be_registered_again(full_tournament):
    people = [seat.player for seat in _entry(full_tournament, 6).seats.all()]
    people_again = [Person(player.name, player.surname, player.town) for player in people]
    code = conflict_of(
        lambda: register_entry(tournament=full_tournament, author=None, players=people_again)
    )
    assert code == "already_entered"


def test_imported_pairs_after_the_last_place_wait(full_tournament, pilar):
    edit_tournament(tournament=full_tournament, author=pilar, capacity=7)
    text = "\n".join(f"Uno{number} / Otro{number}" for number in range(5))
    accept_import(
        preview=preview_import(tournament=full_tournament, author=pilar, text=text), author=pilar
    )
    # Three imported pairs get the new places; the pairs that waited before still wait.
    assert _states(full_tournament) == "eeeewweeeww"


def test_pair_121_of_a_list_waits_with_120_places(make_tournament, pilar):
    full_tournament = make_tournament(capacity=120)
    text = "\n".join(f"Uno{number} / Otro{number}" for number in range(121))
    accept_import(
        preview=preview_import(tournament=full_tournament, author=pilar, text=text), author=pilar
    )
    assert [entry.number for entry in waiting_list(full_tournament)] == [121]


def test_desk_gives_a_free_place_to_a_waiting_pair(full_tournament, chema, client_as):
    desk = client_as(chema)
    page = f"/t/{full_tournament.slug}/inscripciones/"
    list_page = desk.get(page).content.decode()
    assert "Lista de espera" in list_page and "Dar plaza" not in list_page
    withdrawal_page = desk.post(
        f"{page}2/retirar/", {"reason": "x", "kind": "absent", "effect": "lose"}, follow=True
    ).content.decode()
    assert (
        "primero de la lista de espera: 5 ·" in withdrawal_page and "Dar plaza" in withdrawal_page
    )
    desk.post(f"{page}5/plaza/")
    assert _entry(full_tournament, 5).live
    refusal_page = desk.post(f"{page}6/plaza/", follow=True).content.decode()
    assert "No queda ninguna plaza" in refusal_page
    registration_page = desk.post(
        f"{page}nueva/", {"player_1": "Ana / Eva"}, follow=True
    ).content.decode()
    assert "va a la lista de espera" in registration_page


def test_public_pages_show_the_waiting_list(full_tournament, client_as):
    public = client_as(None)
    assert "Lista de espera" in public.get(f"/t/{full_tournament.slug}/").content.decode()
    page = public.get(f"/t/{full_tournament.slug}/inscripcion/5/").content.decode()
    assert "En lista de espera" in page


@pytest.mark.parametrize("capacity", [-1, 10_000, True, "8", None])
def test_wrong_capacity_is_refused(casino, pilar, capacity):
    with is_refused(field="capacity", status=400):
        edit_tournament(tournament=casino, author=pilar, capacity=capacity)


def test_api_gives_a_free_place_to_a_waiting_pair(full_tournament, chema, client_as):
    desk, path = client_as(chema), f"/api/v1/tournaments/{full_tournament.slug}/"
    assert desk.get(path).json()["on_waiting_list"] == 2
    assert desk.post(f"{path}entries/5/promote/").status_code == 409
    _withdraw(full_tournament, 4)
    assert desk.post(f"{path}entries/5/promote/").json()["state"] == "entered"


def test_waiting_list_of_a_tournament_of_150_pairs_as_in_colmenar(make_tournament, pilar):
    full_tournament = make_tournament(
        name="Colmenar", capacity=150, format="lives", format_options={"lives": 3}
    )
    text = "\n".join(f"Uno{number} / Otro{number}" for number in range(170))
    accept_import(
        preview=preview_import(tournament=full_tournament, author=pilar, text=text), author=pilar
    )
    assert len(waiting_list(full_tournament)) == 20
    _withdraw(full_tournament, 7, kind="absent")
    promote(entry=waiting_list(full_tournament)[0], author=pilar)
    round = publish_round(
        round=open_next_round(stage=full_tournament.stage, author=pilar), author=pilar
    )
    drawn_numbers = set(round.sides.values_list("entry__number", flat=True))
    assert drawn_numbers == {*range(1, 152)} - {7}
    withdraw_entry(entry=_entry(full_tournament, 8), author=pilar, reason="se van")
    assert (
        conflict_of(lambda: promote(entry=waiting_list(full_tournament)[0], author=pilar))
        == "no_places"
    )
