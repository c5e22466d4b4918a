"""Zanga on the site: what is typed, what is offered, what is refused, the stones, a whole day."""

import doctest

import pytest
from django.core.management import call_command
from django.utils.html import strip_tags

from scoring.games.zanga import paper
from scoring.models import Hand, Result
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.standings import stage_standings
from scoring.services.actas import record_hand
from scoring.simulation.rehearsal import stage_over
from tests.scoring.halls import seat_round
from tests.worlds import world
from tournaments.models import Match, Tournament

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
VOICE = {"como": "deal", "passes": "0", "way": "juega", "naipes": "propias", "mano": "A1"}
DEAL = {**VOICE, "bazas_a": "5", "bazas_b": "3"}
PIE = {**DEAL, "passes": "3"}
RENUNCIO = {**VOICE, "como": "renuncio", "side": "A", "which": "plain"}
RULING = {"como": "ruling", "reason": "dos renuncios"}
VALES = {**RULING, "ruling": "vales", "vales_a": "20", "vales_b": "8", "middle": "4"}
POOR = ["arbitro mano A1: sorteo", "arbitro vales 29-1-2: dos renuncios"]  # B1 is mano


@world
def hall(make_tournament):
    return make_tournament(game="zanga", game_options={"partidas": 2})


@world
def match(hall, pairs):
    return seat_round(hall, [pairs(hall, 2)]).matches.get()


@world
def desk(match, chema, client_as):
    return client_as(chema)


def lines():
    return list(Hand.objects.values_list("line", flat=True))


def write(match, author, *written):
    start = Hand.objects.filter(acta__match=match).count() + 1
    for number, line in enumerate(written, start):
        record_hand(match=match, author=author, line=line, number=number)


def form(desk, kind):
    return desk.get(ACTA, {"como": kind}).context["form"]


def offered(desk, kind, field):
    return [value for value, _label in form(desk, kind).fields[field].choices]


# --- What is saved ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (DEAL, "j 5-3 mA1"),
        ({**DEAL, "passes": "2", "bazas_a": "4", "bazas_b": "4", "estuche": "B"}, "ppj 4-4 eB mA1"),
        ({**DEAL, "way": "solo"}, "s 5-3 mA1"),
        ({**DEAL, "way": "mandado", "mano": "B2"}, "m 5-3 mB2"),
        ({**DEAL, "passes": "1", "way": "obligado"}, "po 5-3 mA1"),
        ({**PIE, "naipes": "zanga"}, "pppz 5-3 mA1"),
        ({**PIE, "naipes": "vuelta", "way": "solo"}, "pppvs 5-3 mA1"),
        ({**DEAL, "five": "A", "bazas_b": "0"}, "j 5-0 cA mA1"),
        ({**DEAL, "five": "A", "todas": "A"}, "j 5-3 tA mA1"),
        ({**DEAL, "todas": "A", "bazas_a": "8", "bazas_b": "0"}, "j 8-0 tA mA1"),
        ({**DEAL, "false_claim": "B"}, "j 5-3 fB mA1"),
        (RENUNCIO, "j rA mA1"),
        ({**RENUNCIO, "bazas_a": "3", "bazas_b": "2", "which": "matador"}, "j 3-2 rAe mA1"),
        ({**RENUNCIO, "bazas_a": "0", "bazas_b": "2", "which": "eight"}, "j 0-2 rAe8 mA1"),
        (
            {**RENUNCIO, "bazas_a": "1", "bazas_b": "5", "more_plain": "1", "more_matador": "1"},
            "j 1-5 rA rA rAe mA1",
        ),
        ({"como": "partida", "winner": "B"}, "partida B"),
        (VALES, "arbitro vales 20-8-4: dos renuncios"),
        ({**RULING, "ruling": "anula"}, "arbitro anula: dos renuncios"),
        ({**RULING, "ruling": "mano", "mano": "A2"}, "arbitro mano A2: dos renuncios"),
        ({**RULING, "ruling": "B"}, "arbitro partida B: dos renuncios"),
        ({"como": "forfeit", "loser": "A", "reason": "se marchan"}, "pierde A: se marchan"),
        ({"como": "notation", "text": "PPJ 4-4 eb ma1"}, "ppj 4-4 eB mA1"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_kind_of_line_is_typed_and_saved(desk, typed, line):
    answer = desk.post(ACTA, {"number": "1", **typed})
    assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
    assert lines() == [line]


# --- What is offered --------------------------------------------------------------------------
def test_the_mano_is_asked_only_while_the_record_does_not_know(desk, match, chema):
    assert offered(desk, "deal", "mano") == ["A1", "B1", "A2", "B2"]
    write(match, chema, "j 5-3 mA1")
    assert "mano" not in form(desk, "deal").fields
    labels = [strip_tags(label) for _value, label in form(desk, "deal").fields["passes"].choices]
    assert labels == ["B1 · el mano", "A2", "B2", "A1 · el pie"]


def test_who_has_no_vales_is_not_offered_to_pass(desk, match, chema):
    assert offered(desk, "deal", "passes") == [0, 1, 2, 3]
    write(match, chema, *POOR)  # B1 is mano and puts in the last vale of B
    assert offered(desk, "deal", "passes") == [0]
    assert "art. 42" in form(desk, "deal").fields["passes"].help_text
    assert form(desk, "deal")["passes"].value() == 0


def test_the_zanga_cards_are_offered_to_a_pie_with_three_vales(desk, match, chema):
    assert "naipes" in form(desk, "deal").fields
    write(match, chema, "arbitro mano A1: sorteo", "arbitro vales 4-20-8: dos renuncios")
    assert "naipes" in form(desk, "deal").fields  # A1 is pie: A2 passes, and three are left
    write(match, chema, "arbitro mano A1: sorteo", "arbitro vales 3-20-9: dos renuncios")
    assert "naipes" not in form(desk, "deal").fields


def test_a_renuncio_offers_what_a_hand_does_and_its_kinds(desk):
    assert list(form(desk, "renuncio").fields)[:2] == ["side", "which"]
    assert offered(desk, "renuncio", "which") == ["plain", "matador", "eight"]
    assert "false_claim" not in form(desk, "renuncio").fields


def test_nothing_is_offered_after_the_end(desk, match, chema):
    write(match, chema, "partida A", "partida A")
    page = desk.get(ACTA)
    assert page.context["form"] is None
    assert "gana el enfrentamiento: partidas 2-0" in page.text
    assert Result.objects.get(match=match).winner == 0


# --- Break one field at a time ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({**DEAL, "mano": ""}, "mano", "requerido"),
        ({**DEAL, "mano": "C1"}, "mano", "C1 no es una"),
        ({**DEAL, "passes": ""}, "passes", "requerido"),
        ({**DEAL, "passes": "4"}, "passes", "4 no es una"),
        ({**DEAL, "way": ""}, "way", "requerido"),
        ({**DEAL, "way": "z"}, "way", "z no es una"),
        ({**PIE, "way": "obligado"}, "way", "art. 20, 21"),
        ({**DEAL, "naipes": "zanga"}, "naipes", "art. 21"),
        ({**PIE, "naipes": "x"}, "naipes", "x no es una"),
        ({**DEAL, "bazas_a": ""}, "bazas_a", "requerido"),
        ({**DEAL, "bazas_a": "cinco"}, "bazas_a", "número entero"),
        ({**DEAL, "bazas_a": "6"}, "bazas_a", "suman 9 y en una mano hay 8 (Zanga, art. 3)"),
        ({**DEAL, "bazas_b": "-1"}, "bazas_b", "-1"),
        ({**DEAL, "bazas_a": "4"}, "bazas_a", "4-3"),
        ({**DEAL, "bazas_b": "9" * 5000}, "bazas_b", "número entero"),
        ({**DEAL, "five": "C"}, "five", "C no es una"),
        ({**DEAL, "bazas_a": "8", "bazas_b": "0", "five": "A"}, "five", "art. 49"),
        ({**DEAL, "five": "A", "todas": "B"}, "todas", "art. 48"),
        ({**DEAL, "todas": "B"}, "todas", "art. 49"),
        ({**DEAL, "bazas_a": "8", "bazas_b": "0", "estuche": "B"}, "estuche", "art. 4, 5, 6"),
        ({**DEAL, "false_claim": "Z"}, "false_claim", "Z no es una"),
        ({**RENUNCIO, "side": ""}, "side", "requerido"),
        ({**RENUNCIO, "which": "x"}, "which", "x no es una"),
        ({**RENUNCIO, "which": "eight", "bazas_a": "1", "bazas_b": "4"}, "which", "art. 30"),
        ({**RENUNCIO, "bazas_a": "3"}, "bazas_b", "o ninguna"),
        ({**RENUNCIO, "more_plain": "1"}, "which", "art. 29, 31"),
        ({**RENUNCIO, "more_matador": "9999999"}, "which", "más de uno solo se cobra"),
        ({"como": "partida"}, "winner", "requerido"),
        ({"como": "partida", "winner": "C"}, "winner", "C no es una"),
        ({**RULING}, "ruling", "requerido"),
        ({**VALES, "reason": ""}, "reason", "requerido"),
        ({**VALES, "vales_a": ""}, "vales_a", "requerido"),
        ({**VALES, "middle": ""}, "middle", "requerido"),
        ({**VALES, "middle": "5"}, "vales_a", "suman 33 y son siempre 32 (Zanga, art. 10)"),
        ({**VALES, "vales_b": "-8"}, "vales_a", "-8"),
        ({**RULING, "ruling": "mano"}, "mano", "requerido"),
        ({"como": "notation", "text": "j 5-4 mA1"}, "text", "art. 3"),
        ({"como": "notation", "text": "j 5-3 mА1"}, "text", "No se entiende"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(desk, typed, field, said):
    page = desk.post(ACTA, {"number": "1", **typed})
    assert page.status_code == 400
    assert said in " ".join(page.context["form"].errors[field])
    for name in set(typed) & set(page.context["form"].fields):
        assert page.context["form"][name].value() == typed[name]
    assert lines() == []


def test_a_pass_without_vales_is_refused_also_by_the_notation(desk, match, chema):
    write(match, chema, *POOR)
    page = desk.post(ACTA, {"como": "notation", "number": "3", "text": "pj 3-5"})
    assert page.status_code == 400
    page = desk.post(ACTA, {"como": "notation", "number": "3", "text": "ppj 3-5"})
    assert "no le queda ningún vale" in " ".join(page.context["form"].errors["text"])
    assert lines() == POOR


# --- The preview and the board ----------------------------------------------------------------
def test_the_preview_says_what_is_paid_and_saves_nothing(desk):
    typed = {**DEAL, "number": "1", "estuche": "A"}
    page = desk.post(PREVIEW, typed, headers={"HX-Request": "true"})
    assert "cobra 2 por el estuche (art. 51)" in page.text
    assert "Partidas 0–0 · vales 18–14 · en medio 0" in page.text
    assert lines() == []


@pytest.mark.parametrize("empty", ["bazas_a", "mano", "passes"])
def test_the_preview_keeps_quiet_while_one_types(desk, empty):
    typed = {**DEAL, "number": "1", empty: ""}
    assert desk.post(PREVIEW, typed, headers={"HX-Request": "true"}).text.strip() == ""


@pytest.mark.parametrize("empty", ["vales_b", "middle", "reason"])
def test_the_preview_of_a_ruling_waits_for_its_numbers(desk, empty):
    typed = {**VALES, "number": "1", empty: ""}
    assert desk.post(PREVIEW, typed, headers={"HX-Request": "true"}).text.strip() == ""


def test_the_stones_are_thirty_two(desk, match, chema):
    write(match, chema, "j 5-3 eA mA1", "ppj 4-4")
    page = desk.get(ACTA)
    assert [len(side["stones"]) for side in page.context["board"]["sides"]] == [17, 3]
    assert page.text.count("<i></i>") == 32
    assert "12 vales en medio" in page.text
    assert page.context["board"]["foot"] == "Partida 1. Es mano A2; da y es pie B1."


def test_the_acodillados_lie_apart(make_tournament, pairs, chema, client_as):
    options = {"partidas": 2, "codillo_stays": True}
    hall = make_tournament(name="Zanga con codillo", game="zanga", game_options=options)
    match = seat_round(hall, [pairs(hall, 2)]).matches.get()
    write(match, chema, "j 3-5 mA1", "j 4-4")
    page = client_as(chema).get(f"/t/{hall.slug}/acta/R1P001/")
    middle = page.context["board"]["middle"]
    assert (len(middle["stones"]), len(middle["acodillados"])) == (16, 8)
    assert middle["label"] == "24 vales en medio, 8 acodillados"
    assert "stones--apart" in page.text


def test_a_correction_is_folded_again(desk, match, chema, raul, client_as):
    write(match, chema, "j 5-3 mA1", "ppj 4-4")
    typed = {"lines": "j 3-5 mA1\nppj 4-4", "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", typed, follow=True)
    assert "Acta corregida" in page.text
    assert "Partidas 0–0 · vales 7–5 · en medio 20" in page.text


def test_a_correction_that_cannot_be_names_its_line(desk, match, chema, raul, client_as):
    write(match, chema, "j 5-3 mA1", "ppj 4-4")
    typed = {"lines": "j 5-3 mA1\nppppj 4-4", "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", typed)
    assert page.status_code == 400
    assert "Zanga, art. 21" in page.text
    assert lines() == ["j 5-3 mA1", "ppj 4-4"]


# --- A whole day ------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["primero_a_2", "jornada_de_4"])
def test_a_whole_tournament_is_played(settings, tmp_path, preset):
    settings.VAR_DIR = tmp_path
    call_command("demo", game="zanga", preset=preset, entries=4, rounds=2, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage)
    assert not Match.objects.exclude(state=Match.State.FINISHED).exists()
    assert stage_standings(stage)[0].place == 1


# --- On paper ---------------------------------------------------------------------------------
def actas(tournament, **asked):
    return [
        acta
        for chunk in SHEETS["actas"].chunks(tournament, Ask("actas", **asked))
        for acta in chunk.context["actas"]
    ]


def written(acta):
    """The lines of a page that have more than their number."""
    lines = [
        list(line)
        for block in acta["rows"]
        for line in zip(*(column.split("\n") for column in block), strict=True)
    ]
    return [line for line in lines if any(line[1:])]


def test_a_blank_acta_has_the_numbers_of_its_lines(hall):
    (acta,) = actas(hall, blank=1)
    assert written(acta) == []
    assert [block[0].split("\n")[::28] for block in acta["rows"]] == [["1", "29"], ["30", "58"]]


def test_a_filled_acta_has_each_hand_with_the_vales_after_it(hall, match, chema):
    write(match, chema, "j 5-3 eA mA1", "ppj 4-4", "arbitro partida B: señas", "pierde A: se van")
    (acta,) = actas(hall, match=match.code)
    assert written(acta) == [
        ["1", "A1", "j", "5-3", "eA", "18", "0", "14"],
        ["2", "B1", "ppj", "4-4", "", "17", "12", "3"],
        ["3", "", "", "", "gana B", "0", "0", "32"],
        ["4", "", "", "", "pierde A", "", "", ""],
    ]
    assert (acta["counts"], acta["winner"]) == ([("A", "0"), ("B", "2")], 2)


def test_more_hands_than_a_page_holds_go_on_to_another(hall, match, chema):
    write(match, chema, "j 5-3 mA1", *["arbitro anula: sin corte"] * 58)
    first, second = actas(hall, match=match.code)
    assert (len(written(first)), written(second)) == (
        58,
        [["59", "", "", "", "anulada", "16", "0", "16"]],
    )
    assert first["code"] == second["code"] == match.code


def test_the_examples_of_the_paper_run():
    assert doctest.testmod(paper) == (0, 7)


# --- From a page older than the acta ----------------------------------------------------------
def test_a_seat_named_after_another_mano_is_the_same_seat(desk, match, chema):
    write(match, chema, "j 5-3 mA1", "j 5-3")  # A2 is mano now
    typed = {**DEAL, "number": "3", "mano": "", "seen": "B1", "passes": "1"}  # the second then: A2
    assert desk.post(ACTA, typed).status_code == 302
    assert lines() == ["j 5-3 mA1", "j 5-3", "j 5-3"]


def test_a_mano_that_is_not_that_of_the_acta_is_refused_with_both(desk, match, chema):
    write(match, chema, "j 5-3 mA1")
    answer = desk.post(ACTA, {**DEAL, "number": "2", "mano": "A1"})
    assert answer.status_code == 400
    assert "se apuntó A1, y por el acta es B1" in answer.content.decode()
    assert lines() == ["j 5-3 mA1"]
