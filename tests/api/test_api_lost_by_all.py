"""A match that every side loses, through the API."""

from tests.scoring.played_rounds import publish

REASON = "no se presenta nadie"


def test_a_match_lost_by_all_is_recorded_through_the_api(casino, pairs, pilar, api_as):
    pairs(casino, 4)
    match, other_match = publish(casino, pilar).matches.order_by("position")
    path = f"tournaments/{casino.slug}/matches/"
    answer = api_as(pilar).post(f"{path}{match.code}/forfeit/", {"loser": None, "reason": REASON})
    assert (answer.status_code, answer.json()["winner"]) == (200, None)
    hand = {"kind": "stop", "drawn": True, "lost": True, "reason": REASON}
    answer = api_as(pilar).post(f"{path}{other_match.code}/hands/", {"number": 1, "hand": hand})
    assert answer.status_code == 201
    result = api_as(pilar).get(f"{path}{match.code}/").json()["result"]
    assert (result["winner"], result["lost"], result["forfeit"]) == (None, True, True)
