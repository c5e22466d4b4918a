"""A whole tournament through the API alone: from nothing to the final standings and their PDF."""

from itertools import product

import pytest

PAIRS = [
    ("Paco Gil", "Luis Sanz", "Calamocha"),
    ("Pilar Lahoz", "Chema Roche", "Monreal"),
    ("Raúl Ibáñez", "Ángel Muñoz", "Daroca"),
    ("Carmen Martín", "Nicolás Catalán", "Báguena"),
    ("Begoña Yus", "Íñigo Peiró", "Luco"),
    ("El Rubio", "La Chata", "El Poyo"),
]
A_WINS = ["coto 3-1", "coto 2-3", "coto 3-0"]


def _pair(one: str, other: str, town: str) -> dict[str, object]:
    players = [dict(zip(("name", "surname"), name.split(), strict=True)) for name in (one, other)]
    return {"players": players, "town": town, "paid": True}


@pytest.mark.slow
def test_from_create_to_the_final_standings(api, api_as, django_capture_on_commit_callbacks):
    created = api.post(
        "tournaments/",
        {
            "name": "Maratón de San Roque",
            "venue": "Casino",
            "starts_at": "2026-08-16T16:30:00+02:00",
            "tables": 2,
            "game": "guinote",
            "preset": "dos_cotos_de_3",
            "format": "knockout",
            "format_options": {"third_place": True},
            "seed": "san roque",
        },
    )
    assert created.status_code == 201, created.json()
    assert created.headers["Location"] == "/api/v1/tournaments/maraton-de-san-roque/"
    one = "tournaments/maraton-de-san-roque/"

    for number, pair in enumerate(PAIRS, 1):
        entered = api.post(f"{one}entries/", _pair(*pair))
        assert (entered.status_code, entered.json()["number"]) == (201, number), entered.json()
    assert api.patch(f"{one}entries/3/", {"present": True}).json()["present"] is True

    for number in (1, 2, 3):
        _play_round(api, api_as(None), one, number)

    told = api_as(None).get(one).json()
    wanted = ("finished", 3, "san roque", 0)
    assert (told["phase"], told["round"], told["seed"], told["left"]) == wanted
    over = api.post(f"{one}rounds/")
    assert (over.status_code, over.json()["error"]["code"]) == (409, "stage_over")
    _check_standings(api_as(None).get(f"{one}standings/").json())
    _check_print(api, one, django_capture_on_commit_callbacks)
    acts = {line["act"] for line in api.get(f"{one}audit/").json()["results"]}
    assert {"create_tournament", "register_entry", "draw", "publish", "record_hand"} <= acts


def _play_round(api, public, one: str, number: int) -> None:
    drawn = api.post(f"{one}rounds/", {"number": number, "absent": "draw"})
    assert drawn.status_code == 201, drawn.json()
    assert public.get(f"{one}rounds/{number}/").status_code == 404  # still a draft
    published = api.post(f"{one}rounds/{number}/publish/", {"seen": drawn.json()["version"]})
    assert published.status_code == 200, published.json()
    while playing := public.get(f"{one}matches/", state="playing").json()["results"]:
        for match in playing:
            _play(api, f"{one}matches/{match['code']}/")


def _play(api, match: str) -> None:
    for number, line in enumerate(A_WINS, 1):
        seen = api.post(f"{match}preview/", {"number": number, "line": line})
        assert seen.status_code == 200, seen.json()
        written = api.post(f"{match}hands/", {"number": number, "line": line})
        assert written.status_code == 201, written.json()
    told = api.get(match).json()
    assert told["result"] == {
        "winner": "A",
        "tallies": {"cotos": [2, 1], "partidas": [8, 4], "partidas_coto": [0, 0], "tantos": [0, 0]},
        "forfeit": False,
        "lost": False,
    }
    assert [step["line"] for step in told["acta"]["steps"]] == A_WINS


def _check_standings(told: dict) -> None:
    rows = told["results"]
    assert [row["place"] for row in rows][:4] == [1, 2, 3, 4]
    assert {row["entry"] for row in rows} == set(range(1, 7))
    first, second = rows[0], rows[1]
    wanted = ["exit_round", "counted_won", "counted_diff"]
    assert [value["key"] for value in first["values"]] == wanted
    assert (first["decided_by"], first["reason"]) == (None, "")
    assert second["decided_by"] == "exit_round"
    assert second["reason"].startswith(f"Por detrás del {first['entry']}: ha llegado menos lejos")


def _check_print(api, one: str, committed) -> None:
    with committed(execute=True):
        job = api.post(f"{one}prints/", {"sheet": "final"})
    assert job.status_code == 202, job.json()
    told = api.get(job.headers["Location"].removeprefix("/api/v1/")).json()
    assert (told["state"], told["kind"]) == ("done", "print"), told
    answer = api.browser.get(told["file"], headers={**api.headers, "Accept": "application/pdf"})
    assert b"".join(answer.streaming_content).startswith(b"%PDF-")
    assert answer.headers["Content-Type"] == "application/pdf"


def test_every_list_comes_in_pages(api, playing):
    one = f"tournaments/{playing.slug}/"
    lists = ["games/", "formats/", "tournaments/"] + [
        f"{one}{name}/" for name in ("entries", "rounds", "matches", "standings", "team", "audit")
    ]
    for path, size in product([*lists, f"{one}where/?q=gil"], (1, 2)):
        query = f"{path}{'&' if '?' in path else '?'}page_size={size}"
        told = api.get(query).json()
        assert told.keys() == {"count", "next", "previous", "results"}, path
        assert len(told["results"]) == min(size, told["count"]), path
        assert (told["next"] is None) == (told["count"] <= size), path
