"""Tests of the check of a draw: each step that fails, the page, and the command."""

from io import StringIO

import pytest
from django.core.management import call_command

from scoring.actas.services import correct_acta
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from tests.costs import count_queries
from tests.scoring.rounds.committed_draws import (
    SITE,
    WORD,
    close_the_list,
    draw_with_the_word,
    equal_steps,
)
from tests.scoring.rounds.test_round_pages import visible_text
from tests.scoring.rounds.test_rounds import play_round
from tests.sizes import size
from tournaments.models import DrawCommitment, Job
from tournaments.rounds.services.drafts import swap_entries

OWN_PAGES = ["rondas/", "sorteo/"]


# --- Changed draws ------------------------------------------------------------------------------
def test_a_changed_list_secret_or_word_fails_the_check(published_round, commitment):
    commitment.refresh_from_db()
    for field, value, failing in (
        ("text", commitment.text.replace("Paco", "Pepe"), {"commitment"}),
        ("text", commitment.text.replace("6: ", "7: "), {"commitment", "list"}),
        ("secret", commitment.secret[::-1], {"commitment", "seed"}),
        ("word", "otra", {"seed"}),
    ):
        DrawCommitment.objects.filter(pk=commitment.pk).update(**{field: value})
        assert {
            key for key, equal_step in equal_steps(published_round).items() if not equal_step
        } == failing
        DrawCommitment.objects.filter(pk=commitment.pk).update(
            **{field: getattr(commitment, field)}
        )
    assert all(equal_steps(published_round).values())


def test_a_changed_draw_fails_the_check(published_round, client_as):
    drawn_rows = published_round.report["drawn"]
    drawn_rows[0][1], drawn_rows[2][1] = drawn_rows[2][1], drawn_rows[0][1]
    published_round.save()
    assert not equal_steps(published_round)["draw"]
    page = visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    assert "No todo coincide con lo publicado" in page and "Tapete: no coincide" in page


def test_an_unpublished_swap_fails_the_check_and_a_published_one_does_not(draft, pilar, client_as):
    first, second = (
        match.entries[0] for match in draft.matches.exclude(state="bye").order_by("position")[:2]
    )
    swap_entries(round=draft, author=pilar, first=first, second=second, reason="son hermanos")
    published_round = publish_round(round=draft, author=pilar)
    assert all(equal_steps(published_round).values())
    assert "son hermanos" in visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    published_round.swaps.all().delete()
    assert not equal_steps(published_round)["hands"]


def test_a_late_entry_does_not_fail_the_check(published_round, casino, pairs, pilar, client_as):
    (late_entry,) = pairs(casino, 1)
    place_late_entry(entry=late_entry, author=pilar)
    published_round.refresh_from_db()
    assert all(equal_steps(published_round).values())
    page = visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    assert "Llegó tarde: 7" in page


def test_a_corrected_result_is_shown_and_does_not_fail_the_check(
    make_tournament, pairs, pilar, client_as
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3}, name="Suizo")
    pairs(swiss, 8)
    first_round = publish_round(
        round=open_next_round(stage=swiss.stage, author=pilar), author=pilar
    )
    play_round(first_round, pilar)
    publish_round(round=open_next_round(stage=swiss.stage, author=pilar), author=pilar)
    match = first_round.matches.get(number=1)
    lines = ["coto 1-3", "coto 1-3"]
    correct_acta(match=match, author=pilar, lines=lines, reason="al revés", version=1)
    page = visible_text(client_as(None).get("/t/suizo/ronda/2/comprobar/"))
    assert ": todo coincide con lo publicado" in page and "el encuentro 1 se corrigió el" in page


def test_the_word_of_the_command_is_quoted_for_the_shell(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    close_the_list(casino, pilar)
    publish_round(round=draw_with_the_word(casino, pilar, "o'clock $(reboot)"), author=pilar)
    page = visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    assert """--word 'o'"'"'clock $(reboot)'""" in page


@pytest.mark.slow
def test_the_pages_of_a_draw_cost_the_same_with_4_and_with_more_pairs(
    make_tournament, pairs, pilar, client_as
):
    costs = []
    for name, count in (("Pocas", 4), ("Muchas", size(12, 40))):
        tournament = make_tournament(name=name)
        pairs(tournament, count)
        close_the_list(tournament, pilar)
        costs.append(
            [count_queries(client_as(pilar), f"/t/{name.lower()}/{path}") for path in OWN_PAGES]
        )
        publish_round(round=draw_with_the_word(tournament, pilar), author=pilar)
        costs[-1].append(count_queries(client_as(None), f"/t/{name.lower()}/ronda/1/comprobar/"))
    assert costs[0] == costs[1] and max(costs[0]) < 43, costs


def test_a_draw_repeated_with_another_seed_fails_the_check_of_the_seed(draft, pilar, client_as):
    redraw_round(round=draft, author=pilar, seed="a mi gusto")
    published_round = publish_round(round=draft, author=pilar)
    assert [key for key, equal_step in equal_steps(published_round).items() if not equal_step] == [
        "seed"
    ]
    page = visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    assert "Se volvió a sortear con otra semilla." in page


def test_a_small_draw_is_checked_without_a_job(published_round, client_as):
    page = visible_text(client_as(None).get(SITE + "ronda/1/comprobar/"))
    assert ": todo coincide con lo publicado" in page and not Job.objects.exists()


# --- Command ------------------------------------------------------------------------------------
def run_draw_command(**options: str) -> tuple[str, int]:
    output = StringIO()
    try:
        call_command("draw", "casino-de-calamocha", 1, stdout=output, **options)
    except SystemExit as exit:
        return output.getvalue(), exit.code
    return output.getvalue(), 0


def test_the_command_repeats_the_draw_from_the_secret_and_the_word(published_round, commitment):
    output, status = run_draw_command(secret=commitment.secret, word=WORD)
    assert status == 0 and commitment.digest in output
    assert "La semilla sale del secreto y de la palabra." in output
    assert "El sorteo coincide con el publicado." in output
    assert run_draw_command()[1] == 0
    output, status = run_draw_command(secret=commitment.secret, word="otra")
    assert status == 1 and "sale otra semilla" in output
    output, status = run_draw_command(secret="inventado", word=WORD)
    assert status == 1 and "Ninguna huella" in output
