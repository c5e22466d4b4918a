"""The acta page of truco: its lines, the hand act by act, its refusals and its paper."""

import pytest

from rules.core import fold
from rules.truco import TRUCO
from scoring.games.truco import paper
from scoring.games.truco.strokes import malas_and_buenas
from scoring.models import Result
from tests.rows import cases, each, words
from tests.scoring.games.truco import HAND
from tests.scoring.prints.printed import actas, sheet_pages, tally_counts, written_rows
from tests.scoring.seated_rounds import ACTA, PREVIEW, PUBLIC, lines, seat_round, write
from tests.worlds import world

PAIRS = {"game": "truco", "game_options": {"players": 4}}


@world
def match(make_tournament, pairs):
    return seat_round(t := make_tournament(**PAIRS), [pairs(t, 2)]).matches.get()


@world
def desk(match, chema, client_as):
    return client_as(chema)


# --- Saved lines and the board ----------------------------------------------------------------
def test_after_a_hand_is_saved_the_page_shows_the_new_score(desk):
    page = desk.post(ACTA, {**HAND, "dealer": "B1"}, follow=True)
    assert "La pareja 1 se anota 2 del envido." in page.text
    assert "Envido, 31-27, truco." in page.text
    assert "Chicos 0–0 · 4–0 malas" in page.text
    assert "Chico 1. Da A2, es mano B2." in page.text


def test_the_board_draws_malas_and_buenas_apart(desk, match, chema):
    write(match, chema, *(f"arbitro tantos A {tantos}: empujones" for tantos in (7, 7, 4)))
    side = desk.get(ACTA).context["board"]["sides"][0]
    assert (side["tantos"], str(side["word"])) == (3, "buenas")
    strokes = {
        str(half["word"]): [square.stroke_count for square in half["squares"]]
        for half in side["strokes"]
    }
    assert strokes == {"malas": [5, 5, 5], "buenas": [3, 0, 0]}
    assert 'd="M5 18.5L5 5.5M5.5 5L18.5 5M19 5.5L19 18.5"' in desk.get(PUBLIC).text


@each(
    "tantos, target, malas, strokes",
    (0, 30, 15, [[0, 0, 0], [0, 0, 0]]),
    (15, 30, 15, [[5, 5, 5], [0, 0, 0]]),
    (29, 30, 15, [[5, 5, 5], [5, 5, 4]]),
    (13, 24, 12, [[5, 5, 2], [1, 0, 0]]),
    (7, 15, 0, [[5, 2, 0]]),
)
def test_tantos_are_drawn_in_squares_of_five_strokes(tantos, target, malas, strokes):
    halves = malas_and_buenas(tantos, target, malas)
    assert [[square.stroke_count for square in half.squares] for half in halves] == strokes


def test_the_match_ends_with_the_second_chico(desk, match, chema):
    write(match, chema, "chico 30-24", "chico A")
    page = desk.get(ACTA)
    assert page.context["form"] is None
    assert "La pareja 1 gana el partido: chicos 2-0, tantos 60-24." in page.text
    result = Result.objects.get(match=match)
    assert (result.winner, result.tallies["chicos"]) == (0, [2, 0])


def test_the_form_of_a_chico_that_has_begun_asks_only_for_its_winner(desk, match, chema):
    write(match, chema, "mB")
    fields = desk.get(ACTA + "?como=chico").context["form"].visible_fields()
    assert [field.name for field in fields] == ["winner"]
    assert desk.post(ACTA, {"como": "chico", "number": "2", "winner": "B"}).status_code == 302
    assert lines() == ["mB", "chico B"]


# --- The hand, act by act ---------------------------------------------------------------------
def press_button(browser, acts, button, **fields):
    """Press a button of the hand after these acts. Return the page."""
    return browser.post(
        PREVIEW, {"como": "deal", "number": "1", "acts": acts, "jugada": button, **fields}
    )


def button_values(page):
    """Return the values of the buttons on the page."""
    return [button.value for row in page.context["form"].rows for button in row.buttons if button]


@cases(
    "acts, button, new_acts, next_buttons",
    ("", "Ae", "Ae", "q n Be Bre Bfe Bt mA mB"),
    ("Ae", "Bre", "Ae Bre", "q n Afe At mA mB"),
    ("Ae", "Bt", "Ae Bt", "q n Art mA mB"),
    ("Ae", "n", "Ae n", "At Bt A p B =A =B mA mB"),
    ("Ae", "q", "Ae q", ""),
    ("At", "q", "At q", "Brt A p B =A =B mA mB"),
    ("At", "Be", "At Be", "q n Are Ae Afe mA mB"),
    ("A", "p", "A p", ""),
    ("p", "p", "p p", "At Bt A p B mA mB"),
    ("Ae n A", "quitar", "Ae n", "At Bt A p B =A =B mA mB"),
    ("Ae", "quitar", "", None),
)
def test_a_button_adds_an_act_and_offers_the_acts_that_can_follow(
    desk, acts, button, new_acts, next_buttons
):
    page = press_button(desk, acts, button)
    assert page.status_code == 200
    assert page.context["form"]["acts"].value() == new_acts
    if next_buttons is not None:
        assert sorted(button_values(page)) == sorted(next_buttons.split())
    assert f'name="acts" value="{new_acts}"' in page.text
    assert lines() == []


def test_the_first_hand_offers_envido_and_truco_to_both_sides(desk):
    page = desk.get(ACTA)
    buttons = words("Ae Be Are Bre Afe Bfe At Bt A p B =A =B mA mB")
    assert button_values(page) == buttons
    assert [f'value="{act}"' in page.text for act in buttons] == [True] * len(buttons)


def test_the_button_of_the_tantos_adds_them_to_the_hand(desk):
    page = press_button(desk, "Ae q", "tantos", tanto_a="31", buenas_b="on")
    assert page.context["form"]["acts"].value() == "Ae q 31-b"
    assert "31 y «son buenas»" in page.text
    assert "A" in button_values(page)


def test_taking_back_the_quiero_takes_back_the_tantos(desk):
    page = press_button(desk, "Ae q", "quitar", tanto_a="31", tanto_b="27")
    assert page.context["form"]["acts"].value() == "Ae"


def test_a_finished_hand_shows_the_preview_of_its_line(desk):
    page = press_button(desk, "At q A", "A")
    assert "Quedará así:" in page.text
    assert "La mano ha terminado" in page.text


def test_with_javascript_a_button_replaces_only_the_panel(desk):
    headers = {"HX-Request": "true"}
    form = {"como": "deal", "number": "1", "acts": "At"}
    page = desk.post(PREVIEW, {**form, "jugada": "q"}, headers=headers)
    assert "<html" not in page.text
    assert 'hx-swap-oob="true"' in page.text
    assert 'name="acts" value="At q"' in page.text
    answer = desk.post(PREVIEW, form, headers=headers)  # no button pressed
    assert answer.text.strip() == ""


def test_three_pardas_need_the_dealer_of_the_hand(desk, match, chema):
    page = press_button(desk, "p p", "p")
    assert page.status_code == 400
    assert "En el acta no consta quién dio" in " ".join(page.context["form"].errors["dealer"])
    assert press_button(desk, "p p", "p", dealer="B2").status_code == 200


# --- Refusals ---------------------------------------------------------------------------------
@pytest.mark.parametrize("button", ["¿qué?", "Bq", "A" * 500, "chico A", "\0", "Z"])
def test_an_unknown_button_is_refused(desk, button):
    assert press_button(desk, "At", button).status_code == 400
    assert lines() == []


def test_two_identical_posts_write_one_hand(desk):
    assert [desk.post(ACTA, HAND).status_code for _ in range(2)] == [302, 302]
    assert len(lines()) == 1


# --- Paper ------------------------------------------------------------------------------------
def paper_strokes(options, *lines):
    """Return, for each side of each chico, the strokes in each box and their sum."""
    rows = paper.rows(options, fold(TRUCO, options, lines))
    return [([cell.operators.count(" l") for cell in row.cells], row.total) for row in rows]


def test_the_paper_has_a_row_of_strokes_for_each_side_of_each_chico():
    lines = ["chico 30-24", "arbitro tantos A 7: x", "arbitro tantos B 2: x"]
    assert paper_strokes(TRUCO.Options(), *lines) == [
        ([15, 15], 30),
        ([15, 9], 24),
        ([7, 0], 7),
        ([2, 0], 2),
    ]
    assert paper_strokes(TRUCO.Options(target=15, no_malas=True), "chico 15-9")[1] == ([9], 9)


def test_blank_and_filled_actas_are_printed(match, chema):
    write(match, chema, "chico 30-24")
    tournament = match.tournament
    (blank,), (filled,) = actas(tournament, blank=1), actas(tournament, match=match.code)
    assert written_rows(blank) == []
    assert [row[-1] for row in written_rows(filled)] == ["30", "24"]
    assert tally_counts(filled) == ["1", "0"]
    (page,) = sheet_pages(tournament, "actas", match=match.code)
    assert "Truco: al mejor de 3 chicos a 30" in page


# --- Forbidden signs --------------------------------------------------------------------------
@cases(
    "options, sentence",
    ({}, "Pierde el partido entero"),
    ({"signs_lose_chico": True}, "Pierde el chico"),
    ({"signs_lose_mano": True}, "Pierde la mano"),
)
def test_the_form_of_forbidden_signs_states_their_penalty(
    make_tournament, pairs, chema, client_as, options, sentence
):
    tournament = make_tournament(game="truco", game_options={"players": 4, **options})
    seat_round(tournament, [pairs(tournament, 2)])
    assert sentence in client_as(chema).get(ACTA + "?como=signs").text
