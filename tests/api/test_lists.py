"""Tests of lists: their filters, their pages, and a constant number of queries."""

import pytest

from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.api.conftest import Api
from tests.costs import count_queries, page_and_queries
from tests.rows import each, words
from tests.scoring.seated_rounds import LINES
from tests.worlds import world
from tournaments.formats import FORMATS
from tournaments.models import Tournament


@world
def swiss_by_size(make_tournament, pairs, pilar) -> dict[int, Tournament]:
    """Two Swiss tournaments with round 1 played; the keys are their numbers of pairs, 3 and 31."""
    from scoring.actas.services import record_hand

    def fill(count: int) -> Tournament:
        tournament = make_tournament(
            name=f"Suizo de {count}", format="swiss", format_options={"rounds": 2}, tables=20
        )
        pairs(tournament, count)
        publish_round(round=open_next_round(stage=tournament.stage, author=pilar), author=pilar)
        for match in tournament.matches.filter(number__isnull=False):
            for number, line in enumerate(LINES, 1):
                record_hand(match=match, author=pilar, line=line, number=number)
        return tournament

    return {count: fill(count) for count in (3, 31)}


LISTS = [
    *words(
        "stages/ stages/1/ stages/1/standings-rules/ standings/?stage=1 entries/ rounds/ rounds/1/",
        "matches/ standings/ where/?q=a team/ audit/",
    ),
    "",
]


@pytest.mark.slow
@each("path", *LISTS)
def test_a_longer_list_makes_no_more_queries(path, api, swiss_by_size):
    counts = {}
    api.get("tournaments/")  # records the use of the token
    for size, tournament in swiss_by_size.items():
        counts[size] = count_queries(api, f"tournaments/{tournament.slug}/{path}")
    assert counts[31] == counts[3]
    assert counts[31] <= 18


def test_more_tournaments_make_no_more_queries(api, make_tournament):
    counts = []
    for total in (1, 30):
        for number in range(len(api.get("tournaments/").json()["results"]), total):
            make_tournament(name=f"Torneo {number}")
        answer, queries = page_and_queries(api, "tournaments/")
        assert answer.json()["count"] == total
        counts.append(len(queries))
    assert counts[0] == counts[1]


def _values_of_rows(api: Api, path: str, member: str, **query: object) -> list[object]:
    return [row[member] for row in api.get(path, **query).json()["results"]]


def test_a_list_of_entries_is_filtered(api, casino, pairs):
    pairs(casino, 3)
    path = f"tournaments/{casino.slug}/entries/"
    api.patch(f"{path}2/", {"paid": False, "town": "Luco"})
    api.post(f"{path}3/withdraw/", {"reason": "se marchan"})
    assert _values_of_rows(api, path, "number") == [1, 2, 3]
    assert _values_of_rows(api, path, "number", paid="false") == [2]
    assert _values_of_rows(api, path, "number", state="withdrawn") == [3]
    assert _values_of_rows(api, path, "number", state="entered", present="true") == [1, 2]
    assert _values_of_rows(api, path, "number", q="LUCO") == [2]
    assert _values_of_rows(api, path, "number", q="2") == [2]
    assert _values_of_rows(api, path, "number", order="newest") == [3, 2, 1]
    wrong = api.get(path, paid="quizá", state="ida", order="al azar").json()["error"]
    assert sorted(wrong["fields"]) == ["order", "paid", "state"]


def test_a_list_of_matches_is_filtered(api_as, playing):
    visitor, path = api_as(None), f"tournaments/{playing.slug}/matches/"
    assert _values_of_rows(visitor, path, "number", state="playing") == [1, 2]
    assert _values_of_rows(visitor, path, "number", state="bye") == [None, None]
    assert _values_of_rows(visitor, path, "number", table=2) == [2]
    assert _values_of_rows(visitor, path, "table", number=2) == [2]
    assert _values_of_rows(visitor, path, "number", round=2) == []
    (match,) = visitor.get(path, state="playing", table=1).json()["results"]
    entry = match["sides"][0]["entry"]
    assert _values_of_rows(visitor, path, "code", entry=entry) == [match["code"]]


def test_where_gives_the_table_and_the_rivals_of_an_entry(api_as, playing):
    visitor, path = api_as(None), f"tournaments/{playing.slug}/where/"
    match = visitor.get(f"tournaments/{playing.slug}/matches/", table=1).json()["results"][0]
    side, rival = match["sides"]
    assert visitor.get(path, q=side["entry"]).json()["results"] == [
        {
            "entry": side["entry"],
            "title": side["title"],
            "town": "Calamocha",
            "state": "playing",
            "round": 1,
            "code": match["code"],
            "table": 1,
            "boards": [],
            "ahead": 0,
            "awaited": [],
            "rivals": [{"entry": rival["entry"], "title": rival["title"]}],
            "postponed_to": None,
            "postponed": [],
        }
    ]
    assert visitor.get(path).status_code == 400


def test_games_and_formats_list_the_options_that_a_form_needs(api_as):
    game, *_others = api_as(None).get("games/").json()["results"]
    expected = ("guinote", ["cotos", "partidas", "partidas_coto", "tantos"], "partidas")
    assert (game["key"], game["tallies"], game["counted"]) == expected
    limits = {
        option["name"]: (option["type"], option["default"], option["low"], option["high"])
        for option in game["options"]
    }
    assert limits == {
        "players": ("integer", 4, None, None),
        "cotos": ("integer", 2, 1, 9),
        "partidas": ("integer", 3, 1, 20),
        "best_of": ("integer", 0, 0, 99),
        "play_all": ("boolean", False, None, None),
    }
    assert game["presets"][0] == {
        "key": "dos_cotos_de_3",
        "name": "Dos cotos de 3 partidas",
        "options": {"players": 4, "cotos": 2, "partidas": 3, "best_of": 0, "play_all": False},
    }
    assert game["hand_schema"]["oneOf"]
    formats = api_as(None).get("formats/").json()["results"]
    defaults = {
        format["key"]: {option["name"]: option["default"] for option in format["options"]}
        for format in formats
    }
    assert list(defaults) == list(FORMATS)
    assert defaults["swiss"] == {"rounds": None, "first": "lot", "bye": "win"}
    repesca = next(option for option in formats[0]["options"] if option["name"] == "repesca")
    assert [choice["value"] for choice in repesca["choices"]] == list(
        FORMATS["knockout"].choices["repesca"]
    )


def test_a_calendar_has_pages_of_whole_rounds(api, make_tournament, pairs, pilar, monkeypatch):
    league = make_tournament(name="Liga larga", format="league", format_options={"legs": 2})
    pairs(league, 6)
    publish_round(round=open_next_round(stage=league.stage, author=pilar), author=pilar)
    path = f"tournaments/{league.slug}/calendar/"
    calendar = api.get(path).json()
    assert [len(date["fixtures"]) for date in calendar["results"]] == [3] * 10
    monkeypatch.setattr("scoring.rounds.api.calendar.PagesOfRounds.most_fixtures", 13)
    first_answer = api.get(path).json()
    assert first_answer["results"] == calendar["results"][:4], (
        "13 fixtures must make a page of four rounds"
    )
    assert first_answer["count"] == 10 and first_answer["next"]
    assert api.get(path, page=3).json()["results"] == calendar["results"][8:]
    monkeypatch.setattr("scoring.rounds.api.calendar.PagesOfRounds.most_fixtures", 2)
    assert len(api.get(path).json()["results"]) == 1, "a page has at least one round"


def test_an_unknown_parameter_is_refused(api, playing):
    for path in ("entries/", "matches/", "standings/", "rounds/1/", "team/"):
        refused_answer = api.get(f"tournaments/{playing.slug}/{path}", sate="playing")
        assert refused_answer.status_code == 400, path
        assert refused_answer.json()["error"]["fields"]["sate"][0]["code"] == "unknown"
        assert (
            api.get(f"tournaments/{playing.slug}/{path}", stage=1, idioma="en").status_code == 200
        )
    assert api.get("games/", stage=1).status_code == 400


def test_an_unchanged_answer_is_a_304(api, playing):
    matches = api.get(f"tournaments/{playing.slug}/matches/").json()["results"]
    address = (
        f"tournaments/{playing.slug}/matches/{next(m['code'] for m in matches if m['table'])}/"
    )
    etag = api.get(address).headers["ETag"]
    api.headers["If-None-Match"] = etag
    unchanged_answer = api.get(address)
    assert (unchanged_answer.status_code, unchanged_answer.content) == (304, b"")
    assert api.post(f"{address}hands/", {"number": 1, "line": "coto 3-1"}).status_code == 201
    assert api.get(address).status_code == 200
