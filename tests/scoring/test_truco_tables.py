"""Truco of two, of three and of six on the site: the page of the acta, a day of it, the paper."""

import re
from dataclasses import asdict
from io import BytesIO

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.urls import reverse
from pypdf import PdfReader

from rules.core import options_of, replay
from rules.truco import TRUCO
from scoring.games.truco import paper
from scoring.models import Hand, Result
from scoring.pdf import Pdf
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.standings import stage_standings
from scoring.services.actas import record_hand
from tests.scoring.halls import seat_round
from tournaments.models import Tournament
from tournaments.refusal import Refused

ACTA = "/t/casino-de-calamocha/acta/R1P001/"
PREVIEW = ACTA + "prueba/"
PUBLIC = "/t/casino-de-calamocha/partida/R1P001/"
PAIRS = re.compile(r"\bparejas?\b", re.IGNORECASE)
PICA = ("AA dA", "arbitro tantos A 6: voces")  # a duel comes next
LEAVES = {"kind": "withdrawn", "effect": "lose"}


@pytest.fixture
def hall(make_tournament, pairs):
    """A tournament of truco of this preset with one match, its players at the table."""

    def make(preset, **changes):
        options = options_of(TRUCO, preset, changes)
        sides = options.sides
        tournament = make_tournament(
            game="truco",
            game_options=asdict(options),
            format_options={"rounds": 2},
            format="swiss" if sides == 2 else "totals",
        )
        seat_round(tournament, [pairs(tournament, sides)])
        return tournament

    return make


@pytest.fixture
def seated(hall, chema, client_as):
    """The desk in front of the acta of that match, with its first lines written."""

    def seat(preset, *written):
        match = hall(preset).matches.get()
        for number, line in enumerate(written, 1):
            record_hand(match=match, author=chema, line=line, number=number)
        return client_as(chema)

    return seat


def lines():
    return list(Hand.objects.values_list("line", flat=True))


# --- What is saved ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "written", "typed", "line"),
    [
        ("gallo", (), {"acts": "Ae q 25-b-7 A A", "dealer": "A1"}, "Ae q 25-b-7 AA dA"),
        ("gallo", (), {"acts": "Be q 6-7-b mA", "dealer": "C1"}, "Be q 6-7-b mA dC"),
        ("gallo", ("AA dA",), {"acts": "C C", "gallo": "C"}, "CC gC"),
        ("gallo", ("AA dA",), {"acts": "Ae q 30-7-b BB", "not_shown": "A"}, "Ae q 30-7-b BB sA"),
        (
            "gallo",
            (),
            {"como": "chico", "points_a": "30", "points_b": "30", "points_c": "12", "winner": "B"},
            "chico 30-30-12 B",
        ),
        (
            "gallo",
            (),
            {"como": "chico", "points_a": "", "points_b": "", "points_c": "", "winner": "C"},
            "chico C",
        ),
        ("gallo", (), {"como": "misdeal", "cards": "menos", "dealer": "C1"}, "maldada menos C"),
        ("gallo", ("AA dA",), {"como": "extra_cards", "side": "C"}, "sobra C"),
        ("gallo", (), {"como": "extra_cards", "side": "C", "dealer": "B1"}, "sobra C dB"),
        (
            "gallo",
            ("AA dA",),
            {"como": "signs", "side": "B", "reason": "silbidos"},
            "senas B: silbidos",
        ),
        (
            "gallo",
            (),
            {"como": "ruling", "ruling": "tantos", "side": "C", "points": "2", "reason": "voces"},
            "arbitro tantos C 2: voces",
        ),
        (
            "gallo",
            ("AA dA",),
            {"como": "forfeit", "loser": "C", "reason": "se va"},
            "pierde C: se va",
        ),
        ("pica_pica", (), {"acts": "A p", "dealer": "B3"}, "Ap dB3"),
        ("pica_pica", PICA, {"acts": "Afe q 31-b A A"}, "Afe q 31-b AA"),
        ("pica_pica", PICA, {"acts": "Ae n B B", "infraction": "A"}, "Ae n BB iA"),
        ("pica_pica", PICA, {"como": "misdeal", "cards": ""}, "maldada"),
        (
            "pica_pica",
            ("AA dA",),
            {
                "acts": "Ae q",
                "tanto_a": "27",
                "tanto_b": "27",
                "seat_a": "3",
                "seat_b": "2",
                "jugada": "tantos",
            },
            None,
        ),
        (
            "mano_a_mano",
            (),
            {"acts": "Ae q 31-27 A At q B A", "dealer": "B1"},
            "Ae q 31-27 A At q BA dB",
        ),
        ("mano_a_mano", ("AA dA",), {"como": "misdeal", "cards": "", "dealer": "A1"}, "maldada A"),
    ],
)
def test_every_kind_of_line_is_typed_and_saved(seated, preset, written, typed, line):
    desk = seated(preset, *written)
    typed = {"como": "deal", "number": str(len(written) + 1), **typed}
    if line is None:
        page = desk.post(PREVIEW, typed)
        assert page.context["form"]["acts"].value() == "Ae q 27.3-27.2"
        return
    answer = desk.post(ACTA, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    assert lines() == [*written, line]


# --- What the page says -----------------------------------------------------------------------
def test_the_gallo_asks_first_who_deals(seated):
    desk = seated("gallo")
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


def test_the_gallo_of_an_acta_that_nobody_dealt_is_refused(seated):
    page = seated("gallo").post(ACTA, {"como": "deal", "number": "1", "acts": "A A"})
    assert page.status_code == 400
    assert "No se sabe quién juega solo" in " ".join(page.context["form"].errors["acts"])
    assert lines() == []


def test_a_dealer_who_does_not_sit_there_is_refused(seated):
    typed = {"como": "deal", "number": "1", "acts": "A A", "dealer": "D1"}
    page = seated("gallo").post(ACTA, typed)
    assert page.status_code == 400
    assert "D1 no es una" in " ".join(page.context["form"].errors["dealer"])
    assert "D1 no es una" in page.text


def test_of_two_who_are_level_nobody_gains_a_forfeit(seated):
    typed = {"como": "forfeit", "number": "1", "loser": "C", "reason": "se va"}
    assert seated("gallo").post(ACTA, typed).status_code == 302
    assert Result.objects.get().winner is None


def test_one_leaves_a_gallo_before_the_first_hand(hall, pilar, client_as):
    match = hall("gallo").matches.get()
    leaving = match.tournament.entries.get(number=3)
    address = reverse("entry_withdraw", args=[match.tournament.slug, leaving.number])
    organiser = client_as(pilar)
    assert organiser.post(address, {**LEAVES, "reason": "se marcha"}).status_code == 302
    assert Result.objects.get(match=match).winner is None


def test_the_board_has_a_column_for_each(seated):
    desk = seated("gallo", "chico 12-30-21", "Ae q 30-7-b BB dA")
    for address in (ACTA, PUBLIC):
        page = desk.get(address)
        assert "board--3" in page.text
        assert "Chicos 0–1–0 · 2–1–1 malas" in page.text
        assert "Chico 2. Da y juega solo B; es mano C." in page.text


def test_the_duels_of_a_pica_pica_are_told(seated):
    page = seated("pica_pica", *PICA).get(ACTA)
    assert "Pica-pica, mano 1 de 3: A2, que es mano, contra B3." in page.text  # the board
    assert "Pica-pica, mano 1 de 3: A2 · " in page.text  # the hand, with their names
    assert "Alguien que no jugaba intervino en el pica-pica" in page.text
    assert "Si empatan, quién dijo cada tanto" not in page.text


def test_outside_the_duels_nobody_breaks_their_rules(seated):
    page = seated("pica_pica", "AA dA").get(ACTA)
    assert "Redonda. Da B1, es mano A2." in page.text
    assert "intervino en el pica-pica" not in page.text


def test_nothing_says_pair_where_there_are_none(seated):
    desk = seated("gallo", "AA dA")
    for kind, _tab in desk.get(ACTA).context["kinds"]:
        assert not PAIRS.search(desk.get(ACTA, {"como": kind}).text), kind


# --- A day of it --------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "entries", "results"),
    [("mano_a_mano", 4, 2), ("gallo", 7, 2), ("pica_pica", 4, 2), ("parejas_un_chico", 4, 2)],
)
def test_a_round_is_played(preset, entries, results, settings, tmp_path, client):
    settings.VAR_DIR = tmp_path
    call_command("demo", game="truco", preset=preset, entries=entries, rounds=1)
    tournament = Tournament.objects.get()
    assert Result.objects.count() == results
    for page in ("", "clasificacion/", "emparejamientos/"):
        assert client.get(f"/t/{tournament.slug}/{page}").status_code == 200


def test_no_tournament_seats_the_fixed_gallo(hall):
    with pytest.raises(Refused) as refused:
        hall("gallo_fijo")
    assert (refused.value.code, refused.value.field) == ("unlike_sides", "game_options")


# --- On paper -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "sides", "lanes", "to_a_page", "boxes"),
    [
        (TRUCO.Options(players=2), 2, 3, 2, 2),
        (TRUCO.Options(players=6), 2, 3, 2, 2),
        (TRUCO.Options(chicos=5), 2, 5, 1, 2),
        (TRUCO.Options(chicos=9), 2, 9, 1, 2),
        (TRUCO.Options(players=3, chicos=1), 3, 1, 2, 2),
        (TRUCO.Options(players=3), 3, 4, 1, 2),
        (TRUCO.Options(players=3, chicos=5), 3, 7, 1, 2),
        (TRUCO.Options(players=3, chicos=9), 3, 1, 2, 13),
    ],
)
def test_the_form_has_room_for_every_chico_there_can_be(options, sides, lanes, to_a_page, boxes):
    form = paper.form(options)
    assert (form.sides, form.lanes, form.to_a_page, form.boxes) == (sides, lanes, to_a_page, boxes)
    room = form.foot_top - 60
    assert form.sides * form.lanes * form.row <= room
    assert form.height <= (134 if to_a_page == 2 else 276)
    for level in TRUCO.levels:
        steps = replay(TRUCO, options, map(str, TRUCO.play_match(options, "papel", level)))
        rows = paper.rows(options, steps)
        assert len(rows) <= sides * lanes
        assert all(len(row.cells) <= boxes for row in rows)
        assert len(paper.result(options, steps[-1].score)) == sides


def test_the_longest_match_fits_a_page(hall):
    tournament, pdf = hall("parejas", chicos=9), Pdf()
    for chunk in SHEETS["actas"].chunks(tournament, Ask("actas", blank=3)):
        pdf.add(render_to_string("prints/actas.html", chunk.context), chunk.css)
    assert len(PdfReader(BytesIO(pdf.write())).pages) == 3


@pytest.mark.parametrize(
    ("preset", "line", "counts", "pages"),
    [
        ("mano_a_mano", "chico 30-24", [("A", "1"), ("B", "0")], 2),
        ("gallo", "chico 12-30-30 C", [("A", "0"), ("B", "0"), ("C", "1")], 3),
        ("pica_pica", "chico 30-24", [("A", "1"), ("B", "0")], 2),
    ],
)
def test_blank_and_filled_actas_are_printed(hall, chema, preset, line, counts, pages):
    tournament = hall(preset)
    match = tournament.matches.get()
    record_hand(match=match, author=chema, line=line, number=1)
    pdf = Pdf()
    for asked in ({"blank": 2}, {"match": match.code}):
        ask = Ask("actas", base_url="https://casino.example", **asked)
        for chunk in SHEETS["actas"].chunks(tournament, ask):
            pdf.add(render_to_string("prints/actas.html", chunk.context), chunk.css)
    assert chunk.context["actas"][0]["counts"] == counts
    printed = PdfReader(BytesIO(pdf.write())).pages
    assert len(printed) == pages
    text = printed[pages - 1].extract_text()
    for entry in tournament.entries.all():
        for seat in entry.seats.all():
            assert str(seat.player) in text


# --- Standings ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("preset", "lines", "values"),
    [
        ("parejas_un_chico", ("chico 30-24",), {1: (1, 30, 6), 2: (0, 24, -6)}),
        ("parejas", ("chico 30-24", "chico A"), {1: (1, 2, 2), 2: (0, 0, -2)}),
    ],
)
def test_of_one_chico_the_tantos_count(hall, chema, preset, lines, values):
    match = hall(preset).matches.get()
    for number, line in enumerate(lines, 1):
        record_hand(match=match, author=chema, line=line, number=number)
    table = stage_standings(match.tournament.stage)
    told = ("wins", "counted_won", "counted_diff")
    assert {line.entrant: tuple(dict(line.values)[key] for key in told) for line in table} == values
