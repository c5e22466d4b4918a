"""Tests of stale drafts and of the check of a draw after corrections.

A draft is stale if the site would now draw the round in another way. The check and the command
`draw` repeat a published draw from its stored input, so that a later correction is not taken for
a false draw.
"""

from io import StringIO

import pytest
from django.core.management import call_command

from scoring.actas.selectors.actas import with_details
from scoring.actas.services import correct_acta
from scoring.rounds.selectors.rounds import results_changed
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.rounds.words.draws import OVER, RESULT, STANDINGS
from scoring.standings.services import set_standings
from tests.days.any_day import TABLE_OF_FOUR, enter_first, enter_late, line_of
from tests.days.hall import Day, numbers_of
from tests.refusals import is_refused
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db

BEST_LOSERS = ("knockout", {"repesca": "best_losers"}, {}, 6, 1)
BOXES = ("boxes", {"blocks": 2, "size": 3, "per_block": 2}, {}, 6, 2)
BY_RANKING = ("totals", {"rounds": 3, "seating": "ranking"}, {"game_options": TABLE_OF_FOUR}, 8, 1)
# In these formats the next round does not depend on the tantos of a result.
KNOCKOUT = ("knockout", {}, {}, 6, 1)
SWISS = ("swiss", {"rounds": 3}, {}, 6, 1)
LEAGUE = ("league", {"legs": 1}, {}, 6, 1)
ROTATION = ("totals", {"rounds": 3, "seating": "rotation"}, {"game_options": TABLE_OF_FOUR}, 8, 1)
WITHIN_A_BLOCK = ("boxes", {"blocks": 2, "size": 4, "per_block": 2}, {}, 8, 1)
LADDER = ("ladder", {"rounds": 3}, {}, 6, 1)


def begin_day(begin, format, options, changes, count, rounds, line=None) -> Day:
    """Begin a day with `count` entries and play `rounds` rounds.

    `line` returns the acta line of a match; by default every match of two sides ends 40-20.
    """
    day = begin("Casino", format, options, **changes)
    enter_first(day, count)
    for _round in range(rounds):
        day.write(day.draw(), line or line_won_by_twenty)
    return day


def line_won_by_twenty(match: Match, numbers: tuple[int, ...]) -> str:
    return "40-20" if len(numbers) == 2 else line_of(match, numbers)


def correct_first_match(day: Day) -> Match:
    """Correct the first match from 40-20 to 40-1: the winner stays the same."""
    match = with_details(day.tournament.matches.filter(state="finished")).order_by("number")[0]
    line = "40-1"
    if len(numbers_of(match)) > 2:
        line = f"manos {match.game_rules().manos} 59-1-0-0"
    correct_acta(match=match, author=day.author, lines=[line], reason="mal copiado")
    return match


@pytest.mark.parametrize("way", [BEST_LOSERS, BOXES, BY_RANKING], ids=lambda way: way[0])
def test_a_draft_that_depends_on_tantos_is_stale_after_a_correction_with_the_same_winner(
    begin, way, client_as
):
    day = begin_day(begin, *way)
    draft = open_next_round(stage=day.stage, author=day.author)
    match = correct_first_match(day)
    page = client_as(day.author).get(f"/t/casino/rondas/{draft.serial}/").content.decode()
    assert f"el encuentro {match.number} se corrigió el" in page
    assert "Descarte la ronda y" in page and "Publicar y llamar" not in page
    with is_refused("results_changed", status=409):
        publish_round(round=draft, author=day.author)
    if draft.by_lot:
        draft = redraw_round(round=draft, author=day.author, seed="otra vez")
        publish_round(round=draft, author=day.author)
        assert verify_draw(Round.objects.get(pk=draft.pk)).equal


@pytest.mark.parametrize(
    "way",
    [KNOCKOUT, SWISS, LEAGUE, ROTATION, WITHIN_A_BLOCK, LADDER],
    ids=["knockout", "swiss", "league", "rotation", "within a block", "ladder"],
)
def test_a_draft_that_does_not_depend_on_tantos_is_published_after_such_a_correction(begin, way):
    day = begin_day(begin, *way)
    draft = open_next_round(stage=day.stage, author=day.author)
    correct_first_match(day)
    published_round = publish_round(round=draft, author=day.author)
    check = verify_draw(published_round)
    assert check.equal and not check.corrected


@pytest.mark.slow
@pytest.mark.parametrize("way", [BEST_LOSERS, BOXES, BY_RANKING], ids=lambda way: way[0])
def test_the_check_distinguishes_a_later_correction_from_a_false_draw(begin, client, way):
    day = begin_day(begin, *way)
    round = day.draw()
    match = correct_first_match(day)
    check = verify_draw(round)
    assert check.equal and check.corrected and not check.explained
    assert [(change.kind, change.number) for change in check.changes] == [(RESULT, match.number)]
    output, status = run_draw_command(round)
    assert status == 0 and "El sorteo coincide con el publicado." in output
    assert f"Después del sorteo, el encuentro {match.number} se corrigió el " in output
    page = client.get(f"/t/casino/ronda/{round.serial}/comprobar/").content.decode()
    assert f"el encuentro {match.number} se corrigió el" in page and ": todo coincide" in page
    # Two entries change places in the stored draw: it is false, with or without corrections.
    rows = round.report["drawn"]
    rows[0][1], rows[1][1] = rows[1][1], rows[0][1]
    round.save()
    check = verify_draw(round)
    assert not check.equal and not check.explained
    output, status = run_draw_command(round)
    assert status == 1 and "no es el que sale de esta semilla" in output
    page = client.get(f"/t/casino/ronda/{round.serial}/comprobar/").content.decode()
    assert "abajo se ve qué paso falla" in page


def change_chain(day: Day) -> None:
    set_standings(stage=day.stage, author=day.author, chain=["lot"], counting={})


def test_a_draft_that_depends_on_the_standings_is_stale_after_a_change_of_their_chain(begin):
    day = begin_day(begin, *BEST_LOSERS, line_of)
    draft = open_next_round(stage=day.stage, author=day.author)
    change_chain(day)
    assert results_changed(Round.objects.get(pk=draft.pk))
    with is_refused("standings_changed", status=409):
        publish_round(round=draft, author=day.author)


def test_the_check_reports_a_change_of_the_chain_after_the_draw(begin):
    day = begin_day(begin, *BEST_LOSERS, line_of)
    round = day.draw()
    change_chain(day)
    check = verify_draw(Round.objects.get(pk=round.pk))
    assert check.equal
    assert [row.kind for row in check.changes] == [STANDINGS] and check.changes[0].at is not None
    assert "cambió la manera de contar o alguna sanción el" in run_draw_command(round)[0]


def test_a_draw_of_groups_with_a_late_entry_passes_its_check(begin):
    """A late entry joins the group with the fewest active entries.

    Entries that have played all their dates count as active too.
    """
    day = begin_day(begin, "groups", {"groups": 2}, {}, 9, 3)
    first = day.stage.rounds.get(number=1)
    group_a = {number for row in first.report["drawn"] if row[3] == "A" for number in row[1]}
    for number in sorted(group_a)[:2]:
        entry = day.tournament.entries.get(number=number)
        withdraw_entry(entry=entry, author=day.author, reason="se va", effect="lose")
    enter_late(day, 10)
    round = day.draw()
    assert verify_draw(round).equal and run_draw_command(round)[1] == 0
    enter_late(day, 11)
    day.write(round, line_won_by_twenty)
    day.draw()
    for round in Round.objects.filter(stage=day.stage):
        assert verify_draw(round).equal, round.number


def test_the_check_reports_a_correction_that_would_have_ended_the_stage(begin, client):
    """Two entries with two lives each win a match each, and the third match is drawn.

    A correction then gives both matches to the same entry.
    """
    day = begin_day(begin, "lives", {"lives": 2}, {}, 2, 0)
    for winner in (1, 2):
        round = day.draw()
        day.write(round, lambda match, numbers, winner=winner: line_won_by(winner, numbers))
    round = day.draw()
    second = with_details(day.tournament.matches.filter(round__number=2)).get()
    lines = [line_won_by(1, numbers_of(second))]
    correct_acta(match=second, author=day.author, lines=lines, reason="al revés")
    check = verify_draw(round)
    assert check.equal and check.outcome_now == OVER
    output, status = run_draw_command(round)
    assert status == 0 and "El torneo ha terminado" not in output
    assert "la fase ya habría terminado y esta ronda no se jugaría" in output
    page = client.get(f"/t/casino/ronda/{round.serial}/comprobar/").content.decode()
    assert "la fase ya habría terminado" in page
    # An older version stored less input: the draw cannot be repeated, and the command says why.
    reduce_to_old_input(round, {1: 1, 2: 1})
    output, status = run_draw_command(round)
    assert status == 1 and "después se corrigió algún resultado" in output
    assert "la fase ya habría terminado" in output and "El torneo ha terminado" not in output


def line_won_by(winner: int, numbers: tuple[int, ...]) -> str:
    return "40-20" if numbers[0] == winner else "20-40"


def test_a_draw_of_an_older_version_passes_its_check_until_a_result_is_corrected(begin):
    day = begin_day(begin, "knockout", {}, {}, 4, 1)
    round = day.draw()
    reduce_to_old_input(round, {number: 1 for row in round.report["drawn"] for number in row[1]})
    assert verify_draw(round).equal
    match = with_details(day.tournament.matches.filter(round__number=1)).order_by("number")[0]
    correct_acta(match=match, author=day.author, lines=["20-40"], reason="al revés")
    check = verify_draw(round)
    assert not check.equal and check.explained
    output, status = run_draw_command(round)
    assert status == 1 and "después se corrigió algún resultado" in output


def reduce_to_old_input(round: Round, points: dict[int, int]) -> None:
    """Reduce the stored input of a draw to what an older version of Tapete stored."""
    old_input = {key: round.report["looked_at"][key] for key in ("wishes", "entrants")}
    round.report |= {
        "looked_at": old_input,
        "points": {str(number): wins for number, wins in points.items()},
    }
    round.save()


def run_draw_command(round: Round) -> tuple[str, int]:
    """Run the command `draw` for a round; return its output and its exit status."""
    out = StringIO()
    try:
        call_command("draw", round.tournament.slug, round.serial, stdout=out)
    except SystemExit as exit:
        return out.getvalue(), exit.code
    return out.getvalue(), 0
