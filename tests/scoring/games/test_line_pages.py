"""The acta page of each game: kinds of line, refusals, previews, corrections and a whole day."""

import re
from html import unescape

import pytest
from django.core.management import call_command

from scoring.forecast.simulation.rehearsal import stage_over
from scoring.models import Result
from scoring.standings.selectors.standings import stage_standings
from tests.rows import cases, words
from tests.scoring.games import ROWS
from tests.scoring.page_text import plain
from tests.scoring.seated_rounds import ACTA, PREVIEW, PUBLIC, lines, undone
from tests.sizes import size
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

PAIRS = re.compile(r"\bparejas?\b", re.IGNORECASE)


def first_row_of_each_kind(rows, turn):
    """Return the first row of each kind of line; in a short run, of every second kind.

    `turn` is 0 for the kinds 0, 2, 4… and 1 for the kinds 1, 3, 5…
    """
    kinds = {}
    for row in rows:
        kinds.setdefault(row[0]["como"], row)
    first_rows = [kinds[kind] for kind in sorted(kinds)]
    return size(first_rows[turn::2], long=first_rows)


@pytest.mark.parametrize("key", ROWS)
def test_the_page_offers_saves_or_refuses_a_line_of_each_kind(seated, key):
    """`test_line_forms.py` tries every row with the forms alone."""
    game = ROWS[key]
    desk = seated(key, game.DEFAULT)
    offered_kinds = [kind for kind, _tab in desk.get(ACTA).context["kinds"]]
    common_kinds = "forfeit stop notation"
    if key in ("truco", "zanga", "cientos"):  # games with few results: see `test_result_keys.py`
        common_kinds += " whole_result"
    assert offered_kinds == f"{game.OFFERED_KINDS[game.DEFAULT][0][1]} {common_kinds}".split()
    for fields, line in first_row_of_each_kind(game.SAVED_LINES[game.DEFAULT], 0):
        with undone():
            answer = desk.post(ACTA, {"number": "1", **fields})
            assert (answer.status_code, answer.url.split("?")[0]) == (302, ACTA)
            assert lines() == [line]
    for fields, wrong_field, message in first_row_of_each_kind(game.REFUSED_FORMS[game.DEFAULT], 1):
        page = desk.post(ACTA, {"number": "1", **fields})
        errors, text = page.context["form"].errors, unescape(page.text)
        assert page.status_code == 400, fields
        assert message in " ".join(errors[wrong_field]), (fields, errors)
        assert all(error in text for error in errors[wrong_field]) and (
            f"apunte_{wrong_field}" in text
        )
        assert lines() == []


@pytest.mark.slow
@cases(
    "key, preset",
    ("guinote", "mano_a_mano_dos_cotos_de_3"),
    ("malilla", "coja"),
    ("truco", "gallo"),
)
def test_single_players_are_not_called_pairs(seated, key, preset):
    desk = seated(key, preset)
    for kind, _tab in desk.get(ACTA).context["kinds"]:
        assert not PAIRS.search(desk.get(ACTA, {"como": kind}).text), kind


def preview_text(desk, earlier_lines, fields):
    """Return the text of the preview of a form, after checking that it saves nothing."""
    fields = {**fields, "number": len(earlier_lines) + 1}
    page = desk.post(PREVIEW, fields, headers={"HX-Request": "true"})
    assert page.status_code == 200 and "<html" not in page.text
    assert lines() == earlier_lines
    return plain(page.text.strip())


@pytest.mark.parametrize("key", ROWS)
def test_the_preview_describes_the_line_and_is_empty_for_an_incomplete_form(seated, key):
    for options, earlier_lines, fields, *sentences in ROWS[key].PREVIEWS:
        with undone():
            desk = seated(key, options, *earlier_lines)
            text = preview_text(desk, earlier_lines, fields)
            assert [sentence for sentence in sentences if sentence not in text] == []
            for incomplete_fields in ROWS[key].INCOMPLETE.get(options, [])[:1]:
                assert preview_text(desk, earlier_lines, incomplete_fields) == "", incomplete_fields


# --- Corrections ------------------------------------------------------------------------------
@cases(
    "key, earlier_lines, corrected_lines, sentence",
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
def test_a_correction_folds_the_acta_again(
    seated, raul, client_as, key, earlier_lines, corrected_lines, sentence
):
    seated(key, ROWS[key].DEFAULT, *earlier_lines)
    form = {"lines": "\n".join(corrected_lines), "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", form, follow=True)
    assert "Acta corregida" in page.text
    assert sentence in plain(page.text + client_as(raul).get(PUBLIC).text)
    live_version = Match.objects.get().actas.get(live=True)
    assert (live_version.version, [hand.line for hand in live_version.hands.all()]) == (
        2,
        corrected_lines,
    )


@cases(
    "key, earlier_lines, corrected_lines, message",
    ("zanga", ["j 5-3 mA1", "ppj 4-4"], "j 5-3 mA1\nppppj 4-4", "Zanga, art. 21"),
    ("truco", ["Ae q 31-27 AA", "mB"], "Ae AA\nmB", "Anotación 1."),
)
def test_an_impossible_correction_is_refused(
    seated, raul, client_as, key, earlier_lines, corrected_lines, message
):
    seated(key, ROWS[key].DEFAULT, *earlier_lines)
    form = {"lines": corrected_lines, "reason": "al revés", "version": "1"}
    page = client_as(raul).post(ACTA + "corregir/", form)
    assert page.status_code == 400
    assert message in " ".join(page.context["form"].errors["lines"])
    assert lines() == earlier_lines


# --- Whole days -------------------------------------------------------------------------------
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
def test_a_whole_day_is_played_with_any_number_of_entries(settings, tmp_path, key, preset, entries):
    settings.VAR_DIR = tmp_path
    call_command("demo", game=key, preset=preset, entries=entries, rounds=2, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    matches = Match.objects.exclude(state=Match.State.BYE)
    assert not matches.exclude(state=Match.State.FINISHED).exists()
    assert {len(match.entries) for match in matches} == {stage.sides()}
    standings = stage_standings(stage, EVERYTHING)
    assert (len(standings), standings[0].place) == (entries, 1)
    if key == "tarot":
        assert all(sum(result.tallies["puntos"]) == 0 for result in Result.objects.all())
        points = [dict(line.values)["counted_won"] for line in standings]
        assert points == sorted(points, reverse=True) and sum(points) == 0
