"""Truco of two, of three and of six on the site: the page of the acta, a day of it, the paper."""

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
from tests.scoring.halls import ACTA, PREVIEW, PUBLIC
from tests.scoring.prints.printed import actas, counts, sheet_pages
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

LEAVES = {"kind": "withdrawn", "effect": "lose"}


# --- What the page says -----------------------------------------------------------------------
def test_the_gallo_asks_first_who_deals(seated):
    desk = seated("truco", "gallo")
    page = desk.get(ACTA)
    assert "¿Quién da las cartas?" in page.text
    assert 'value="Ae"' not in page.text
    typed = {"como": "deal", "number": "1", "acts": "", "jugada": "dB1"}
    for headers in ({}, {"HX-Request": "true"}):
        page = desk.post(PREVIEW, typed, headers=headers)
        assert page.status_code == 200
        assert "Da y juega solo B" in page.text
        assert 'value="Ae"' in page.text
        assert page.context["form"]["dealer"].value() == "B1"
        assert re.search('<input type="hidden" name="dealer" value="B1"', page.text)


def test_of_two_who_are_level_nobody_gains_a_forfeit(seated):
    typed = {"como": "forfeit", "number": "1", "loser": "C", "reason": "se va"}
    assert seated("truco", "gallo").post(ACTA, typed).status_code == 302
    assert Result.objects.get().winner is None


def test_one_leaves_a_gallo_before_the_first_hand(seated, pilar, client_as):
    seated("truco", "gallo")
    match = Match.objects.get()
    leaving = match.tournament.entries.get(number=3)
    address = reverse("entry_withdraw", args=[match.tournament.slug, leaving.number])
    organiser = client_as(pilar)
    assert organiser.post(address, {**LEAVES, "reason": "se marcha"}).status_code == 302
    assert Result.objects.get(match=match).winner is None


def test_the_board_has_a_column_for_each(seated):
    desk = seated("truco", "gallo", "chico 12-30-21", "Ae q 30-7-b BB dA")
    for address in (ACTA, PUBLIC):
        page = desk.get(address)
        assert "board--3" in page.text
        assert "Chicos 0–1–0 · 2–1–1 malas" in page.text
        assert "Chico 2. Da y juega solo B; es mano C." in page.text


def test_the_duels_of_a_pica_pica_are_told(seated):
    page = seated("truco", "pica_pica", *BEFORE_DUEL).get(ACTA)
    assert "Pica-pica, mano 1 de 3: A2, que es mano, contra B3." in page.text  # the board
    assert "Pica-pica, mano 1 de 3: A2 · " in page.text  # the hand, with their names
    assert "Alguien que no jugaba intervino en el pica-pica" in page.text
    assert "Si empatan, quién dijo cada tanto" not in page.text


def test_outside_the_duels_nobody_breaks_their_rules(seated):
    page = seated("truco", "pica_pica", "AA dA").get(ACTA)
    assert "Redonda. Da B1, es mano A2." in page.text
    assert "intervino en el pica-pica" not in page.text


def test_no_tournament_seats_the_fixed_gallo(seated):
    with is_refused("unlike_sides", field="game_options"):
        seated("truco", "gallo_fijo")


# --- On paper -----------------------------------------------------------------------------------
@each(
    "options, sides, lanes, to_a_page, boxes",
    (TRUCO.Options(players=2), 2, 3, 2, 2),
    (TRUCO.Options(players=6), 2, 3, 2, 2),
    (TRUCO.Options(chicos=5), 2, 5, 1, 2),
    (TRUCO.Options(chicos=9), 2, 9, 1, 2),
    (TRUCO.Options(players=3, chicos=1), 3, 1, 2, 2),
    (TRUCO.Options(players=3), 3, 4, 1, 2),
    (TRUCO.Options(players=3, chicos=5), 3, 7, 1, 2),
    (TRUCO.Options(players=3, chicos=9), 3, 1, 2, 13),
)
def test_the_form_has_room_for_every_chico_there_can_be(options, sides, lanes, to_a_page, boxes):
    form = paper.form(options)
    assert (form.sides, form.lanes, form.to_a_page, form.boxes) == (sides, lanes, to_a_page, boxes)
    assert form.lines * form.row <= (HALF if to_a_page == 2 else PAGE)
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
    "preset, line, said",
    ("mano_a_mano", "chico 30-24", ["1", "0"]),
    ("gallo", "chico 12-30-30 C", ["0", "0", "1"]),
    ("pica_pica", "chico 30-24", ["1", "0"]),
)
def test_a_filled_acta_has_what_was_counted_and_who_played(seated, preset, line, said):
    seated("truco", preset, line)
    tournament = Tournament.objects.get()
    (acta,) = actas(tournament, match="R1P001")
    assert counts(acta) == said
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
def test_of_one_chico_the_tantos_count(seated, preset, lines, values):
    seated("truco", preset, *lines)
    table = stage_standings(Tournament.objects.get().stage, EVERYTHING)
    told = ("wins", "counted_won", "counted_diff")
    assert {line.entrant: tuple(dict(line.values)[key] for key in told) for line in table} == values
