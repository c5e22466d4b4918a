"""The changes of a correction through the API."""

import pytest

from scoring.actas.services import record_hand
from tests.api.test_errors import refusal
from tests.rows import each
from tests.scoring.days import publish
from tests.worlds import world
from tournaments.models import Match

A_WINS, B_WINS = ["coto 3-1", "coto 3-0"], ["coto 1-3", "coto 0-3"]


@world
def drawn(casino, pairs, pilar):
    """Four pairs, the first round played and the final published."""
    pairs(casino, 4)
    for match in publish(casino, pilar).matches.all():
        for number, line in enumerate(A_WINS, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
    publish(casino, pilar)
    return Match.objects.get(tournament=casino, round__number=1, position=1)


def path(match, act):
    return f"tournaments/{match.tournament.slug}/matches/{match.code}/{act}/"


def numbers(round, casino):
    sides = casino.rounds.get(number=round).sides
    return set(sides.values_list("entry__number", flat=True))


@pytest.mark.slow
def test_a_preview_saves_nothing(api, drawn):
    answer = api.post(path(drawn, "correct/preview"), {"lines": B_WINS})
    assert answer.status_code == 200
    told = answer.json()
    assert (told["winner"], told["version"], told["consequences"]["turns"]) == ("B", 1, True)
    later = told["consequences"]["later"]
    assert all(one["would_be"] != one["sides"] for one in later)
    assert [one["kind"] for one in told["consequences"]["remedies"]] == ["exchange"]
    assert told["consequences"]["seen"].startswith("exchange 1 2 ")
    assert told["rehearsal"] is None
    told = api.post(path(drawn, "correct/preview"), {"lines": B_WINS, "remedy": True}).json()
    moved = [(one["entry"], one["after"]) for one in told["rehearsal"]["moved"]]
    assert moved == [(one["entry"], one["after"]) for one in told["consequences"]["moved"]]
    assert drawn.actas.count() == 1


@each("body", {}, {"lines": "coto 3-1"}, {"lines": ["nada"]}, {"lines": [1]})
def test_a_preview_of_nonsense_is_400(api, drawn, body):
    assert api.post(path(drawn, "correct/preview"), body).status_code == 400


@pytest.mark.slow
def test_remedied(api, casino, drawn, raul, api_as):
    seen = api.post(path(drawn, "correct/preview"), {"lines": B_WINS}).json()["consequences"][
        "seen"
    ]
    body = {"lines": B_WINS, "reason": "al revés", "remedy": True}
    assert api_as(raul).post(path(drawn, "correct"), body).status_code == 403
    wrong = api.post(path(drawn, "correct"), {**body, "seen": "otra"})
    assert refusal(wrong)[:2] == (409, "remedy_changed")
    there = numbers(2, casino)
    told = api.post(path(drawn, "correct"), {**body, "seen": seen}).json()
    assert (told["remedied"], told["version"], told["consequences"]["turns"]) == (True, 2, True)
    changed = {one.number for side in drawn.sides.all() for one in [side.entry]}
    assert numbers(2, casino) ^ there <= changed


def test_nothing_to_remedy(api, drawn):
    body = {"lines": ["coto 3-1", "coto 3-2"], "reason": "mal copiado", "remedy": True}
    answer = api.post(path(drawn, "correct"), body)
    assert refusal(answer)[:2] == (409, "nothing_to_remedy")


def test_one_call_tells_its_consequences_before_and_remedies_them(api, casino, drawn):
    before = numbers(2, casino)
    told = api.post(path(drawn, "swap-sides"), {"preview": True}).json()
    assert (told["version"], told["consequences"]["turns"], told["remedied"]) == (1, True, False)
    assert drawn.actas.count() == 1
    seen = told["consequences"]["seen"]
    wrong = api.post(path(drawn, "swap-sides"), {"remedy": True, "seen": "otra"})
    assert refusal(wrong)[:2] == (409, "remedy_changed")
    told = api.post(path(drawn, "swap-sides"), {"remedy": True, "seen": seen}).json()
    assert (told["version"], told["remedied"]) == (2, True)
    changed = {side.entry.number for side in drawn.sides.all()}
    assert numbers(2, casino) ^ before <= changed


def test_a_replay_tells_what_it_opens(api, drawn):
    told = api.post(path(drawn, "replay"), {"reason": "baraja con dos ases"}).json()
    assert told["version"] == 2
    assert told["consequences"]["opens"]
    assert [one["kind"] for one in told["consequences"]["remedies"]] == ["leave"]


def test_a_withdrawal_tells_its_consequences(api, casino, drawn):
    number = drawn.sides.first().entry.number
    body = {"reason": "se va", "preview": True}
    told = api.post(f"tournaments/{casino.slug}/entries/{number}/withdraw/", body).json()
    assert (told["forfeited"], told["entry"]["state"]) == ([], "entered")
    assert "moved" in told["consequences"]


def test_a_ruling_that_ends_an_opened_match_tells_its_consequences(api, casino, drawn):
    api.post(path(drawn, "replay"), {"reason": "baraja con dos ases"})
    entry = drawn.sides.get(side=drawn.sides.first().side).entry.number
    ruling = {"entry": entry, "follows": "line", "lines": ["pierde A: grita"], "reason": "grita"}
    told = api.post(path(drawn, "rulings"), {**ruling, "preview": True})
    assert (told.status_code, told.json()["consequences"]["closes"]) == (200, True)
    assert drawn.rulings.count() == 0
    seen = told.json()["consequences"]["seen"]
    assert seen.startswith("exchange")
    made = api.post(path(drawn, "rulings"), {**ruling, "remedy": True, "seen": seen})
    assert (made.status_code, made.json()["remedied"]) == (201, True)
    assert made.json()["consequences"]["later"]


def test_who_is_put_out_has_consequences_too(api, casino, drawn):
    number = drawn.sides.first().entry.number
    body = {"follows": "out", "reason": "trampa", "preview": True}
    told = api.post(f"tournaments/{casino.slug}/entries/{number}/rulings/", body)
    assert told.status_code == 200
    assert told.json()["consequences"]["moved"]
    assert casino.entries.get(number=number).state == "entered"
