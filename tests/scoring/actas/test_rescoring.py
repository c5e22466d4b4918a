"""`manage.py rebuild_results`: what is stored held against the actas, and made again from them."""

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actas.services import correct_acta, forfeit_match, record_hand, rescoring
from scoring.models import Acta, Hand, Result
from tests.rows import case, cases
from tests.scoring.halls import LINES, seat_round
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.rounds.selectors.rounds import matches_in_play
from tournaments.site.page_cache import revision

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


class Screen(StringIO):
    """Where somebody looks."""

    def isatty(self) -> bool:
        return True


def rebuilt(*arguments):
    """The exit status and the lines said; without the one that says how fast it went."""
    out, status = StringIO(), 0
    try:
        call_command("rebuild_results", *arguments, stdout=out)
    except SystemExit as end:
        status = end.code
    said = out.getvalue().splitlines()
    return status, [*said[:-2], said[-1]]


def queries(*arguments):
    with CaptureQueriesContext(connection) as captured:
        rebuilt(*arguments)
    return len(captured)


def stored():
    """Everything the command may touch."""
    return (
        list(Result.objects.order_by("match").values()),
        list(Match.objects.order_by("pk").values("state", "table")),
    )


@pytest.fixture
def play(pairs, chema, raul):
    """So many matches played at once; one is given up, one is corrected, the last two not over."""

    def round_of(tournament, count, letter="R"):
        entries = pairs(tournament, 2 * count)
        drawn = seat_round(
            tournament, list(zip(entries[::2], entries[1::2], strict=True)), letter=letter
        )
        matches = list(drawn.matches.order_by("number"))
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

    return round_of


@world
def hall(casino, play):
    """Six matches at eight tables: five over, 1 corrected, 5 given up; 6 not begun."""
    play(casino, 6)
    return casino


def match(number):
    return Match.objects.get(number=number)


def test_what_the_tables_wrote_agrees_with_what_is_stored(hall):
    before = stored()
    assert rebuilt(hall.slug, "--check") == (0, ["No cuadraban 0; rehechas 0."])
    assert rebuilt(hall.slug) == (0, ["No cuadraban 0; rehechas 0."])
    assert stored() == before


def _change(number, **values):
    return lambda: Result.objects.filter(match__number=number).update(**values)


def _swap():
    """The results of 2 and 3 say they come from each other's acta."""
    second, third = match(2).result, match(3).result
    Result.objects.filter(match=second.match).delete()
    Result.objects.filter(match=third.match).update(acta=second.acta)
    second.acta = third.acta
    second.save(force_insert=True)


def _invent():
    """A result for the match nobody has played, with an acta that says nothing."""
    acta = Acta.objects.create(match=match(6))
    Result.objects.create(match=match(6), acta=acta, winner=0, tallies={"cotos": [2, 0]})


@cases(
    "tamper, said",
    case(
        "another winner",
        _change(2, winner=1),
        "2 (R1P002): guardado, gana: B; por incomparecencia: no; tanteo: cotos: 2, 1; "
        "partidas: 8, 4; tantos: 0, 0; partidas_coto: 0, 0; según el acta, gana: A; ",
    ),
    case("a draw", _change(2, winner=None), "2 (R1P002): guardado, gana: —; "),
    case("no such side", _change(2, winner=9), "2 (R1P002): guardado, gana: 9; "),
    case(
        "another score",
        _change(3, tallies={"cotos": [2, 0]}),
        "3 (R1P003): guardado, gana: A; por incomparecencia: no; tanteo: cotos: 2, 0; según el",
    ),
    case("no score", _change(3, tallies=[7]), "3 (R1P003): guardado, gana: A"),
    case("not given up", _change(5, forfeit=False), "5 (R1P005): guardado"),
    case(
        "lost",
        lambda: Result.objects.filter(match__number=4).delete(),
        "4 (R1P004): guardado, sin resultado; según el acta, gana: A",
    ),
    case("invented", _invent, "6 (R1P006): guardado, gana: A"),
    case("of another acta", _swap, "2 (R1P002): guardado, gana: A"),
    case(
        "over and waiting",
        lambda: Match.objects.filter(number=2).update(state=Match.State.WAITING),
        "2 (R1P002): figura como «En espera de mesa» y según el acta ha terminado",
    ),
    case(
        "open and finished",
        lambda: Match.objects.filter(number=6).update(state=Match.State.FINISHED),
        "6 (R1P006): figura como «Terminado» y según el acta no ha terminado",
    ),
)
def test_what_was_tampered_with_is_told_and_mended(hall, tamper, said):
    right = stored()
    tamper()
    wrong = stored()
    status, lines = rebuilt(hall.slug, "--check")
    count = len(lines) - 1
    assert (status, lines[-1]) == (1, f"No cuadraban {count}; rehechas 0.")
    assert lines[0].startswith(f"{hall.slug} {said}")
    assert stored() == wrong
    assert rebuilt(hall.slug) == (0, [*lines[:-1], f"No cuadraban {count}; rehechas {count}."])
    assert without_hours(stored()) == without_hours(right)
    assert rebuilt(hall.slug, "--check")[0] == 0


def without_hours(rows):
    results, matches = rows
    return [{**row, "recorded_at": None} for row in results], matches


def test_a_mended_result_keeps_the_hour_it_was_recorded(hall):
    right = stored()
    _change(2, winner=1)()
    rebuilt(hall.slug)
    assert stored() == right


def test_the_live_pages_and_the_audit_hear_of_it(hall):
    before = revision(hall, EVERYTHING)
    rebuilt(hall.slug)
    assert revision(hall, EVERYTHING) == before
    _change(2, winner=1)()
    rebuilt(hall.slug)
    line = hall.audit.first()
    assert revision(hall, EVERYTHING) > before
    assert (line.act, line.author, line.subject) == ("rebuild_results", None, "2")
    assert (line.before["2"]["winner"], line.after["2"]["winner"]) == ("B", "A")


def test_a_table_freed_by_mending_goes_to_the_next(make_tournament, pairs, chema):
    tournament = make_tournament(tables=1)
    four = pairs(tournament, 4)
    first, _second = seat_round(tournament, [four[:2], four[2:]]).matches.all()
    for number, line in enumerate(LINES, 1):
        record_hand(match=first, author=chema, line=line, number=number)
    first.actas.get().hands.get(number=3).delete()
    assert rebuilt(tournament.slug)[0] == 0
    assert [(one.number, one.table) for one in matches_in_play(tournament, EVERYTHING)] == [(2, 1)]
    assert match(1).state == Match.State.WAITING
    Hand.objects.create(acta=first.actas.get(), number=3, line=LINES[2])
    Match.objects.filter(number=2).update(state=Match.State.FINISHED)
    Match.objects.filter(number=1).update(state=Match.State.PLAYING, table=1)
    assert rebuilt(tournament.slug)[0] == 0
    assert match(1).state == Match.State.FINISHED
    assert [(one.number, one.table) for one in matches_in_play(tournament, EVERYTHING)] == [(2, 1)]


def test_an_acta_that_cannot_be_counted_is_told_and_the_rest_goes_on(hall):
    Hand.objects.filter(acta__match__number=2, number=2).update(line="coto 3-3")
    _change(3, winner=1)()
    status, said = rebuilt(hall.slug)
    assert (status, said[-1]) == (1, "No cuadraban 2; rehechas 1.")
    assert said[0].startswith(
        f"{hall.slug} 2 (R1P002), línea 2 «coto 3-3»: el acta no se puede contar. "
    )
    assert (match(2).result.winner, match(3).result.winner) == (0, 0)


def test_options_that_cannot_be_are_told_of_every_match(hall):
    stage = hall.stage
    stage.game_options = {"cotos": 0}
    stage.save()
    status, said = rebuilt(hall.slug)
    assert (status, len(said)) == (1, 7)
    assert "Los cotos: escriba un número de 1 a 9, no 0." in said[0]


def test_a_match_of_a_draft_with_an_acta_is_told_and_left(casino, pairs, chema):
    seat_round(casino, [pairs(casino, 2)], published=False)
    acta = Acta.objects.create(match=match(1))
    Hand.objects.bulk_create(Hand(acta=acta, number=n, line=one) for n, one in enumerate(LINES, 1))
    status, said = rebuilt(casino.slug)
    assert (status, said[-1]) == (1, "No cuadraban 1; rehechas 0.")
    assert said[0].endswith("No se toca: su ronda no está publicada")
    assert not Result.objects.exists()


def test_a_line_written_while_it_was_looking_is_no_difference(hall, monkeypatch):
    looked = rescoring._look

    def stale(matches):
        """The first look sees the results as they were before the desk wrote."""
        monkeypatch.setattr(rescoring, "_look", looked)
        results = list(Result.objects.all())
        Result.objects.all().delete()
        seen = looked(matches)
        Result.objects.bulk_create(results)
        return seen

    monkeypatch.setattr(rescoring, "_look", stale)
    assert rebuilt(hall.slug, "--check") == (0, ["No cuadraban 0; rehechas 0."])


# --- Many -------------------------------------------------------------------------------------
def spoil():
    """Wrong in every way at once: a winner, a lost result, a state."""
    Result.objects.filter(match__number__lt=4).update(winner=None)
    Result.objects.filter(match__number=4).delete()
    Result.objects.filter(match__number__gt=5).update(winner=None)
    Match.objects.filter(number__gte=4, state="finished").update(state="waiting", table=None)


@pytest.mark.slow
def test_the_same_queries_for_few_matches_and_for_many(make_tournament, play):
    few, many = make_tournament(name="Pocas"), make_tournament(name="Muchas")
    play(few, size(7, 10))
    play(many, size(12, 40), "S")
    assert queries(few.slug) == queries(many.slug) <= 8
    spoil()
    assert queries(few.slug) == queries(many.slug) <= 40
    assert rebuilt("--all", "--check") == (0, ["No cuadraban 0; rehechas 0."])


def test_chunk_after_chunk_comes_to_the_same(make_tournament, play, monkeypatch):
    tournament = make_tournament()
    play(tournament, 10)
    right = stored()
    assert queries(tournament.slug) == 7
    monkeypatch.setattr(rescoring, "CHUNK", 2)
    assert queries(tournament.slug) == 7 + 4 * 4
    spoil()
    status, said = rebuilt(tournament.slug)
    assert (status, said[-1]) == (0, "No cuadraban 9; rehechas 9.")
    finished = Match.objects.filter(state="finished").count()
    assert (finished, Result.objects.count()) == (9, len(right[0]))
    assert rebuilt(tournament.slug, "--check")[0] == 0


def test_several_tournaments_and_all(make_tournament, play):
    names = ["Casino", "Peña", "Bar"]
    tournaments = [make_tournament(name=name) for name in names]
    for letter, tournament in zip("RST", tournaments, strict=True):
        play(tournament, 3, letter)
    Result.objects.update(winner=None)
    slugs = [one.slug for one in tournaments]
    assert rebuilt(*slugs[:2], slugs[0], "--check")[1][-1] == "No cuadraban 2; rehechas 0."
    assert rebuilt("--all")[1][-1] == "No cuadraban 3; rehechas 3."


@pytest.mark.parametrize("arguments", [[], ["casino-de-calamocha", "--all"]])
def test_it_must_be_told_which(casino, arguments):
    with pytest.raises(CommandError, match="Diga qué torneos, o --all para todos"):
        rebuilt(*arguments)


def test_a_tournament_that_is_not_there(casino):
    with pytest.raises(CommandError, match="No hay ningún torneo «otro»"):
        rebuilt(casino.slug, "otro")


def test_an_empty_tournament_is_nothing_to_do(casino):
    assert rebuilt(casino.slug) == (0, ["No cuadraban 0; rehechas 0."])


# --- The screen -------------------------------------------------------------------------------
def bar(monkeypatch, screen, *arguments):
    monkeypatch.setattr(sys, "stderr", screen)
    rebuilt(*arguments)
    return screen.getvalue()


def test_a_bar_where_somebody_looks(hall, monkeypatch):
    assert "6/6" in bar(monkeypatch, Screen(), hall.slug)


def test_no_bar_in_a_log_or_when_not_wanted(hall, monkeypatch):
    assert bar(monkeypatch, StringIO(), hall.slug) == ""
    assert bar(monkeypatch, Screen(), hall.slug, "--no-progress") == ""


def test_it_ends_saying_how_fast_it_went(hall):
    out = StringIO()
    call_command("rebuild_results", hall.slug, stdout=out)
    assert out.getvalue().startswith("6 partidas y 14 líneas en ")
    assert " partidas/s, " in out.getvalue().splitlines()[0]
