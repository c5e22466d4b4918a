"""`manage.py rebuild_results`: stored results compared with the actas, and rebuilt from them."""

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.services import correct_acta, forfeit_match, record_hand, rescoring
from scoring.models import Acta, Hand, Result
from tests.rows import case, cases
from tests.scoring.seated_rounds import LINES, seat_round
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.selectors.rounds import matches_in_play
from tournaments.site.page_cache import revision

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


class Terminal(StringIO):
    """A fake stderr that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def rebuild(*arguments):
    """Run the command. Return its exit status and its output without the line about its speed."""
    output_file, status = StringIO(), 0
    try:
        call_command("rebuild_results", *arguments, stdout=output_file)
    except SystemExit as end:
        status = end.code
    output = output_file.getvalue().splitlines()
    return status, [*output[:-2], output[-1]]


def query_count(*arguments):
    with CaptureQueriesContext(connection) as queries:
        rebuild(*arguments)
    return len(queries)


def stored_rows():
    """Return all the rows that the command may change: results, and state and table of matches."""
    return (
        list(Result.objects.order_by("match").values()),
        list(Match.objects.order_by("pk").values("state", "table")),
    )


@pytest.fixture
def play(pairs, chema, raul):
    """A function that seats a round of `count` matches; the first ends with a corrected acta.

    The last match is not begun. The match before it is open, or forfeited if `count` is over four.
    """

    def seat_and_play(tournament, count, letter="R"):
        entries = pairs(tournament, 2 * count)
        round = seat_round(
            tournament, list(zip(entries[::2], entries[1::2], strict=True)), letter=letter
        )
        matches = list(round.matches.order_by("number"))
        for match in matches[:-1]:
            for number, line in enumerate(LINES[: 2 if match == matches[-2] else 3], 1):
                record_hand(match=match, author=chema, line=line, number=number)
        correct_acta(
            match=matches[0], author=raul, lines=["coto 1-3", "coto 2-3"], reason="cambiados"
        )
        if count > 4:
            forfeit_match(
                match=matches[-2], author=raul, loser=matches[-2].entries[0], reason="se van"
            )
        return matches

    return seat_and_play


@world
def tournament(casino, play):
    """Six matches: match 1 is corrected, 2 to 4 finished, 5 forfeited, 6 not begun."""
    play(casino, 6)
    return casino


def match(number):
    return Match.objects.get(number=number)


def test_results_written_by_the_tables_agree_with_their_actas(tournament):
    rows_before = stored_rows()
    assert rebuild(tournament.slug, "--check") == (0, ["No cuadraban 0; rehechas 0."])
    assert rebuild(tournament.slug) == (0, ["No cuadraban 0; rehechas 0."])
    assert stored_rows() == rows_before


def _change_result(number, **values):
    return lambda: Result.objects.filter(match__number=number).update(**values)


def _exchange_actas():
    """Store the results of matches 2 and 3 with each other's acta."""
    second, third = match(2).result, match(3).result
    Result.objects.filter(match=second.match).delete()
    Result.objects.filter(match=third.match).update(acta=second.acta)
    second.acta = third.acta
    second.save(force_insert=True)


def _invent_result():
    """Store a result for match 6, which is not played, with an acta without lines."""
    acta = Acta.objects.create(match=match(6))
    Result.objects.create(match=match(6), acta=acta, winner=0, tallies={"cotos": [2, 0]})


@cases(
    "tamper, message",
    case(
        "another winner",
        _change_result(2, winner=1),
        "2 (R1P002): guardado, gana: B; por incomparecencia: no; tanteo: cotos: 2, 1; "
        "partidas: 8, 4; tantos: 0, 0; partidas_coto: 0, 0; según el acta, gana: A; ",
    ),
    case("a draw", _change_result(2, winner=None), "2 (R1P002): guardado, gana: —; "),
    case("no such side", _change_result(2, winner=9), "2 (R1P002): guardado, gana: 9; "),
    case(
        "another score",
        _change_result(3, tallies={"cotos": [2, 0]}),
        "3 (R1P003): guardado, gana: A; por incomparecencia: no; tanteo: cotos: 2, 0; según el",
    ),
    case("no score", _change_result(3, tallies=[7]), "3 (R1P003): guardado, gana: A"),
    case("not a forfeit", _change_result(5, forfeit=False), "5 (R1P005): guardado"),
    case(
        "deleted result",
        lambda: Result.objects.filter(match__number=4).delete(),
        "4 (R1P004): guardado, sin resultado; según el acta, gana: A",
    ),
    case("invented result", _invent_result, "6 (R1P006): guardado, gana: A"),
    case("result of another acta", _exchange_actas, "2 (R1P002): guardado, gana: A"),
    case(
        "waiting, though the acta ends the match",
        lambda: Match.objects.filter(number=2).update(state=Match.State.WAITING),
        "2 (R1P002): figura como «En espera de mesa» y según el acta ha terminado",
    ),
    case(
        "finished, though the acta does not end the match",
        lambda: Match.objects.filter(number=6).update(state=Match.State.FINISHED),
        "6 (R1P006): figura como «Terminado» y según el acta no ha terminado",
    ),
)
def test_a_wrong_result_is_reported_and_rebuilt(tournament, tamper, message):
    right_rows = stored_rows()
    tamper()
    wrong_rows = stored_rows()
    status, lines = rebuild(tournament.slug, "--check")
    count = len(lines) - 1
    assert (status, lines[-1]) == (1, f"No cuadraban {count}; rehechas 0.")
    assert lines[0].startswith(f"{tournament.slug} {message}")
    assert stored_rows() == wrong_rows
    assert rebuild(tournament.slug) == (
        0,
        [*lines[:-1], f"No cuadraban {count}; rehechas {count}."],
    )
    assert drop_times(stored_rows()) == drop_times(right_rows)
    assert rebuild(tournament.slug, "--check")[0] == 0


def drop_times(rows):
    results, matches = rows
    return [{**row, "recorded_at": None} for row in results], matches


def test_a_rebuilt_result_keeps_the_time_it_was_recorded(tournament):
    right_rows = stored_rows()
    _change_result(2, winner=1)()
    rebuild(tournament.slug)
    assert stored_rows() == right_rows


def test_a_rebuilt_result_raises_the_revision_and_adds_an_audit_line(tournament):
    old_revision = revision(tournament, EVERYTHING)
    rebuild(tournament.slug)
    assert revision(tournament, EVERYTHING) == old_revision
    _change_result(2, winner=1)()
    rebuild(tournament.slug)
    audit_line = tournament.audit.first()
    assert revision(tournament, EVERYTHING) > old_revision
    assert (audit_line.act, audit_line.author, audit_line.subject) == ("rebuild_results", None, "2")
    assert (audit_line.before["2"]["winner"], audit_line.after["2"]["winner"]) == ("B", "A")


def test_a_table_freed_by_a_rebuilt_result_goes_to_the_next_match(make_tournament, pairs, chema):
    tournament = make_tournament(tables=1)
    entries = pairs(tournament, 4)
    first, _second = seat_round(tournament, [entries[:2], entries[2:]]).matches.all()
    for number, line in enumerate(LINES, 1):
        record_hand(match=first, author=chema, line=line, number=number)
    first.actas.get().hands.get(number=3).delete()
    assert rebuild(tournament.slug)[0] == 0
    assert [
        (playing.number, playing.table) for playing in matches_in_play(tournament, EVERYTHING)
    ] == [(2, 1)]
    assert match(1).state == Match.State.WAITING
    Hand.objects.create(acta=first.actas.get(), number=3, line=LINES[2])
    Match.objects.filter(number=2).update(state=Match.State.FINISHED)
    Match.objects.filter(number=1).update(state=Match.State.PLAYING, table=1)
    assert rebuild(tournament.slug)[0] == 0
    assert match(1).state == Match.State.FINISHED
    assert [
        (playing.number, playing.table) for playing in matches_in_play(tournament, EVERYTHING)
    ] == [(2, 1)]


def test_an_acta_that_does_not_fold_is_reported_and_the_others_are_rebuilt(tournament):
    Hand.objects.filter(acta__match__number=2, number=2).update(line="coto 3-3")
    _change_result(3, winner=1)()
    status, output = rebuild(tournament.slug)
    assert (status, output[-1]) == (1, "No cuadraban 2; rehechas 1.")
    assert output[0].startswith(
        f"{tournament.slug} 2 (R1P002), línea 2 «coto 3-3»: el acta no se puede contar. "
    )
    assert (match(2).result.winner, match(3).result.winner) == (0, 0)


def test_wrong_game_options_are_reported_for_every_match(tournament):
    stage = tournament.stage
    stage.game_options = {"cotos": 0}
    stage.save()
    status, output = rebuild(tournament.slug)
    assert (status, len(output)) == (1, 7)
    assert "Los cotos: escriba un número de 1 a 9, no 0." in output[0]


def test_an_acta_in_a_draft_is_reported_and_not_rebuilt(casino, pairs, chema):
    seat_round(casino, [pairs(casino, 2)], published=False)
    acta = Acta.objects.create(match=match(1))
    Hand.objects.bulk_create(
        Hand(acta=acta, number=n, line=line) for n, line in enumerate(LINES, 1)
    )
    status, output = rebuild(casino.slug)
    assert (status, output[-1]) == (1, "No cuadraban 1; rehechas 0.")
    assert output[0].endswith("No se toca: su ronda no está publicada")
    assert not Result.objects.exists()


def test_a_result_written_during_the_check_is_no_difference(tournament, monkeypatch):
    rescored_matches = rescoring._rescored_matches

    def rescore_before_results(matches):
        """Compare once with no results stored, as if the desk wrote them just afterwards."""
        monkeypatch.setattr(rescoring, "_rescored_matches", rescored_matches)
        results = list(Result.objects.all())
        Result.objects.all().delete()
        matches_without_results = rescored_matches(matches)
        Result.objects.bulk_create(results)
        return matches_without_results

    monkeypatch.setattr(rescoring, "_rescored_matches", rescore_before_results)
    assert rebuild(tournament.slug, "--check") == (0, ["No cuadraban 0; rehechas 0."])


# --- Many matches -----------------------------------------------------------------------------
def spoil_stored_rows():
    """Make the stored rows wrong: winners, a deleted result and match states."""
    Result.objects.filter(match__number__lt=4).update(winner=None)
    Result.objects.filter(match__number=4).delete()
    Result.objects.filter(match__number__gt=5).update(winner=None)
    Match.objects.filter(number__gte=4, state="finished").update(state="waiting", table=None)


@pytest.mark.slow
def test_the_same_queries_for_few_matches_and_for_many(make_tournament, play):
    small_tournament = make_tournament(name="Pocas")
    large_tournament = make_tournament(name="Muchas")
    play(small_tournament, size(7, 10))
    play(large_tournament, size(12, 40), "S")
    assert query_count(small_tournament.slug) == query_count(large_tournament.slug) <= 8
    spoil_stored_rows()
    assert query_count(small_tournament.slug) == query_count(large_tournament.slug) <= 40
    assert rebuild("--all", "--check") == (0, ["No cuadraban 0; rehechas 0."])


def test_matches_in_several_chunks_are_all_rebuilt(make_tournament, play, monkeypatch):
    tournament = make_tournament()
    play(tournament, 10)
    right_rows = stored_rows()
    assert query_count(tournament.slug) == 7
    monkeypatch.setattr(rescoring, "CHUNK", 2)
    assert query_count(tournament.slug) == 7 + 4 * 4
    spoil_stored_rows()
    status, output = rebuild(tournament.slug)
    assert (status, output[-1]) == (0, "No cuadraban 9; rehechas 9.")
    finished_count = Match.objects.filter(state="finished").count()
    assert (finished_count, Result.objects.count()) == (9, len(right_rows[0]))
    assert rebuild(tournament.slug, "--check")[0] == 0


def test_the_command_takes_several_tournaments_or_all(make_tournament, play):
    names = ["Casino", "Peña", "Bar"]
    tournaments = [make_tournament(name=name) for name in names]
    for letter, tournament in zip("RST", tournaments, strict=True):
        play(tournament, 3, letter)
    Result.objects.update(winner=None)
    slugs = [tournament.slug for tournament in tournaments]
    assert rebuild(*slugs[:2], slugs[0], "--check")[1][-1] == "No cuadraban 2; rehechas 0."
    assert rebuild("--all")[1][-1] == "No cuadraban 3; rehechas 3."


@pytest.mark.parametrize("arguments", [[], ["casino-de-calamocha", "--all"]])
def test_the_command_needs_either_tournaments_or_all(casino, arguments):
    with pytest.raises(CommandError, match="Diga qué torneos, o --all para todos"):
        rebuild(*arguments)


def test_an_unknown_tournament_is_an_error(casino):
    with pytest.raises(CommandError, match="No hay ningún torneo «otro»"):
        rebuild(casino.slug, "otro")


def test_an_empty_tournament_has_no_differences(casino):
    assert rebuild(casino.slug) == (0, ["No cuadraban 0; rehechas 0."])


# --- The progress bar -------------------------------------------------------------------------
def progress_bar(monkeypatch, screen, *arguments):
    """Run the command with `screen` as its stderr. Return the progress bar written on it."""
    monkeypatch.setattr(sys, "stderr", screen)
    rebuild(*arguments)
    return screen.getvalue()


def test_a_terminal_shows_the_progress_bar(tournament, monkeypatch):
    assert "6/6" in progress_bar(monkeypatch, Terminal(), tournament.slug)


def test_a_log_or_no_progress_option_shows_no_bar(tournament, monkeypatch):
    assert progress_bar(monkeypatch, StringIO(), tournament.slug) == ""
    assert progress_bar(monkeypatch, Terminal(), tournament.slug, "--no-progress") == ""


def test_the_output_has_the_number_of_matches_and_lines_and_the_speed(tournament):
    output_file = StringIO()
    call_command("rebuild_results", tournament.slug, stdout=output_file)
    assert output_file.getvalue().startswith("6 partidas y 14 líneas en ")
    assert " partidas/s, " in output_file.getvalue().splitlines()[0]
