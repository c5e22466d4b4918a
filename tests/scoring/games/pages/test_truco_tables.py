"""Truco of two, three and six players: the acta page, the paper, the standings."""

import re

import pytest
from django.urls import reverse

from rules.core import fold
from rules.truco import TRUCO
from scoring.games.grid import HALF, PAGE
from scoring.games.truco import paper
from scoring.models import Result
from scoring.standings.selectors.standings import stage_standings
from tests.refusals import is_refused
from tests.rows import cases, each
from tests.rules.self_play import levels, play_match
from tests.scoring.games.truco import BEFORE_DUEL
from tests.scoring.prints.printed import actas, sheet_pages, tally_counts
from tests.scoring.seated_rounds import ACTA, PREVIEW, PUBLIC
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

WITHDRAWAL = {"kind": "withdrawn", "effect": "lose"}


# --- The acta page ----------------------------------------------------------------------------
def test_the_page_of_a_gallo_asks_first_for_the_dealer(seated):
    desk = seated("truco", "gallo")
    page = desk.get(ACTA)
    assert "¿Quién da las cartas?" in page.text
    assert 'value="Ae"' not in page.text
    form = {"como": "deal", "number": "1", "acts": "", "jugada": "dB1"}
    for headers in ({}, {"HX-Request": "true"}):
        page = desk.post(PREVIEW, form, headers=headers)
        assert page.status_code == 200
        assert "Da y juega solo B" in page.text
        assert 'value="Ae"' in page.text
        assert page.context["form"]["dealer"].value() == "B1"
        assert re.search('<input type="hidden" name="dealer" value="B1"', page.text)


def test_a_forfeit_in_a_gallo_has_no_winner_if_the_other_sides_are_tied(seated):
    form = {"como": "forfeit", "number": "1", "loser": "C", "reason": "se va"}
    assert seated("truco", "gallo").post(ACTA, form).status_code == 302
    assert Result.objects.get().winner is None


def test_a_withdrawal_before_the_first_hand_of_a_gallo_leaves_no_winner(seated, pilar, client_as):
    seated("truco", "gallo")
    match = Match.objects.get()
    leaving = match.tournament.entries.get(number=3)
    address = reverse("entry_withdraw", args=[match.tournament.slug, leaving.number])
    organiser = client_as(pilar)
    assert organiser.post(address, {**WITHDRAWAL, "reason": "se marcha"}).status_code == 302
    assert Result.objects.get(match=match).winner is None


def test_the_board_of_a_gallo_has_three_columns(seated):
    desk = seated("truco", "gallo", "chico 12-30-21", "Ae q 30-7-b BB dA")
    for address in (ACTA, PUBLIC):
        page = desk.get(address)
        assert "board--3" in page.text
        assert "Chicos 0–1–0 · 2–1–1 malas" in page.text
        assert "Chico 2. Da y juega solo B; es mano C." in page.text


def test_the_page_names_the_players_of_a_duel_of_pica_pica(seated):
    page = seated("truco", "pica_pica", *BEFORE_DUEL).get(ACTA)
    assert "Pica-pica, mano 1 de 3: A2, que es mano, contra B3." in page.text  # the board
    assert "Pica-pica, mano 1 de 3: A2 · " in page.text  # the form, with the names
    assert "Alguien que no jugaba intervino en el pica-pica" in page.text
    assert "Si empatan, quién dijo cada tanto" not in page.text


def test_the_form_offers_no_fault_of_pica_pica_outside_the_duels(seated):
    page = seated("truco", "pica_pica", "AA dA").get(ACTA)
    assert "Redonda. Da B1, es mano A2." in page.text
    assert "intervino en el pica-pica" not in page.text


def test_a_tournament_cannot_have_the_fixed_gallo(seated):
    with is_refused("unlike_sides", field="game_options"):
        seated("truco", "gallo_fijo")


# --- Paper --------------------------------------------------------------------------------------
@each(
    "options, sides, lanes, actas_per_page, boxes",
    (TRUCO.Options(players=2), 2, 3, 2, 2),
    (TRUCO.Options(players=6), 2, 3, 2, 2),
    (TRUCO.Options(chicos=5), 2, 5, 1, 2),
    (TRUCO.Options(chicos=9), 2, 9, 1, 2),
    (TRUCO.Options(players=3, chicos=1), 3, 1, 2, 2),
    (TRUCO.Options(players=3), 3, 4, 1, 2),
    (TRUCO.Options(players=3, chicos=5), 3, 7, 1, 2),
    (TRUCO.Options(players=3, chicos=9), 3, 1, 2, 13),
)
def test_the_paper_has_room_for_the_most_chicos_possible(
    options, sides, lanes, actas_per_page, boxes
):
    form = paper.form(options)
    shape = (form.sides, form.lanes, form.actas_per_page, form.boxes)
    assert shape == (sides, lanes, actas_per_page, boxes)
    assert form.rows_per_block * form.row_height <= (HALF if actas_per_page == 2 else PAGE)
    for level in levels(TRUCO):
        steps = fold(TRUCO, options, map(str, play_match(TRUCO, options, "papel", level)))
        rows = paper.rows(options, steps)
        assert len(rows) <= sides * lanes
        assert all(len(row.cells) <= boxes for row in rows)
        assert len(paper.result(options, steps[-1].score)) == sides


@pytest.mark.slow
def test_the_longest_match_fits_a_page(seated):
    seated("truco", "parejas", chicos=9)
    assert len(sheet_pages(Tournament.objects.get(), "actas", blank=3)) == 3


@cases(
    "preset, line, totals",
    ("mano_a_mano", "chico 30-24", ["1", "0"]),
    ("gallo", "chico 12-30-30 C", ["0", "0", "1"]),
    ("pica_pica", "chico 30-24", ["1", "0"]),
)
def test_a_filled_acta_has_the_totals_and_the_players(seated, preset, line, totals):
    seated("truco", preset, line)
    tournament = Tournament.objects.get()
    (acta,) = actas(tournament, match="R1P001")
    assert tally_counts(acta) == totals
    (page,) = sheet_pages(tournament, "actas", match="R1P001")
    assert [
        player for player in tournament.players.all() if player.name_for(EVERYTHING) not in page
    ] == []


# --- Standings ------------------------------------------------------------------------------------
@cases(
    "preset, lines, values",
    ("parejas_un_chico", ("chico 30-24",), {1: (1, 30, 6), 2: (0, 24, -6)}),
    ("parejas", ("chico 30-24", "chico A"), {1: (1, 2, 2), 2: (0, 0, -2)}),
)
def test_standings_count_the_tantos_of_one_chico_or_else_the_chicos(seated, preset, lines, values):
    seated("truco", preset, *lines)
    table = stage_standings(Tournament.objects.get().stage, EVERYTHING)
    keys = ("wins", "counted_won", "counted_diff")
    assert {row.entrant: tuple(dict(row.values)[key] for key in keys) for row in table} == values
