"""The referee writes what does not add up all the same, with a reason; players never."""

from urllib.parse import parse_qs, urlsplit

import pytest

from scoring.actas.selectors.actas import lines_written, live_acta
from scoring.actas.table_links import table_url
from scoring.models import Result
from tests.api.conftest import Api
from tests.scoring.halls import seat_round
from tournaments.models import Match

BELOTE = {"manos": 12, "fixed_sum": True, "total": 162}  # 12 × 162 = 1944
JASS = {"manos": 12, "fixed_sum": True, "total": 157}
SKAT = {"manos": 3, "fixed_sum": True, "total": 0, "low": -999, "high": 999}
BUTTON = "Guardarla como decisión del árbitro"
ACTA = "/t/casino-de-calamocha/acta/R1P001/"


@pytest.fixture
def match(make_tournament, pairs):
    def make(options):
        hall = make_tournament(
            game="marcador", game_options=options, format="swiss", format_options={"rounds": 1}
        )
        seat_round(hall, [pairs(hall, 2)])
        return Match.objects.select_related("round__stage", "tournament").get(code="R1P001")

    return make


def offered(page):
    """The address behind the button, and what it carries."""
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
    ("options", "typed", "line", "tantos"), ROWS, ids=lambda one: str(one)[:40]
)
def test_the_refusal_points_to_the_referees_line_with_what_was_typed(
    match, client_as, raul, options, typed, line, tantos
):
    found, referee = match(options), client_as(raul)
    for page in ("", "prueba/"):
        refused = referee.post(ACTA + page, {**typed, "number": 1})
        assert refused.status_code == 400 and BUTTON in refused.text
    address, carried = offered(refused)
    form = referee.get(address).context["form"]
    assert form.kind == "ruling" and form["ruling"].value() == "mano"
    assert [str(form[name].value()) for name in ("points_a", "points_b")] == list(map(str, tantos))
    assert form.fields["reason"].widget.attrs["autofocus"]  # the only thing left to say
    sent = {**carried, "number": 1}
    assert referee.post(ACTA, sent).status_code == 400  # without a reason, nothing
    assert referee.post(ACTA, {**sent, "reason": "así lo firman"}).status_code == 302
    assert lines_written(live_acta(found)) == [line]
    assert "El árbitro deja" in referee.get(ACTA).text and "así lo firman" in referee.get(ACTA).text
    audit = found.tournament.audit.filter(act="record_hand").latest("id")
    assert (audit.author, line in str(audit.after)) == (raul, True)


def test_twelve_manos_written_by_the_referee_end_the_match(match, raul):
    found, program = match(BELOTE), Api(raul)
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
    assert Result.objects.get(match=found).tallies["tantos"] == [1000, 940]


@pytest.mark.parametrize("who", ["chema", "table"])
def test_neither_the_desk_nor_the_players_are_offered_it(match, client_as, chema, who):
    found = match(BELOTE)
    typed = {"como": "manos", "manos": 12, "points_a": 1000, "points_b": 940, "number": 1}
    browser, page = client_as(chema if who == "chema" else None), ACTA
    if who == "table":
        browser.get(table_url("", found))
        page = "/t/casino-de-calamocha/mesa/R1P001/"
        browser.post(f"{page}lado/", {"side": 0})
    for end in ("", "prueba/"):
        refused = browser.post(page + end, typed)
        assert refused.status_code == 400 and BUTTON not in refused.text
        assert "como=ruling&amp;ruling" not in refused.text


def test_what_comes_out_of_turn_is_nobodys_to_overrule(match, client_as, raul):
    match(BELOTE)
    typed = {"como": "manos", "manos": 13, "points_a": 1000, "points_b": 1106, "number": 1}
    refused = client_as(raul).post(ACTA, typed)
    assert refused.status_code == 400 and BUTTON not in refused.text


@pytest.mark.parametrize(("who", "told"), [("raul", True), ("chema", False)])
def test_a_program_is_told_the_line_of_the_referee(match, who, told, django_user_model):
    match(BELOTE)
    program = Api(django_user_model.objects.get(username=who))
    path = "tournaments/casino-de-calamocha/matches/R1P001/"
    for end in ("hands/", "preview/"):
        answer = program.post(path + end, {"number": 1, "line": "manos 12 1000-940"})
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (400, "marcador.points_sum")
        wanted = "arbitro manos 12 1000-940: …" if told else None
        assert error["params"].get("overrule") == wanted


@pytest.mark.parametrize("split", [{}, {"split_a_pierde": 8, "split_b": 4, "split_c": 4}])
def test_tens_that_do_not_divide_are_settled_by_the_referee(
    make_tournament, pairs, client_as, raul, split
):
    """Malilla barrotada: ten for a fault among three. The deal counts and the turn passes."""
    hall = make_tournament(
        game="malilla",
        game_options={"form": "barrotada"},
        format="totals",
        format_options={"rounds": 1},
    )
    seat_round(hall, [pairs(hall, 4)])
    typed = {
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
    refused = referee.post(ACTA, typed)
    assert refused.status_code == 400 and BUTTON in refused.text
    address, carried = offered(refused)
    form = referee.get(address).context["form"]
    assert form["ruling"].value() == "mano"
    begun = [str(form[f"tantos_{letter}"].value()) for letter in "abcd"]
    assert begun == (["-6", "2", "4", "0"] if split else ["2", "-2", "0", "0"])
    sent = {
        **carried,
        "number": 1,
        "reason": "se reparten así",
        "tantos_a": "",
        "tantos_a_pierde": 6,
        "tantos_b": 2,
        "tantos_c": 4,
        "tantos_d": 0,
    }
    assert referee.post(ACTA, sent).status_code == 302
    found = Match.objects.get(code="R1P001")
    assert lines_written(live_acta(found)) == ["arbitro mano -6+2+4+0: se reparten así"]
    assert "El árbitro deja la mano" in referee.get(ACTA).text
