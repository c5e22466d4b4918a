"""Typing an acta of cientos: each kind of line, what is refused and where, the board."""

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
from tests.scoring.halls import ACTA, lines, seat_round
from tournaments.names.audience import EVERYTHING

NAMES = ["Ana Gil", "Luis Sanz"]
MAIN_TEXT = Options(rival_leads=True)


CALIDADES = PRESETS["calidades_dos_juegos"]
A_CUENTA = PRESETS["calidades_cuatro_a_cuenta"]


def test_the_page_adds_the_pique_of_five_bazas_before_the_point_that_the_other_lacked(seated):
    """A, one from a hundred, stopped with his only baza: B had won his five, running, from 20."""
    desk = seated("cientos", PRESETS["un_juego"], "arbitro mano 99-0: tanteo")
    typed = {
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
    assert desk.post(ACTA, typed).status_code == 302
    assert lines()[1] == "1-5 pB51 sB5A pique !A dA"
    (last,) = fold(CIENTOS, PRESETS["un_juego"], lines())[1:]
    assert (last.score.points, last.score.state.juegos) == ((1, 61), ((0, False),))


# --- What is saved ----------------------------------------------------------------------------
@cases(
    "typed, line",
    case(
        "in the play",
        {"dealer": "A", "bazas_a": "8", "bazas_b": "3", "punto_side": "A", "punto": "50"},
        "8-3 pA50 !A dA",
    ),
    case(
        "in the announcements: no baza",
        {"dealer": "B", "punto_side": "A", "punto": "60", "secansa_side": "A", "secansa_1": "6A"},
        "0-0 pA60 sA6A !A dB",
    ),
)
def test_a_hand_that_stopped_has_its_bazas_and_no_last(seated, typed, line):
    desk = seated("cientos", PRESETS["dos_juegos"], "arbitro mano 80-60: cuenta")
    stopped = {"como": "deal", "number": "2", "stopped": "A"}
    assert desk.post(ACTA, {**stopped, **typed}).status_code == 302
    assert lines()[1] == line


def test_without_calidades_none_are_asked_for(seated):
    desk = seated("cientos", "dos_juegos")
    for kind in ("juego", "ruling"):
        assert "calidades_a" not in desk.get(f"{ACTA}?como={kind}").context["form"].fields


@cases(
    "options, written, offered",
    (PRESETS["dos_juegos"], [], ["A", "A doble", "B", "B doble"]),
    (PRESETS["dos_juegos"], ["arbitro mano 20-60: cuenta"], ["A", "B", "B doble"]),
    (PRESETS["dos_juegos"], ["arbitro mano 20-46: cuenta"], ["A", "A doble", "B", "B doble"]),
    (Options(doble=False), [], ["A", "B"]),
)
def test_only_who_has_not_fifty_can_lose_double(seated, options, written, offered):
    page = seated("cientos", options, *written).get(ACTA + "?como=juego")
    assert [value for value, _label in page.context["form"].fields["winner"].choices] == offered


def test_after_an_incident_the_hand_is_offered_again(seated):
    desk = seated("cientos", PRESETS["dos_juegos"], "8-4 uA dB")
    page = desk.post(ACTA, {"como": "void", "number": "2", "cause": "monte"}, follow=True)
    assert page.context["form"].kind == "deal"


def test_the_dealer_must_be_said_while_it_is_not_known(seated):
    desk = seated("cientos", "dos_juegos")
    page = desk.get(ACTA)
    assert page.context["form"].fields["dealer"].required
    assert next(iter(page.context["form"].visible_fields())).name == "dealer"
    assert "Es mano quien alce la mayor carta." in page.text
    page = desk.post(ACTA, HAND, follow=True)
    assert not page.context["form"].fields["dealer"].required
    assert "Da Paco Gil, es mano Luis Gil." in page.text


# --- Break one field at a time ----------------------------------------------------------------
def test_cards_that_no_two_hands_hold_are_said_above_them_all(seated):
    typed = {**HAND, **PUNTO, "punto_side": "=", "catorce_side": "A", "kind_S": "4"}
    page = seated("cientos", "dos_juegos").post(ACTA, typed)
    assert (
        "Los acuses no caben en dos manos de doce cartas"
        in page.context["form"].non_field_errors()[0]
    )


# --- The board --------------------------------------------------------------------------------
def test_the_tens_stand_as_pips_and_what_lacks_is_said(seated):
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


def test_a_match_a_cuenta_may_end_drawn(seated):
    page = seated("cientos", A_CUENTA, "juego A", "juego B", "juego A", "juego B").get(ACTA)
    assert Result.objects.get().winner is None
    assert "Empate: juegos 2-2, cuartos 10-10." in page.text


@pytest.fixture
def played(make_tournament, pairs, chema):
    """A match of these options with all its lines, between Paco and Luis."""

    def play(options, *written):
        tournament = make_tournament(
            game="cientos",
            game_options=asdict(options),
            format="swiss",
            format_options={"rounds": 2},
        )
        match = seat_round(tournament, [pairs(tournament, 2)]).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return tournament

    return play


@cases(
    "options, written, counted, quoted",
    (PRESETS["dos_juegos"], ["juego A", "juego B doble", "juego A"], "2–1", ""),
    (A_CUENTA, ["juego A doble", "juego B", "juego A doble", "juego B"], "20–10", "cuartos 20–10"),
)
def test_a_cuenta_standings_and_results_count_the_cuartos(
    played, client_as, options, written, counted, quoted
):
    """Two juegos each say nothing of who won: what was collected does."""
    tournament = played(options, *written)
    won, lost = (
        dict(line.values)["counted_won"] for line in stage_standings(tournament.stage, EVERYTHING)
    )
    assert f"{won}–{lost}" == counted
    (told,) = [said for _match, said in result_lines(latest_results(tournament), EVERYTHING)]
    assert told == f"gana Paco Gil, {counted}"
    page = client_as(None).get(reverse("pairings", args=[tournament.slug])).text
    assert (quoted in page) and (bool(quoted) == ("cuartos" in page))
