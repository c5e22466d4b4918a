"""The acta page of cientos: its lines, its refusals, its board, matches a cuenta."""

from dataclasses import asdict

import pytest
from django.urls import reverse

from rules.cientos import CIENTOS
from rules.cientos.options import PRESETS, Options
from rules.core import fold
from scoring.actas.selectors.in_words import result_lines
from scoring.actas.services import record_hand
from scoring.games.cientos.words import board, score_in_words
from scoring.hall.selectors.desk import latest_results
from scoring.models import Result
from scoring.standings.selectors.standings import stage_standings
from tests.rows import case, cases
from tests.scoring.games.cientos import HAND, PUNTO
from tests.scoring.seated_rounds import ACTA, lines, seat_round
from tournaments.names.audience import EVERYTHING

NAMES = ["Ana Gil", "Luis Sanz"]
MAIN_TEXT = Options(rival_leads=True)


CALIDADES = PRESETS["calidades_dos_juegos"]
A_CUENTA = PRESETS["calidades_cuatro_a_cuenta"]


def test_the_page_adds_the_pique_to_a_stopped_hand_of_five_bazas(seated):
    """A, with 99 points, stops the hand when he wins his first baza, after five of B."""
    desk = seated("cientos", PRESETS["un_juego"], "arbitro mano 99-0: tanteo")
    form = {
        "como": "deal",
        "number": "2",
        "dealer": "A",
        "stopped": "A",
        "bazas_a": "1",
        "bazas_b": "5",
        "punto_side": "B",
        "punto": "51",
        "secansa_side": "B",
        "secansa_1": "5A",
    }
    assert desk.post(ACTA, form).status_code == 302
    assert lines()[1] == "1-5 pB51 sB5A pique !A dA"
    (last_step,) = fold(CIENTOS, PRESETS["un_juego"], lines())[1:]
    assert (last_step.score.points, last_step.score.state.juegos) == ((1, 61), ((0, False),))


# --- Saved lines ------------------------------------------------------------------------------
@cases(
    "fields, line",
    case(
        "stopped during the play",
        {"dealer": "A", "bazas_a": "8", "bazas_b": "3", "punto_side": "A", "punto": "50"},
        "8-3 pA50 !A dA",
    ),
    case(
        "stopped during the announcements",
        {"dealer": "B", "punto_side": "A", "punto": "60", "secansa_side": "A", "secansa_1": "6A"},
        "0-0 pA60 sA6A !A dB",
    ),
)
def test_a_stopped_hand_has_its_bazas_and_no_last_baza(seated, fields, line):
    desk = seated("cientos", PRESETS["dos_juegos"], "arbitro mano 80-60: cuenta")
    stopped = {"como": "deal", "number": "2", "stopped": "A"}
    assert desk.post(ACTA, {**stopped, **fields}).status_code == 302
    assert lines()[1] == line


def test_a_form_without_calidades_does_not_ask_for_them(seated):
    desk = seated("cientos", "dos_juegos")
    for kind in ("juego", "ruling"):
        assert "calidades_a" not in desk.get(f"{ACTA}?como={kind}").context["form"].fields


@cases(
    "options, acta_lines, choices",
    (PRESETS["dos_juegos"], [], ["A", "A doble", "B", "B doble"]),
    (PRESETS["dos_juegos"], ["arbitro mano 20-60: cuenta"], ["A", "B", "B doble"]),
    (PRESETS["dos_juegos"], ["arbitro mano 20-46: cuenta"], ["A", "A doble", "B", "B doble"]),
    (Options(doble=False), [], ["A", "B"]),
)
def test_only_a_side_below_fifty_can_lose_a_double_juego(seated, options, acta_lines, choices):
    page = seated("cientos", options, *acta_lines).get(ACTA + "?como=juego")
    assert [value for value, _label in page.context["form"].fields["winner"].choices] == choices


def test_after_a_void_hand_the_form_is_of_a_hand_again(seated):
    desk = seated("cientos", PRESETS["dos_juegos"], "8-4 uA dB")
    page = desk.post(ACTA, {"como": "void", "number": "2", "cause": "monte"}, follow=True)
    assert page.context["form"].kind == "deal"


def test_the_dealer_is_required_only_while_it_is_unknown(seated):
    desk = seated("cientos", "dos_juegos")
    page = desk.get(ACTA)
    assert page.context["form"].fields["dealer"].required
    assert next(iter(page.context["form"].visible_fields())).name == "dealer"
    assert "Es mano quien alce la mayor carta." in page.text
    page = desk.post(ACTA, HAND, follow=True)
    assert not page.context["form"].fields["dealer"].required
    assert "Da Paco Gil, es mano Luis Gil." in page.text


# --- Refusals ---------------------------------------------------------------------------------
def test_announcements_that_do_not_fit_in_two_hands_are_refused_above_the_form(seated):
    form = {**HAND, **PUNTO, "punto_side": "=", "catorce_side": "A", "kind_S": "4"}
    page = seated("cientos", "dos_juegos").post(ACTA, form)
    assert (
        "Los acuses no caben en dos manos de doce cartas"
        in page.context["form"].non_field_errors()[0]
    )


# --- The board --------------------------------------------------------------------------------
def test_the_board_draws_the_tens_and_names_the_points_missing(seated):
    desk = seated("cientos", CALIDADES, "arbitro mano 46-12: cuenta")
    sides = desk.get(ACTA).context["board"]["sides"]
    assert [(side["partidas"], sum(side["tens"])) for side in sides] == [(50, 5), (10, 1)]
    assert [side["missing"] for side in sides] == ["le faltan 4 para 50", ""]
    assert [side["cotos"] for side in sides] == [[False, False], [False, False]]


def test_the_board_of_a_match_a_cuenta():
    steps = fold(CIENTOS, A_CUENTA, ["juego A doble 3-0", "juego B"])
    sides = board(steps[-1].score, A_CUENTA, NAMES)["sides"]
    assert [side["counts"] for side in sides] == [
        [(1, "juego ganado"), (13, "cuartos")],
        [(1, "juego ganado"), (5, "cuartos")],
    ]
    assert score_in_words(steps[-1].score, A_CUENTA) == "Juegos 1–1 · cuartos 13–5 · tantos 0–0"


def test_a_match_a_cuenta_may_end_in_a_draw(seated):
    page = seated("cientos", A_CUENTA, "juego A", "juego B", "juego A", "juego B").get(ACTA)
    assert Result.objects.get().winner is None
    assert "Empate: juegos 2-2, cuartos 10-10." in page.text


@pytest.fixture
def play_match(make_tournament, pairs, chema):
    """A function that plays a match of these options between Paco and Luis, with these lines."""

    def play(options, *acta_lines):
        tournament = make_tournament(
            game="cientos",
            game_options=asdict(options),
            format="swiss",
            format_options={"rounds": 2},
        )
        match = seat_round(tournament, [pairs(tournament, 2)]).matches.get()
        for number, line in enumerate(acta_lines, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return tournament

    return play


@cases(
    "options, acta_lines, total, quoted",
    (PRESETS["dos_juegos"], ["juego A", "juego B doble", "juego A"], "2–1", ""),
    (A_CUENTA, ["juego A doble", "juego B", "juego A doble", "juego B"], "20–10", "cuartos 20–10"),
)
def test_a_cuenta_standings_and_results_count_the_cuartos(
    play_match, client_as, options, acta_lines, total, quoted
):
    """With two juegos each, the cuartos decide the winner."""
    tournament = play_match(options, *acta_lines)
    won, lost = (
        dict(line.values)["counted_won"] for line in stage_standings(tournament.stage, EVERYTHING)
    )
    assert f"{won}–{lost}" == total
    (sentence,) = [text for _match, text in result_lines(latest_results(tournament), EVERYTHING)]
    assert sentence == f"gana Paco Gil, {total}"
    page = client_as(None).get(reverse("pairings", args=[tournament.slug])).text
    assert (quoted in page) and (bool(quoted) == ("cuartos" in page))
