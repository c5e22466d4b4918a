"""Tests of the consequences of a correction through the API."""

import pytest

from scoring.actas.services import record_hand
from tests.api.test_errors import refusal
from tests.rows import each
from tests.scoring.played_rounds import publish
from tests.worlds import world
from tournaments.models import Match

A_WINS, B_WINS = ["coto 3-1", "coto 3-0"], ["coto 1-3", "coto 0-3"]


@world
def match(casino, pairs, pilar):
    """The first match of four pairs, with round 1 played and the final published."""
    pairs(casino, 4)
    for match in publish(casino, pilar).matches.all():
        for number, line in enumerate(A_WINS, 1):
            record_hand(match=match, author=pilar, line=line, number=number)
    publish(casino, pilar)
    return Match.objects.get(tournament=casino, round__number=1, position=1)


def path_of(match, act):
    return f"tournaments/{match.tournament.slug}/matches/{match.code}/{act}/"


def entry_numbers(round, casino):
    sides = casino.rounds.get(number=round).sides
    return set(sides.values_list("entry__number", flat=True))


@pytest.mark.slow
def test_a_preview_of_a_correction_saves_nothing(api, match):
    answer = api.post(path_of(match, "correct/preview"), {"lines": B_WINS})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["winner"], body["version"], body["consequences"]["turns"]) == ("B", 1, True)
    later_matches = body["consequences"]["later"]
    assert all(row["would_be"] != row["sides"] for row in later_matches)
    assert [remedy["kind"] for remedy in body["consequences"]["remedies"]] == ["exchange"]
    assert body["consequences"]["seen"].startswith("exchange 1 2 ")
    assert body["rehearsal"] is None
    body = api.post(path_of(match, "correct/preview"), {"lines": B_WINS, "remedy": True}).json()
    moved_rows = [(row["entry"], row["after"]) for row in body["rehearsal"]["moved"]]
    assert moved_rows == [(row["entry"], row["after"]) for row in body["consequences"]["moved"]]
    assert match.actas.count() == 1


@each("body", {}, {"lines": "coto 3-1"}, {"lines": ["nada"]}, {"lines": [1]})
def test_a_preview_of_invalid_lines_is_refused(api, match, body):
    assert api.post(path_of(match, "correct/preview"), body).status_code == 400


@pytest.mark.slow
def test_a_correction_with_a_remedy_exchanges_the_entries(api, casino, match, raul, api_as):
    seen_mark = api.post(path_of(match, "correct/preview"), {"lines": B_WINS}).json()[
        "consequences"
    ]["seen"]
    body = {"lines": B_WINS, "reason": "al revés", "remedy": True}
    assert api_as(raul).post(path_of(match, "correct"), body).status_code == 403
    wrong = api.post(path_of(match, "correct"), {**body, "seen": "otra"})
    assert refusal(wrong)[:2] == (409, "remedy_changed")
    numbers_before = entry_numbers(2, casino)
    answer = api.post(path_of(match, "correct"), {**body, "seen": seen_mark}).json()
    assert (answer["remedied"], answer["version"], answer["consequences"]["turns"]) == (
        True,
        2,
        True,
    )
    changed_numbers = {entry.number for side in match.sides.all() for entry in [side.entry]}
    assert entry_numbers(2, casino) ^ numbers_before <= changed_numbers


def test_a_remedy_is_refused_if_the_correction_changes_no_draw(api, match):
    body = {"lines": ["coto 3-1", "coto 3-2"], "reason": "mal copiado", "remedy": True}
    answer = api.post(path_of(match, "correct"), body)
    assert refusal(answer)[:2] == (409, "nothing_to_remedy")


def test_swapping_sides_previews_its_consequences_and_remedies_them(api, casino, match):
    numbers_before = entry_numbers(2, casino)
    body = api.post(path_of(match, "swap-sides"), {"preview": True}).json()
    assert (body["version"], body["consequences"]["turns"], body["remedied"]) == (1, True, False)
    assert match.actas.count() == 1
    seen_mark = body["consequences"]["seen"]
    wrong = api.post(path_of(match, "swap-sides"), {"remedy": True, "seen": "otra"})
    assert refusal(wrong)[:2] == (409, "remedy_changed")
    body = api.post(path_of(match, "swap-sides"), {"remedy": True, "seen": seen_mark}).json()
    assert (body["version"], body["remedied"]) == (2, True)
    changed_numbers = {side.entry.number for side in match.sides.all()}
    assert entry_numbers(2, casino) ^ numbers_before <= changed_numbers


def test_a_replay_lists_its_consequences(api, match):
    body = api.post(path_of(match, "replay"), {"reason": "baraja con dos ases"}).json()
    assert body["version"] == 2
    assert body["consequences"]["opens"]
    assert [remedy["kind"] for remedy in body["consequences"]["remedies"]] == ["leave"]


def test_a_preview_of_a_withdrawal_lists_its_consequences(api, casino, match):
    number = match.sides.first().entry.number
    body = {"reason": "se va", "preview": True}
    answer = api.post(f"tournaments/{casino.slug}/entries/{number}/withdraw/", body).json()
    assert (answer["forfeited"], answer["entry"]["state"]) == ([], "entered")
    assert "moved" in answer["consequences"]


def test_a_ruling_that_ends_a_reopened_match_lists_its_consequences(api, casino, match):
    api.post(path_of(match, "replay"), {"reason": "baraja con dos ases"})
    entry = match.sides.get(side=match.sides.first().side).entry.number
    ruling = {"entry": entry, "follows": "line", "lines": ["pierde A: grita"], "reason": "grita"}
    preview = api.post(path_of(match, "rulings"), {**ruling, "preview": True})
    assert (preview.status_code, preview.json()["consequences"]["closes"]) == (200, True)
    assert match.rulings.count() == 0
    seen_mark = preview.json()["consequences"]["seen"]
    assert seen_mark.startswith("exchange")
    answer = api.post(path_of(match, "rulings"), {**ruling, "remedy": True, "seen": seen_mark})
    assert (answer.status_code, answer.json()["remedied"]) == (201, True)
    assert answer.json()["consequences"]["later"]


def test_a_preview_of_putting_an_entry_out_lists_its_consequences(api, casino, match):
    number = match.sides.first().entry.number
    body = {"follows": "out", "reason": "trampa", "preview": True}
    answer = api.post(f"tournaments/{casino.slug}/entries/{number}/rulings/", body)
    assert answer.status_code == 200
    assert answer.json()["consequences"]["moved"]
    assert casino.entries.get(number=number).state == "entered"
