"""A whole tournament through the API alone, from its creation to the final standings and PDF."""

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


def _pair_body(first_name: str, second_name: str, town: str) -> dict[str, object]:
    players = [
        dict(zip(("name", "surname"), name.split(), strict=True))
        for name in (first_name, second_name)
    ]
    return {"players": players, "town": town, "paid": True}


@pytest.mark.slow
def test_a_tournament_from_its_creation_to_the_final_standings(
    api, api_as, django_capture_on_commit_callbacks
):
    created_answer = api.post(
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
    assert created_answer.status_code == 201, created_answer.json()
    assert created_answer.headers["Location"] == "/api/v1/tournaments/maraton-de-san-roque/"
    path = "tournaments/maraton-de-san-roque/"

    for number, pair in enumerate(PAIRS, 1):
        answer = api.post(f"{path}entries/", _pair_body(*pair))
        assert (answer.status_code, answer.json()["number"]) == (201, number), answer.json()
    assert api.patch(f"{path}entries/3/", {"present": True}).json()["present"] is True

    for number in (1, 2, 3):
        _play_round(api, api_as(None), path, number)

    body = api_as(None).get(path).json()
    expected = ("finished", 3, "san roque", 0)
    assert (body["phase"], body["round"], body["seed"], body["left"]) == expected
    refused_answer = api.post(f"{path}rounds/")
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        409,
        "stage_over",
    )
    _check_standings(api_as(None).get(f"{path}standings/").json())
    _check_printed_standings(api, path, django_capture_on_commit_callbacks)
    acts = {line["act"] for line in api.get(f"{path}audit/").json()["results"]}
    assert {"create_tournament", "register_entry", "draw", "publish", "record_hand"} <= acts


def _play_round(api, public, path: str, number: int) -> None:
    draft = api.post(f"{path}rounds/", {"number": number, "absent": "draw"})
    assert draft.status_code == 201, draft.json()
    assert public.get(f"{path}rounds/{number}/").status_code == 404  # the round is still a draft
    published_answer = api.post(
        f"{path}rounds/{number}/publish/", {"seen": draft.json()["version"]}
    )
    assert published_answer.status_code == 200, published_answer.json()
    while playing := public.get(f"{path}matches/", state="playing").json()["results"]:
        for match in playing:
            _play_match(api, f"{path}matches/{match['code']}/")


def _play_match(api, match_path: str) -> None:
    for number, line in enumerate(A_WINS, 1):
        preview = api.post(f"{match_path}preview/", {"number": number, "line": line})
        assert preview.status_code == 200, preview.json()
        answer = api.post(f"{match_path}hands/", {"number": number, "line": line})
        assert answer.status_code == 201, answer.json()
    body = api.get(match_path).json()
    assert body["result"] == {
        "winner": "A",
        "tallies": {"cotos": [2, 1], "partidas": [8, 4], "partidas_coto": [0, 0], "tantos": [0, 0]},
        "forfeit": False,
        "lost": False,
    }
    assert [step["line"] for step in body["acta"]["steps"]] == A_WINS


def _check_standings(body: dict) -> None:
    rows = body["results"]
    assert [row["place"] for row in rows][:4] == [1, 2, 3, 4]
    assert {row["entry"] for row in rows} == set(range(1, 7))
    first, second = rows[0], rows[1]
    expected = ["exit_round", "counted_won", "counted_diff"]
    assert [value["key"] for value in first["values"]] == expected
    assert (first["decided_by"], first["reason"]) == (None, "")
    assert second["decided_by"] == "exit_round"
    assert second["reason"].startswith(f"Por detrás del {first['entry']}: ha llegado menos lejos")


def _check_printed_standings(api, path: str, run_on_commit) -> None:
    with run_on_commit(execute=True):
        job = api.post(f"{path}prints/", {"sheet": "final"})
    assert job.status_code == 202, job.json()
    body = api.get(job.headers["Location"].removeprefix("/api/v1/")).json()
    assert (body["state"], body["kind"]) == ("done", "print"), body
    answer = api.browser.get(body["file"], headers={**api.headers, "Accept": "application/pdf"})
    assert b"".join(answer.streaming_content).startswith(b"%PDF-")
    assert answer.headers["Content-Type"] == "application/pdf"


def test_every_list_has_pages(api, playing):
    tournament_path = f"tournaments/{playing.slug}/"
    lists = ["games/", "formats/", "tournaments/"] + [
        f"{tournament_path}{name}/"
        for name in ("entries", "rounds", "matches", "standings", "team", "audit")
    ]
    for path, size in product([*lists, f"{tournament_path}where/?q=gil"], (1, 2)):
        query = f"{path}{'&' if '?' in path else '?'}page_size={size}"
        body = api.get(query).json()
        assert body.keys() == {"count", "next", "previous", "results"}, path
        assert len(body["results"]) == min(size, body["count"]), path
        assert (body["next"] is None) == (body["count"] <= size), path
