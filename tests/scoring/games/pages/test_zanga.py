"""The acta page of zanga: fields offered, refusals, the board with its stones, the paper."""

from django.utils.html import strip_tags

from scoring.models import Result
from tests.scoring.games.zanga import DEAL
from tests.scoring.prints.printed import actas, all_rows, tally_counts, written_rows
from tests.scoring.seated_rounds import ACTA, lines, seat_round, write
from tests.worlds import world

B_WITHOUT_VALES = [
    "arbitro mano A1: sorteo",
    "arbitro vales 29-1-2: dos renuncios",
]  # B1 is mano and puts the only vale of B in the middle


@world
def tournament(make_tournament):
    return make_tournament(game="zanga", game_options={"partidas": 2})


@world
def match(tournament, pairs):
    return seat_round(tournament, [pairs(tournament, 2)]).matches.get()


@world
def desk(match, chema, client_as):
    return client_as(chema)


def form(desk, kind):
    """Return the form of this kind of line on the acta page."""
    return desk.get(ACTA, {"como": kind}).context["form"]


def choices(desk, kind, field):
    return [value for value, _label in form(desk, kind).fields[field].choices]


# --- Fields offered ---------------------------------------------------------------------------
def test_the_form_asks_for_the_mano_only_while_it_is_unknown(desk, match, chema):
    assert choices(desk, "deal", "mano") == ["A1", "B1", "A2", "B2"]
    write(match, chema, "j 5-3 mA1")
    assert "mano" not in form(desk, "deal").fields
    labels = [strip_tags(label) for _value, label in form(desk, "deal").fields["passes"].choices]
    assert labels == ["B1 · el mano", "A2", "B2", "A1 · el pie"]


def test_a_side_without_vales_may_not_pass(desk, match, chema):
    assert choices(desk, "deal", "passes") == [0, 1, 2, 3]
    write(match, chema, *B_WITHOUT_VALES)
    assert choices(desk, "deal", "passes") == [0]
    assert "art. 42" in form(desk, "deal").fields["passes"].help_text
    assert form(desk, "deal")["passes"].value() == 0


def test_a_pie_with_three_vales_may_take_the_zanga_cards(desk, match, chema):
    assert "naipes" in form(desk, "deal").fields
    write(match, chema, "arbitro mano A1: sorteo", "arbitro vales 4-20-8: dos renuncios")
    assert "naipes" in form(desk, "deal").fields  # A1 is pie; after A2 passes, A has three vales
    write(match, chema, "arbitro mano A1: sorteo", "arbitro vales 3-20-9: dos renuncios")
    assert "naipes" not in form(desk, "deal").fields


def test_the_form_of_a_renuncio_asks_for_its_side_and_its_kind(desk):
    assert list(form(desk, "renuncio").fields)[:2] == ["side", "which"]
    assert choices(desk, "renuncio", "which") == ["plain", "matador", "eight"]
    assert "false_claim" not in form(desk, "renuncio").fields


def test_the_page_has_no_form_after_the_end(desk, match, chema):
    write(match, chema, "partida A", "partida A")
    page = desk.get(ACTA)
    assert page.context["form"] is None
    assert "gana el encuentro: partidas 2-0" in page.text
    assert Result.objects.get(match=match).winner == 0


# --- Refusals ---------------------------------------------------------------------------------
def test_a_pass_without_vales_is_refused_in_notation(desk, match, chema):
    write(match, chema, *B_WITHOUT_VALES)
    page = desk.post(ACTA, {"como": "notation", "number": "3", "text": "pj 3-5"})
    assert page.status_code == 400
    page = desk.post(ACTA, {"como": "notation", "number": "3", "text": "ppj 3-5"})
    assert "no le queda ningún vale" in " ".join(page.context["form"].errors["text"])
    assert lines() == B_WITHOUT_VALES


# --- The board --------------------------------------------------------------------------------
def test_the_board_draws_the_thirty_two_stones(desk, match, chema):
    write(match, chema, "j 5-3 eA mA1", "ppj 4-4")
    page = desk.get(ACTA)
    assert [len(side["stones"]) for side in page.context["board"]["sides"]] == [17, 3]
    assert page.text.count("<i></i>") == 32
    assert "12 vales en medio" in page.text
    assert page.context["board"]["foot"] == "Partida 1. Es mano A2; da y es pie B1."


def test_the_board_draws_the_acodillados_apart(make_tournament, pairs, chema, client_as):
    options = {"partidas": 2, "codillo_stays": True}
    tournament = make_tournament(name="Zanga con codillo", game="zanga", game_options=options)
    match = seat_round(tournament, [pairs(tournament, 2)]).matches.get()
    write(match, chema, "j 3-5 mA1", "j 4-4")
    page = client_as(chema).get(f"/t/{tournament.slug}/acta/R1P001/")
    middle = page.context["board"]["middle"]
    assert (len(middle["stones"]), len(middle["acodillados"])) == (16, 8)
    assert middle["label"] == "24 vales en medio, 8 acodillados"
    assert "stones--apart" in page.text


# --- Paper ------------------------------------------------------------------------------------
def test_a_blank_acta_has_numbered_rows(tournament):
    (acta,) = actas(tournament, blank=1)
    assert [row for [row] in all_rows(acta)] == [str(number) for number in range(1, 59)]


def test_a_filled_acta_has_each_hand_with_the_vales_after_it(tournament, match, chema):
    write(match, chema, "j 5-3 eA mA1", "ppj 4-4", "arbitro partida B: señas", "pierde A: se van")
    (acta,) = actas(tournament, match=match.code)
    assert written_rows(acta) == [
        ["1", "A1", "j", "5-3", "eA", "18", "0", "14"],
        ["2", "B1", "ppj", "4-4", "", "17", "12", "3"],
        ["3", "", "", "", "gana B", "0", "0", "32"],
        ["4", "", "", "", "pierde A", "", "", ""],
    ]
    assert (tally_counts(acta), acta["winner"]) == (["0", "2"], "2")


def test_a_match_of_many_hands_continues_on_another_page(tournament, match, chema):
    write(match, chema, "j 5-3 mA1", *["arbitro anula: sin corte"] * 58)
    first, second = actas(tournament, match=match.code)
    assert (len(written_rows(first)), written_rows(second)) == (
        58,
        [["59", "", "", "", "anulada", "16", "0", "16"]],
    )
    assert first["code"] == second["code"] == match.code


# --- Old pages --------------------------------------------------------------------------------
def test_a_form_of_an_old_page_keeps_the_seat_that_its_author_chose(desk, match, chema):
    write(match, chema, "j 5-3 mA1", "j 5-3")  # A2 is mano now
    # The page still has B1 as mano, so one pass means that A2 plays.
    form = {**DEAL, "number": "3", "mano": "", "seen": "B1", "passes": "1"}
    assert desk.post(ACTA, form).status_code == 302
    assert lines() == ["j 5-3 mA1", "j 5-3", "j 5-3"]


def test_a_mano_other_than_that_of_the_acta_is_refused(desk, match, chema):
    write(match, chema, "j 5-3 mA1")
    answer = desk.post(ACTA, {**DEAL, "number": "2", "mano": "A1"})
    assert answer.status_code == 400
    assert "se anotó A1, y por el acta es B1" in answer.content.decode()
    assert lines() == ["j 5-3 mA1"]
