"""Tests of seeds and sessions, set for one entry or for many."""

import pytest

from scoring.standings.selectors.standings import stage_entrants
from tests.rows import cases
from tournaments.models import AuditLine
from tournaments.people.services.marks import set_seeding
from tournaments.people.services.registering import edit_entry, withdraw
from tournaments.people.services.rows import entry_with_people, people_of
from tournaments.refusal import Refused


def _seeds_and_sessions(tournament):
    return list(tournament.entries.order_by("number").values_list("seed", "session"))


def _set_seeding(tournament, seeds=(), sessions=()):
    return set_seeding(
        tournament=tournament, author=None, seeds=dict(seeds), sessions=dict(sessions)
    )


def test_seeds_and_sessions_are_set_for_many_entries(casino, pairs):
    pairs(casino, 3)
    assert _set_seeding(casino, {1: 2, 3: 1}, {2: " noche "}) == 2 + 1
    assert _seeds_and_sessions(casino) == [(2, ""), (0, "noche"), (1, "")]
    assert [entrant.seed for entrant in stage_entrants(casino.stage)] == [2, 0, 1]
    line = AuditLine.objects.get(act="set_seeding")
    assert line.before == {"1": [0, ""], "2": [0, ""], "3": [0, ""]}
    assert _set_seeding(casino, {1: 2}) == 0
    assert _set_seeding(casino, {1: 1, 3: 2}) == 2, "two entries may exchange their seeds"


@cases(
    "seeds, sessions, code",
    ({9: 1}, {}, "entry_unknown"),
    ({1: -1}, {}, "seed_out_of_range"),
    ({1: 10_000}, {}, "seed_out_of_range"),
    ({1: 1, 2: 1}, {}, "seed_repeated"),
    ({}, {1: "x" * 21}, "text_too_long"),
    ({}, {1: "=2"}, "text_formula"),
)
def test_wrong_seeds_and_sessions_are_refused(casino, pairs, seeds, sessions, code):
    pairs(casino, 2)
    with pytest.raises(Refused) as error:
        _set_seeding(casino, seeds, sessions)
    assert error.value.code == code and str(error.value)
    assert _seeds_and_sessions(casino) == [(0, ""), (0, "")]


def test_seed_of_a_withdrawn_entry_is_free(casino, pairs):
    entry, _other_entry = pairs(casino, 2)
    _set_seeding(casino, {1: 1})
    withdraw(entry=entry, author=None, reason="x")
    assert _set_seeding(casino, {2: 1}) == 1


def test_seed_and_session_are_set_with_the_entry(casino, pairs):
    (entry,) = pairs(casino, 1)
    people = people_of(entry_with_people(entry))
    edit_entry(entry=entry, author=None, players=people, town="Luco", seed=4, session="mañana")
    assert _seeds_and_sessions(casino) == [(4, "mañana")]
    edit_entry(entry=entry, author=None, players=people, town="Luco")
    assert _seeds_and_sessions(casino) == [(4, "mañana")], "an omitted seed or session stays"


def test_desk_sets_seeds_and_sessions_on_the_page_and_by_api(casino, pairs, chema, client_as):
    pairs(casino, 2)
    desk, page = client_as(chema), f"/t/{casino.slug}/inscripciones/turnos/"
    assert 'name="seed_2"' in desk.get(page).content.decode()
    repeated_seed = {"seed_1": "1", "seed_2": "1", "session_1": "", "session_2": ""}
    assert desk.post(page, repeated_seed).status_code == 409
    assert desk.post(page, {**repeated_seed, "seed_2": "x"}).status_code == 400
    assert desk.post(page, {**repeated_seed, "seed_2": "", "session_2": "noche"}).status_code == 302
    assert _seeds_and_sessions(casino) == [(1, ""), (0, "noche")]
    assert desk.post(page, {"seed_2": "2"}).status_code == 302
    assert _seeds_and_sessions(casino) == [(1, ""), (2, "noche")], "an omitted field stays"
    answer = desk.post(
        f"/api/v1/tournaments/{casino.slug}/seeding/",
        {"entries": [{"number": 1, "seed": 0}, {"number": 2, "session": ""}]},
        content_type="application/json",
    )
    assert answer.json() == {"changed": 2}
    assert _seeds_and_sessions(casino) == [(0, ""), (2, "")]
