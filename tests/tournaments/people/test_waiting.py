"""Places and the waiting list: G3 of the golden days, and what may go wrong."""

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
def hall(make_tournament, pairs) -> Tournament:
    """Room for four pairs; six have come."""
    tournament = make_tournament(capacity=4)
    pairs(tournament, 6)
    return tournament


def _entry(hall, number) -> Entry:
    return hall.entries.get(number=number)


def _states(hall) -> str:
    return "".join(state[0] for state in hall.entries.values_list("state", flat=True))


def _leave(hall, number, **how):
    withdraw(entry=_entry(hall, number), author=None, reason="no llega", **how)


def test_past_the_last_place_one_waits(hall):
    assert _states(hall) == "eeeeww"
    assert (free_places(hall), [entry.number for entry in waiting_list(hall)]) == (0, [5, 6])


def test_without_a_limit_nobody_waits(casino, pairs):
    pairs(casino, 3)
    assert (free_places(casino), _states(casino)) == (None, "eee")


def test_the_first_who_waits_replaces_a_no_show(hall, pilar):
    assert conflict_of(lambda: promote(entry=_entry(hall, 5), author=pilar)) == "no_places"
    _leave(hall, 2, kind="absent")
    assert free_places(hall) == 1
    promote(entry=_entry(hall, 5), author=pilar)
    assert _states(hall) == "eaeeew"
    line = AuditLine.objects.get(act="promote")
    assert (line.before, line.after) == ({"state": "waiting"}, {"state": "entered"})
    assert conflict_of(lambda: promote(entry=_entry(hall, 5), author=pilar)) == "not_waiting"


def test_nobody_is_replaced_once_the_first_round_is_published(hall, pilar):
    round = open_next_round(stage=hall.stage, author=pilar)
    _leave(hall, 1)
    promote(entry=_entry(hall, 5), author=pilar)  # a draft is drawn again
    round.delete()
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    withdraw_entry(entry=_entry(hall, 2), author=pilar, reason="se van")
    assert free_places(hall) == 0
    assert conflict_of(lambda: promote(entry=_entry(hall, 6), author=pilar)) == "no_places"
    edit_tournament(tournament=hall, author=pilar, capacity=6)
    promote(entry=_entry(hall, 6), author=pilar)


def test_only_those_with_a_place_are_drawn(hall, pilar):
    round = open_next_round(stage=hall.stage, author=pilar)
    numbers = round.sides.order_by("entry__number").values_list("entry__number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]


def test_who_comes_back_finds_its_place_taken(hall, pilar):
    _leave(hall, 1)
    promote(entry=_entry(hall, 5), author=pilar)
    assert reinstate(entry=_entry(hall, 1), author=pilar).state == "waiting"


def test_who_had_played_comes_back_to_play(hall, pilar):
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    withdraw_entry(entry=_entry(hall, 1), author=pilar, reason="se van")
    assert reinstate(entry=_entry(hall, 1), author=pilar).state == "entered"


def test_nobody_waits_twice(hall):
    people = [seat.player for seat in _entry(hall, 6).seats.all()]
    again = [Person(one.name, one.surname, one.town) for one in people]
    refused = conflict_of(lambda: register_entry(tournament=hall, author=None, players=again))
    assert refused == "already_entered"


def test_a_list_goes_to_the_waiting_list_too(hall, pilar):
    edit_tournament(tournament=hall, author=pilar, capacity=7)
    text = "\n".join(f"Uno{n} / Otro{n}" for n in range(5))
    accept_import(preview=preview_import(tournament=hall, author=pilar, text=text), author=pilar)
    # Four had a place; three more find one, those already waiting keep waiting.
    assert _states(hall) == "eeeewweeeww"


def test_a_hundred_and_twenty_with_a_place_and_one_more(make_tournament, pilar):
    hall = make_tournament(capacity=120)
    text = "\n".join(f"Uno{n} / Otro{n}" for n in range(121))
    accept_import(preview=preview_import(tournament=hall, author=pilar, text=text), author=pilar)
    assert [entry.number for entry in waiting_list(hall)] == [121]


def test_the_desk_sees_the_list_apart_and_gives_the_place(hall, chema, client_as):
    desk = client_as(chema)
    page = f"/t/{hall.slug}/inscripciones/"
    shown = desk.get(page).content.decode()
    assert "Lista de espera" in shown and "Dar plaza" not in shown
    said = desk.post(
        f"{page}2/retirar/", {"reason": "x", "kind": "absent", "effect": "lose"}, follow=True
    ).content.decode()
    assert "primero de la lista de espera: 5 ·" in said and "Dar plaza" in said
    desk.post(f"{page}5/plaza/")
    assert _entry(hall, 5).live
    refused = desk.post(f"{page}6/plaza/", follow=True).content.decode()
    assert "No queda ninguna plaza" in refused
    told = desk.post(f"{page}nueva/", {"player_1": "Ana / Eva"}, follow=True).content.decode()
    assert "va a la lista de espera" in told


def test_the_public_sees_who_waits(hall, client_as):
    anybody = client_as(None)
    assert "Lista de espera" in anybody.get(f"/t/{hall.slug}/").content.decode()
    page = anybody.get(f"/t/{hall.slug}/inscripcion/5/").content.decode()
    assert "En lista de espera" in page


@pytest.mark.parametrize("capacity", [-1, 10_000, True, "8", None])
def test_places_that_cannot_be(casino, pilar, capacity):
    with is_refused(field="capacity", status=400):
        edit_tournament(tournament=casino, author=pilar, capacity=capacity)


def test_the_api_gives_places_too(hall, chema, client_as):
    desk, path = client_as(chema), f"/api/v1/tournaments/{hall.slug}/"
    assert desk.get(path).json()["on_waiting_list"] == 2
    assert desk.post(f"{path}entries/5/promote/").status_code == 409
    _leave(hall, 4)
    assert desk.post(f"{path}entries/5/promote/").json()["state"] == "entered"


def test_colmenar_a_hundred_and_fifty_at_three_lives_and_twenty_waiting(make_tournament, pilar):
    hall = make_tournament(
        name="Colmenar", capacity=150, format="lives", format_options={"lives": 3}
    )
    text = "\n".join(f"Uno{n} / Otro{n}" for n in range(170))
    accept_import(preview=preview_import(tournament=hall, author=pilar, text=text), author=pilar)
    assert len(waiting_list(hall)) == 20
    _leave(hall, 7, kind="absent")
    promote(entry=waiting_list(hall)[0], author=pilar)
    round = publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    drawn = set(round.sides.values_list("entry__number", flat=True))
    assert drawn == {*range(1, 152)} - {7}
    withdraw_entry(entry=_entry(hall, 8), author=pilar, reason="se van")
    assert conflict_of(lambda: promote(entry=waiting_list(hall)[0], author=pilar)) == "no_places"
