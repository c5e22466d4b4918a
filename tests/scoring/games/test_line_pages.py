"""Typing an acta of each game: what is kept, offered, refused and said beforehand, corrections, and
a whole day."""

import re
from html import unescape

import pytest
from django.core.management import call_command

from scoring.forecast.simulation.rehearsal import stage_over
from scoring.models import Result
from scoring.standings.selectors.standings import stage_standings
from tests.rows import cases, words
from tests.scoring.games import ROWS
from tests.scoring.halls import ACTA, PREVIEW, PUBLIC, lines, undone
from tests.scoring.text import plain
from tests.sizes import size
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

PAIRS = re.compile(r"\bparejas?\b", re.IGNORECASE)


def of_each_kind(rows, turn):
    """The first row of each kind of line; in the usual run each is saved or refused, by turns."""
    kinds = {}
    for row in rows:
        kinds.setdefault(row[0]["como"], row)
    first = [kinds[kind] for kind in sorted(kinds)]
    return size(first[turn::2], long=first)


@pytest.mark.parametrize("key", ROWS)
def test_a_line_of_each_kind_is_offered_kept_or_refused_beside_its_field(seated, key):
    """The page hands over to the forms, of which `test_game_forms.py` tries every row."""
    game = ROWS[key]
    desk = seated(key, game.DEFAULT)
    offered = [kind for kind, _tab in desk.get(ACTA).context["kinds"]]
    common = "forfeit stop notation"
    if key in ("truco", "zanga", "cientos"):  # few results: `test_result_keys.py`
        common += " whole_result"
    assert offered == f"{game.OFFERED[game.DEFAULT][0][1]} {common}".split()
    for typed, line in of_each_kind(game.SAVED[game.DEFAULT], 0):
        with undone():
            answer = desk.post(ACTA, {"number": "1", **typed})
            assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
            assert lines() == [line]
    for typed, field, said in of_each_kind(game.REFUSED[game.DEFAULT], 1):
        page = desk.post(ACTA, {"number": "1", **typed})
        errors, text = page.context["form"].errors, unescape(page.text)
        assert page.status_code == 400, typed
        assert said in " ".join(errors[field]), (typed, errors)
        assert all(error in text for error in errors[field]) and f"apunte_{field}" in text
        assert lines() == []


@pytest.mark.slow
@cases(
    "key, preset",
    ("guinote", "mano_a_mano_dos_cotos_de_3"),
    ("malilla", "coja"),
    ("truco", "gallo"),
)
def test_those_who_play_alone_are_not_called_pairs(seated, key, preset):
    desk = seated(key, preset)
    for kind, _tab in desk.get(ACTA).context["kinds"]:
        assert not PAIRS.search(desk.get(ACTA, {"como": kind}).text), kind


def ask(desk, written, typed):
    """The answer of the preview to what is typed, which keeps nothing."""
    typed = {**typed, "number": len(written) + 1}
    page = desk.post(PREVIEW, typed, headers={"HX-Request": "true"})
    assert page.status_code == 200 and "<html" not in page.text
    assert lines() == written
    return plain(page.text.strip())


@pytest.mark.parametrize("key", ROWS)
def test_the_preview_says_what_a_line_brings_and_keeps_quiet_while_one_types(seated, key):
    for options, written, typed, *said in ROWS[key].PREVIEWS:
        with undone():
            desk = seated(key, options, *written)
            text = ask(desk, written, typed)
            assert [sentence for sentence in said if sentence not in text] == []
            for half_typed in ROWS[key].QUIET.get(options, [])[:1]:
                assert ask(desk, written, half_typed) == "", half_typed


# --- Corrections ------------------------------------------------------------------------------
@cases(
    "key, written, mended, said",
    (
        "tarot",
        ["B guardia 49 2o", "C tomo 50 1o"],
        ["A guardia 49 2o", "C tomo 50 1o"],
        "Puntos +224 / −40 / −144 / −40",
    ),
    (
        "zanga",
        ["j 5-3 mA1", "ppj 4-4"],
        ["j 3-5 mA1", "ppj 4-4"],
        "Partidas 0–0 · vales 7–5 · en medio 20",
    ),
    (
        "truco",
        ["Ae q 31-27 AA", "mB"],
        ["Ae n AA", "mB"],
        "La pareja 1 se anota 1 del envido no querido.",
    ),
)
def test_a_correction_is_folded_again(seated, raul, client_as, key, written, mended, said):
    seated(key, ROWS[key].DEFAULT, *written)
    typed = {"lines": "\n".join(mended), "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", typed, follow=True)
    assert "Acta corregida" in page.text
    assert said in plain(page.text + client_as(raul).get(PUBLIC).text)
    live = Match.objects.get().actas.get(live=True)
    assert (live.version, [hand.line for hand in live.hands.all()]) == (2, mended)


@cases(
    "key, written, mended, said",
    ("zanga", ["j 5-3 mA1", "ppj 4-4"], "j 5-3 mA1\nppppj 4-4", "Zanga, art. 21"),
    ("truco", ["Ae q 31-27 AA", "mB"], "Ae AA\nmB", "Anotación 1."),
)
def test_a_correction_that_cannot_be_is_refused(
    seated, raul, client_as, key, written, mended, said
):
    seated(key, ROWS[key].DEFAULT, *written)
    typed = {"lines": mended, "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", typed)
    assert page.status_code == 400
    assert said in " ".join(page.context["form"].errors["lines"])
    assert lines() == written


# --- A whole day ------------------------------------------------------------------------------
DAYS = [
    *(("tarot", preset, 11) for preset in words("fft_tres fft_mesa_de_cinco naipes_cinco")),
    ("revesino", "con_caballo", 9),
    ("truco", "gallo", 7),
    ("zanga", "jornada_de_4", 4),
]
MORE_DAYS = [
    *(("tarot", preset, 11) for preset in words("fft fft_cinco naipes")),
    ("revesino", "dos_vueltas", 9),
    ("zanga", "primero_a_2", 4),
]


@pytest.mark.slow
@pytest.mark.django_db
@cases("key, preset, entries", *DAYS, *size([], long=MORE_DAYS))
def test_a_whole_day_though_the_tables_do_not_come_out_even(
    settings, tmp_path, key, preset, entries
):
    settings.VAR_DIR = tmp_path
    call_command("demo", game=key, preset=preset, entries=entries, rounds=2, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    played = Match.objects.exclude(state=Match.State.BYE)
    assert not played.exclude(state=Match.State.FINISHED).exists()
    assert {len(match.entries) for match in played} == {stage.sides()}
    standings = stage_standings(stage, EVERYTHING)
    assert (len(standings), standings[0].place) == (entries, 1)
    if key == "tarot":
        assert all(sum(result.tallies["puntos"]) == 0 for result in Result.objects.all())
        points = [dict(line.values)["counted_won"] for line in standings]
        assert points == sorted(points, reverse=True) and sum(points) == 0
