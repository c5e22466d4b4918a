"""Tests of overruling: only a referee writes points that do not add up, with a reason."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.table_links import table_url
from scoring.models import Result
from tests.api.conftest import Api
from tests.scoring.seated_rounds import seat_round
from tournaments.models import Match

BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}  # 12 manos of 162 points: 1944
JASS = {"manos": 12, "fixed_sum": True, "total": 157}
SKAT = {"manos": 3, "fixed_sum": True, "total": 0, "low": -999, "high": 999}
BUTTON = "Guardarla como decisión del árbitro"
ACTA = "/t/casino-de-calamocha/acta/R1P001/"


@pytest.fixture
def make_match(make_tournament, pairs):
    def build(options):
        tournament = make_tournament(
            game="marcador", game_options=options, format="swiss", format_options={"rounds": 1}
        )
        seat_round(tournament, [pairs(tournament, 2)])
        return Match.objects.select_related("round__stage", "tournament").get(code="R1P001")

    return build


def overruling_link(page):
    """Return the address behind the button, and the values in its query."""
    start = page.text.index("?como=ruling&amp;")
    query = page.text[start:].split('"')[0].replace("&amp;", "&")
    return ACTA + query, {name: value[0] for name, value in parse_qs(urlsplit(query).query).items()}


ROWS = [
    (
        BELOTE,
        {"como": "manos", "manos": 12, "points_a": 1000, "points_b": 940},
        "arbitro manos 12 1000-940: así lo firman",
        (1000, 940),
    ),
    (
        JASS,
        {"como": "manos", "manos": 12, "points_a": 900, "points_b": 1000},
        "arbitro manos 12 900-1000: así lo firman",
        (900, 1000),
    ),
    (
        BELOTE,
        {"como": "mano", "points_a": 100, "points_b": 60},
        "arbitro mano 100-60: así lo firman",
        (100, 60),
    ),
    (
        SKAT,
        {"como": "mano", "points_a": 20, "points_b_pierde": 19},
        "arbitro mano 20 -19: así lo firman",
        (20, -19),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "values", "line", "tantos"), ROWS, ids=lambda value: str(value)[:40]
)
def test_a_refused_line_offers_the_referee_a_ruling_with_the_typed_points(
    make_match, client_as, raul, options, values, line, tantos
):
    match, referee = make_match(options), client_as(raul)
    for page in ("", "prueba/"):
        refused_answer = referee.post(ACTA + page, {**values, "number": 1})
        assert refused_answer.status_code == 400 and BUTTON in refused_answer.text
    address, linked_values = overruling_link(refused_answer)
    form = referee.get(address).context["form"]
    assert form.kind == "ruling" and form["ruling"].value() == "mano"
    assert [str(form[name].value()) for name in ("points_a", "points_b")] == list(map(str, tantos))
    assert form.fields["reason"].widget.attrs["autofocus"]  # the only field still empty
    form_data = {**linked_values, "number": 1}
    assert referee.post(ACTA, form_data).status_code == 400  # no reason
    assert referee.post(ACTA, {**form_data, "reason": "así lo firman"}).status_code == 302
    assert lines_written(live_acta(match)) == [line]
    assert "El árbitro deja" in referee.get(ACTA).text and "así lo firman" in referee.get(ACTA).text
    audit = match.tournament.audit.filter(act="record_hand").latest("id")
    assert (audit.author, line in str(audit.after)) == (raul, True)


def test_twelve_manos_written_by_the_referee_end_the_match(make_match, raul):
    match, program = make_match(BELOTE), Api(raul)
    line = {"number": 1, "line": "arbitro manos 12 1000-940: así lo firman"}
    path = "tournaments/casino-de-calamocha/matches/R1P001/"
    answer = program.post(f"{path}hands/", line).json()
    assert answer["over"] and answer["winner"] == "A"
    assert answer["steps"][0]["hand"] == {
        "kind": "ruling",
        "ruling": "mano",
        "points": [1000, 940],
        "manos": 12,
        "reason": "así lo firman",
    }
    assert Result.objects.get(match=match).tallies["tantos"] == [1000, 940]


@pytest.mark.parametrize("user", ["chema", "table"])
def test_the_desk_and_the_players_cannot_overrule(make_match, client_as, chema, user):
    match = make_match(BELOTE)
    values = {"como": "manos", "manos": 12, "points_a": 1000, "points_b": 940, "number": 1}
    browser, url = client_as(chema if user == "chema" else None), ACTA
    if user == "table":
        browser.get(table_url("", match))
        url = "/t/casino-de-calamocha/mesa/R1P001/"
        browser.post(f"{url}lado/", {"side": 0})
    for path in ("", "prueba/"):
        refused_answer = browser.post(url + path, values)
        assert refused_answer.status_code == 400 and BUTTON not in refused_answer.text
        assert "como=ruling&amp;ruling" not in refused_answer.text


def test_more_manos_than_the_match_has_cannot_be_overruled(make_match, client_as, raul):
    make_match(BELOTE)
    values = {"como": "manos", "manos": 13, "points_a": 1000, "points_b": 1106, "number": 1}
    refused_answer = client_as(raul).post(ACTA, values)
    assert refused_answer.status_code == 400 and BUTTON not in refused_answer.text


@pytest.mark.parametrize(("username", "is_offered"), [("raul", True), ("chema", False)])
def test_the_api_offers_the_ruling_only_to_a_referee(
    make_match, username, is_offered, django_user_model
):
    make_match(BELOTE)
    program = Api(django_user_model.objects.get(username=username))
    path = "tournaments/casino-de-calamocha/matches/R1P001/"
    for action in ("hands/", "preview/"):
        answer = program.post(path + action, {"number": 1, "line": "manos 12 1000-940"})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (400, "marcador.points_sum")
        overruling_line = "arbitro manos 12 1000-940: …" if is_offered else None
        assert error["params"].get("overrule") == overruling_line


@pytest.mark.parametrize("split", [{}, {"split_a_pierde": 8, "split_b": 4, "split_c": 4}])
def test_the_referee_shares_a_fault_whose_tantos_do_not_divide(
    make_tournament, pairs, client_as, raul, split
):
    """In malilla barrotada, ten tantos for a fault do not divide among three rivals."""
    tournament = make_tournament(
        game="malilla",
        game_options={"form": "barrotada"},
        format="totals",
        format_options={"rounds": 1},
    )
    seat_round(tournament, [pairs(tournament, 4)])
    values = {
        "como": "deal",
        "number": 1,
        "points_a": 20,
        "points_b": 16,
        "points_c": 18,
        "points_d": 18,
        "faults": ["A/cargar"],
        "dealer": "B",
        **split,
    }
    referee = client_as(raul)
    refused_answer = referee.post(ACTA, values)
    assert refused_answer.status_code == 400 and BUTTON in refused_answer.text
    address, linked_values = overruling_link(refused_answer)
    form = referee.get(address).context["form"]
    assert form["ruling"].value() == "mano"
    initial = [str(form[f"tantos_{letter}"].value()) for letter in "abcd"]
    assert initial == (["-6", "2", "4", "0"] if split else ["2", "-2", "0", "0"])
    form_data = {
        **linked_values,
        "number": 1,
        "reason": "se reparten así",
        "tantos_a": "",
        "tantos_a_pierde": 6,
        "tantos_b": 2,
        "tantos_c": 4,
        "tantos_d": 0,
    }
    assert referee.post(ACTA, form_data).status_code == 302
    match = Match.objects.get(code="R1P001")
    assert lines_written(live_acta(match)) == ["arbitro mano -6+2+4+0: se reparten así"]
    assert "El árbitro deja la mano" in referee.get(ACTA).text
