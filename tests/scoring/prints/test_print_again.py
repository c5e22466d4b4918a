"""Paper that is not right any more: what is told, and what is printed again, of that alone."""

import pytest

from scoring.hall.services import revoke_link
from scoring.prints.ask import PrintAsk
from scoring.prints.selectors import imprint_change, imprints_of, reprints
from scoring.prints.services import order_print
from tests.refusals import is_refused
from tests.scoring.days import publish
from tests.scoring.halls import undone
from tests.scoring.prints.printed import meet, record
from tests.worlds import world
from tournaments.models import Job, Match, Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.substitutions import substitute_player
from tournaments.rounds.selectors.rounds import current_round
from tournaments.rounds.services.by_hand import exchange_seats
from tournaments.rounds.services.tables import move_match

HALL = "/t/casino-de-calamocha/imprimir/"
LISTS = ["pairings_table", "pairings_surname"]


@world
def hall(make_tournament, pairs):
    """Four matches at tables 1 to 4 of six."""
    hall = make_tournament(tables=6)
    meet(hall, pairs(hall, 8))
    return hall


@pytest.fixture
def printed(hall, pilar, django_capture_on_commit_callbacks):
    """Print a sheet of the hall; the job."""

    def order(sheet, *, tables="", changed=False, **asked):
        with django_capture_on_commit_callbacks(execute=True):
            job = order_print(
                tournament=hall,
                author=pilar,
                ask=PrintAsk(sheet, base_url="https://casino.example", **asked),
                tables=tables,
                changed=changed,
            )
        job.refresh_from_db()
        assert job.state == "done", job.message
        return job

    return order


def at(hall, number):
    return hall.matches.select_related("round__stage", "tournament").get(number=number)


def outdated(hall, own=""):
    """The sheets that mislead with how many matches of each, and what is said."""
    found, changes = reprints(current_round(hall.stage, EVERYTHING), own)
    counts = {one.sheet: one.count for one in found}
    return counts, [imprint_change(change) for change in changes]


@pytest.mark.slow
def test_another_table_is_told_on_the_page_and_printed_alone(hall, pilar, printed, client_as):
    move_match(match=at(hall, 1), author=pilar, table=5)
    assert outdated(hall) == ({}, [])
    params = str(printed("whole_round").params)
    assert not any(player.surname in params for player in Player.objects.exclude(surname=""))
    assert outdated(hall) == ({}, [])
    assert "ha cambiado desde que se imprimió" not in client_as(pilar).get(HALL).text
    move_match(match=at(hall, 2), author=pilar, table=6)
    said = "Mesa 6 (3–4): antes, mesa 2"
    assert outdated(hall) == (dict.fromkeys(["actas", *LISTS], 1), [said])
    page = client_as(pilar).get(HALL).text
    assert said in page and "solo la que ha cambiado" in page
    job = printed("actas", changed=True)
    assert (job.total, job.params["round"]) == (2, 1)
    assert job.file.name.endswith("-ronda-1-actas-cambios.pdf")
    assert outdated(hall)[0] == dict.fromkeys(LISTS, 1)
    printed("pairings_surname", changed=True)
    printed("pairings_table", changed=True)
    assert outdated(hall) == ({}, [])


def test_the_list_of_changes_says_what_was_before(hall, pilar, printed):
    from io import BytesIO

    from pypdf import PdfReader

    printed("pairings_table")
    move_match(match=at(hall, 2), author=pilar, table=6)
    with printed("pairings_table", changed=True).file.open() as file:
        (page,) = PdfReader(BytesIO(file.read())).pages
        text = " ".join(page.extract_text().split())
    assert "por mesas · cambios" in text
    assert "Sustituye a lo impreso antes. Mesa 6 (3–4): antes, mesa 2" in text
    assert "Mesa 1" not in text


def test_two_who_change_seats(make_tournament, pairs, pilar):
    drawn = make_tournament(tables=6)
    pairs(drawn, 8)
    round = publish(drawn, pilar)
    one, other = (at(drawn, number) for number in (1, 2))
    (a, b), (c, d) = one.everybody, other.everybody
    ask = PrintAsk("actas")
    params = {**ask.as_params(), "printed": imprints_of(round, round.matches.all())}
    Job.objects.create(tournament=drawn, kind="print", state=Job.State.DONE, params=params)
    exchange_seats(
        round=round, matches=[one, other], exchanges=[(b, c)], author=pilar, reason="se sentaron"
    )
    a, b, c, d = (entry.number for entry in (a, b, c, d))
    assert outdated(drawn) == (
        {"actas": 2},
        [f"Mesa 1 ({a}–{c}): antes, {a}–{b}", f"Mesa 2 ({b}–{d}): antes, {c}–{d}"],
    )


@pytest.mark.slow
def test_another_link_or_a_substitute_spoils_what_bears_it(hall, pilar, printed):
    printed("whole_round")
    printed("table_cards")
    revoke_link(match=at(hall, 4), author=pilar)
    assert outdated(hall) == ({"actas": 1, "table_cards": 1}, ["Mesa 4 (7–8): el enlace es otro"])
    entry = at(hall, 3).everybody[0]
    leaves = Player.objects.filter(seats__entry=entry).first()
    substitute_player(entry=entry, author=pilar, leaves=leaves, comes=Person("Eva"), reason="tos")
    assert "Mesa 3 (5–6): ha cambiado un nombre" in outdated(hall)[1]


@pytest.mark.slow
def test_what_was_moved_is_right_again_once_printed_by_itself_or_over(hall, pilar, printed):
    printed("actas")
    move_match(match=at(hall, 2), author=pilar, table=6)
    assert outdated(hall)[0] == {"actas": 1}
    Job.objects.update(state=Job.State.FAILED)  # it has printed nothing
    assert outdated(hall) == ({}, [])
    Job.objects.update(state=Job.State.DONE)
    with undone():
        record(at(hall, 2), pilar)
        assert outdated(hall) == ({}, [])
    assert outdated(hall)[0] == {"actas": 1}
    printed("actas", match=at(hall, 2).code)
    assert outdated(hall) == ({}, [])


@pytest.mark.slow
def test_the_first_table_of_who_waited_is_no_change(hall, pilar, printed):
    Match.objects.filter(number=4).update(state=Match.State.WAITING, table=None)
    printed("whole_round")
    move_match(match=at(hall, 4), author=pilar, table=6)
    assert outdated(hall) == ({}, [])


@pytest.mark.slow
def test_tables_that_were_not_printed_are_not_missed(hall, pilar, printed):
    job = printed("actas", tables="1-2")
    assert len(job.params["printed"]["matches"]) == 2
    assert outdated(hall) == ({}, [])


@pytest.mark.slow
def test_a_match_that_was_not_there_and_one_that_is_gone(hall, pilar, printed):
    printed("whole_round")
    old = at(hall, 4)
    sides = [side.entry for side in old.sides.all()]
    round, table = old.round, old.table
    old.delete()
    new = Match.objects.create(
        tournament=hall,
        round=round,
        position=4,
        number=4,
        code="NUEVA1",
        state="playing",
        table=table,
    )
    for side, entry in enumerate(sides):
        new.sides.create(round=round, side=side, entry=entry)
    counts, said = outdated(hall)
    assert counts == {"actas": 1, **dict.fromkeys(LISTS, 2)}
    assert sorted(said) == ["Mesa 4 (7–8): no estaba", "Mesa 4 (7–8): ya no se juega"]
    for sheet in ("actas", *LISTS):
        printed(sheet, changed=True)
    assert outdated(hall) == ({}, [])


def test_a_referee_is_offered_the_links_of_his_tables(hall, pilar, printed):
    printed("actas")
    revoke_link(match=at(hall, 4), author=pilar)
    assert outdated(hall, "1-2") == ({}, [])
    with is_refused("nothing_changed", status=409):
        order_print(
            tournament=hall, author=pilar, ask=PrintAsk("actas"), tables="1-2", changed=True
        )
    assert outdated(hall, "4")[0] == {"actas": 1}
