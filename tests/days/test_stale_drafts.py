"""A draft is published only while it would be drawn so now; and what it was drawn from is kept: the
check and the command repeat that, and tell a correction from another draw."""

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
from tests.days.any_day import ALONE, a_line, some, somebody_more
from tests.days.hall import Day, numbers_of
from tests.refusals import is_refused
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db

BEST_LOSERS = ("knockout", {"repesca": "best_losers"}, {}, 6, 1)
BOXES = ("boxes", {"blocks": 2, "size": 3, "per_block": 2}, {}, 6, 2)
BY_RANKING = ("totals", {"rounds": 3, "seating": "ranking"}, {"game_options": ALONE}, 8, 1)
# What the round to be drawn does not look at.
KNOCKOUT = ("knockout", {}, {}, 6, 1)
SWISS = ("swiss", {"rounds": 3}, {}, 6, 1)
LEAGUE = ("league", {"legs": 1}, {}, 6, 1)
ROTATION = ("totals", {"rounds": 3, "seating": "rotation"}, {"game_options": ALONE}, 8, 1)
WITHIN_A_BLOCK = ("boxes", {"blocks": 2, "size": 4, "per_block": 2}, {}, 8, 1)
LADDER = ("ladder", {"rounds": 3}, {}, 6, 1)


def begun(begin, format, options, changes, count, rounds, line=None) -> Day:
    """A day with so many rounds played, in which who wins does by 40 to 20, or as `line` says."""
    day = begin("Casino", format, options, **changes)
    some(day, count)
    for _round in range(rounds):
        day.write(day.draw(), line or by_twenty)
    return day


def by_twenty(match: Match, numbers: tuple[int, ...]) -> str:
    return "40-20" if len(numbers) == 2 else a_line(match, numbers)


def narrowed(day: Day) -> Match:
    """The loser of the first match by 40 to 20 loses it by 40 to 1: the winner stays."""
    match = with_details(day.tournament.matches.filter(state="finished")).order_by("number")[0]
    line = "40-1"
    if len(numbers_of(match)) > 2:
        line = f"manos {match.game_rules().manos} 59-1-0-0"
    correct_acta(match=match, author=day.author, lines=[line], reason="mal copiado")
    return match


@pytest.mark.parametrize("way", [BEST_LOSERS, BOXES, BY_RANKING], ids=lambda way: way[0])
def test_a_draft_that_looked_at_more_than_wins_is_stale_though_the_winner_stays(
    begin, way, client_as
):
    day = begun(begin, *way)
    draft = open_next_round(stage=day.stage, author=day.author)
    match = narrowed(day)
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
def test_a_draft_that_did_not_look_at_what_was_corrected_is_published(begin, way):
    day = begun(begin, *way)
    draft = open_next_round(stage=day.stage, author=day.author)
    narrowed(day)
    published = publish_round(round=draft, author=day.author)
    told = verify_draw(published)
    assert told.equal and not told.corrected


@pytest.mark.slow
@pytest.mark.parametrize("way", [BEST_LOSERS, BOXES, BY_RANKING], ids=lambda way: way[0])
def test_the_check_tells_a_later_correction_from_another_draw(begin, client, way):
    day = begun(begin, *way)
    drawn = day.draw()
    match = narrowed(day)
    told = verify_draw(drawn)
    assert told.equal and told.corrected and not told.explained
    assert [(one.kind, one.number) for one in told.changes] == [(RESULT, match.number)]
    said, status = command(drawn)
    assert status == 0 and "El sorteo coincide con el publicado." in said
    assert f"Después del sorteo, el encuentro {match.number} se corrigió el " in said
    page = client.get(f"/t/casino/ronda/{drawn.serial}/comprobar/").content.decode()
    assert f"el encuentro {match.number} se corrigió el" in page and ": todo coincide" in page
    # Another draw is still another draw, whatever was corrected.
    rows = drawn.report["drawn"]
    rows[0][1], rows[1][1] = rows[1][1], rows[0][1]
    drawn.save()
    told = verify_draw(drawn)
    assert not told.equal and not told.explained
    said, status = command(drawn)
    assert status == 1 and "no es el que sale de esta semilla" in said
    page = client.get(f"/t/casino/ronda/{drawn.serial}/comprobar/").content.decode()
    assert "abajo se ve qué paso falla" in page


def another_chain(day: Day) -> None:
    set_standings(stage=day.stage, author=day.author, chain=["lot"], counting={})


def test_a_draft_is_stale_when_the_standings_it_looked_at_are_made_otherwise(begin):
    day = begun(begin, *BEST_LOSERS, a_line)
    draft = open_next_round(stage=day.stage, author=day.author)
    another_chain(day)
    assert results_changed(Round.objects.get(pk=draft.pk))
    with is_refused("standings_changed", status=409):
        publish_round(round=draft, author=day.author)


def test_a_draw_published_before_the_standings_changed_is_told_so(begin):
    day = begun(begin, *BEST_LOSERS, a_line)
    drawn = day.draw()
    another_chain(day)
    told = verify_draw(Round.objects.get(pk=drawn.pk))
    assert told.equal
    assert [one.kind for one in told.changes] == [STANDINGS] and told.changes[0].at is not None
    assert "cambió la manera de contar o alguna sanción el" in command(drawn)[0]


def test_a_late_entry_in_groups_does_not_make_the_draw_fail_its_own_check(begin):
    """An entry that comes late goes to the group with fewest in play, counting those who have no
    more dates."""
    day = begun(begin, "groups", {"groups": 2}, {}, 9, 3)
    first = day.stage.rounds.get(number=1)
    of_five = {one for row in first.report["drawn"] if row[3] == "A" for one in row[1]}
    for number in sorted(of_five)[:2]:
        entry = day.tournament.entries.get(number=number)
        withdraw_entry(entry=entry, author=day.author, reason="se va", effect="lose")
    somebody_more(day, 10)
    drawn = day.draw()
    assert verify_draw(drawn).equal and command(drawn)[1] == 0
    somebody_more(day, 11)
    day.write(drawn, by_twenty)
    day.draw()
    for each in Round.objects.filter(stage=day.stage):
        assert verify_draw(each).equal, each.number


def test_after_a_correction_that_ends_the_stage_the_command_says_so(begin, client):
    """Two with two lives each: one wins, then the other, and the third match was drawn."""
    day = begun(begin, "lives", {"lives": 2}, {}, 2, 0)
    for winner in (1, 2):
        round = day.draw()
        day.write(round, lambda match, numbers, it=winner: won_by(it, numbers))
    drawn = day.draw()
    second = with_details(day.tournament.matches.filter(round__number=2)).get()
    lines = [won_by(1, numbers_of(second))]
    correct_acta(match=second, author=day.author, lines=lines, reason="al revés")
    told = verify_draw(drawn)
    assert told.equal and told.now == OVER
    said, status = command(drawn)
    assert status == 0 and "El torneo ha terminado" not in said
    assert "la fase ya habría terminado y esta ronda no se jugaría" in said
    page = client.get(f"/t/casino/ronda/{drawn.serial}/comprobar/").content.decode()
    assert "la fase ya habría terminado" in page
    # A draw of before this was kept: nothing comes out of it any more, and it says why.
    forget(drawn, {1: 1, 2: 1})
    said, status = command(drawn)
    assert status == 1 and "después se corrigió algún resultado" in said
    assert "la fase ya habría terminado" in said and "El torneo ha terminado" not in said


def won_by(winner: int, numbers: tuple[int, ...]) -> str:
    return "40-20" if numbers[0] == winner else "20-40"


def test_a_draw_older_than_what_is_kept_is_checked_as_it_was(begin):
    day = begun(begin, "knockout", {}, {}, 4, 1)
    drawn = day.draw()
    forget(drawn, {number: 1 for row in drawn.report["drawn"] for number in row[1]})
    assert verify_draw(drawn).equal
    match = with_details(day.tournament.matches.filter(round__number=1)).order_by("number")[0]
    correct_acta(match=match, author=day.author, lines=["20-40"], reason="al revés")
    told = verify_draw(drawn)
    assert not told.equal and told.explained
    said, status = command(drawn)
    assert status == 1 and "después se corrigió algún resultado" in said


def forget(drawn: Round, points: dict[int, int]) -> None:
    """Leave what an earlier version kept of a draw."""
    kept = {key: drawn.report["looked_at"][key] for key in ("wishes", "entrants")}
    drawn.report |= {"looked_at": kept, "points": {str(one): won for one, won in points.items()}}
    drawn.save()


def command(drawn: Round) -> tuple[str, int]:
    out = StringIO()
    try:
        call_command("draw", drawn.tournament.slug, drawn.serial, stdout=out)
    except SystemExit as exit:
        return out.getvalue(), exit.code
    return out.getvalue(), 0
