"""Tests of outdated sheets: the page lists what changed, and prints only the changed part."""

import pytest

from scoring.hall.services import revoke_link
from scoring.prints.ask import PrintAsk
from scoring.prints.selectors import imprint_change, imprints_of, reprints
from scoring.prints.services import order_print
from tests.refusals import is_refused
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import seat_in_twos, write_acta
from tests.scoring.seated_rounds import undone
from tests.worlds import world
from tournaments.models import Job, Match, Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.substitutions import substitute_player
from tournaments.rounds.selectors.rounds import current_round
from tournaments.rounds.services.by_hand import exchange_seats
from tournaments.rounds.services.tables import move_match

PRINTS_URL = "/t/casino-de-calamocha/imprimir/"
LISTS = ["pairings_table", "pairings_surname"]


@world
def tournament(make_tournament, pairs):
    """A tournament with six tables and four matches, at tables 1 to 4."""
    tournament = make_tournament(tables=6)
    seat_in_twos(tournament, pairs(tournament, 8))
    return tournament


@pytest.fixture
def print_sheet(tournament, pilar, django_capture_on_commit_callbacks):
    """A function that prints a sheet of the tournament and returns its job."""

    def order_and_print(sheet, *, tables="", changed=False, **options):
        with django_capture_on_commit_callbacks(execute=True):
            job = order_print(
                tournament=tournament,
                author=pilar,
                ask=PrintAsk(sheet, base_url="https://casino.example", **options),
                tables=tables,
                changed=changed,
            )
        job.refresh_from_db()
        assert job.state == "done", job.message
        return job

    return order_and_print


def find_match(tournament, number):
    return tournament.matches.select_related("round__stage", "tournament").get(number=number)


def outdated_counts_and_changes(tournament, tables=""):
    """Return the number of changed matches by sheet, and a sentence for each change."""
    outdated_sheets, changes = reprints(current_round(tournament.stage, EVERYTHING), tables)
    counts = {sheet.sheet: sheet.count for sheet in outdated_sheets}
    return counts, [imprint_change(change) for change in changes]


@pytest.mark.slow
def test_a_match_at_another_table_is_announced_and_printed_alone(
    tournament, pilar, print_sheet, client_as
):
    move_match(match=find_match(tournament, 1), author=pilar, table=5)
    assert outdated_counts_and_changes(tournament) == ({}, [])
    params = str(print_sheet("whole_round").params)
    assert not any(player.surname in params for player in Player.objects.exclude(surname=""))
    assert outdated_counts_and_changes(tournament) == ({}, [])
    assert "ha cambiado desde que se imprimió" not in client_as(pilar).get(PRINTS_URL).text
    move_match(match=find_match(tournament, 2), author=pilar, table=6)
    sentence = "Mesa 6 (3–4): antes, mesa 2"
    assert outdated_counts_and_changes(tournament) == (
        dict.fromkeys(["actas", *LISTS], 1),
        [sentence],
    )
    page = client_as(pilar).get(PRINTS_URL).text
    assert sentence in page and "solo la que ha cambiado" in page
    job = print_sheet("actas", changed=True)
    assert (job.total, job.params["round"]) == (2, 1)
    assert job.file.name.endswith("-ronda-1-actas-cambios.pdf")
    assert outdated_counts_and_changes(tournament)[0] == dict.fromkeys(LISTS, 1)
    print_sheet("pairings_surname", changed=True)
    print_sheet("pairings_table", changed=True)
    assert outdated_counts_and_changes(tournament) == ({}, [])


def test_the_printed_list_of_changes_names_the_old_table(tournament, pilar, print_sheet):
    from io import BytesIO

    from pypdf import PdfReader

    print_sheet("pairings_table")
    move_match(match=find_match(tournament, 2), author=pilar, table=6)
    with print_sheet("pairings_table", changed=True).file.open() as file:
        (page,) = PdfReader(BytesIO(file.read())).pages
        text = " ".join(page.extract_text().split())
    assert "por mesas · cambios" in text
    assert "Sustituye a lo impreso antes. Mesa 6 (3–4): antes, mesa 2" in text
    assert "Mesa 1" not in text


def test_two_entries_that_exchange_seats_make_both_actas_outdated(make_tournament, pairs, pilar):
    tournament = make_tournament(tables=6)
    pairs(tournament, 8)
    round = publish(tournament, pilar)
    first_match, second_match = (find_match(tournament, number) for number in (1, 2))
    (a, b), (c, d) = first_match.everybody, second_match.everybody
    ask = PrintAsk("actas")
    params = {**ask.as_params(), "printed": imprints_of(round, round.matches.all())}
    Job.objects.create(tournament=tournament, kind="print", state=Job.State.DONE, params=params)
    exchange_seats(
        round=round,
        matches=[first_match, second_match],
        exchanges=[(b, c)],
        author=pilar,
        reason="se sentaron",
    )
    a, b, c, d = (entry.number for entry in (a, b, c, d))
    assert outdated_counts_and_changes(tournament) == (
        {"actas": 2},
        [f"Mesa 1 ({a}–{c}): antes, {a}–{b}", f"Mesa 2 ({b}–{d}): antes, {c}–{d}"],
    )


@pytest.mark.slow
def test_a_new_link_or_a_substitute_makes_its_sheets_outdated(tournament, pilar, print_sheet):
    print_sheet("whole_round")
    print_sheet("table_cards")
    revoke_link(match=find_match(tournament, 4), author=pilar)
    assert outdated_counts_and_changes(tournament) == (
        {"actas": 1, "table_cards": 1},
        ["Mesa 4 (7–8): el enlace es otro"],
    )
    entry = find_match(tournament, 3).everybody[0]
    leaves = Player.objects.filter(seats__entry=entry).first()
    substitute_player(entry=entry, author=pilar, leaves=leaves, comes=Person("Eva"), reason="tos")
    assert "Mesa 3 (5–6): ha cambiado un nombre" in outdated_counts_and_changes(tournament)[1]


@pytest.mark.slow
def test_a_moved_match_is_outdated_until_it_is_printed_or_finished(tournament, pilar, print_sheet):
    print_sheet("actas")
    move_match(match=find_match(tournament, 2), author=pilar, table=6)
    assert outdated_counts_and_changes(tournament)[0] == {"actas": 1}
    Job.objects.update(state=Job.State.FAILED)  # a failed job prints nothing
    assert outdated_counts_and_changes(tournament) == ({}, [])
    Job.objects.update(state=Job.State.DONE)
    with undone():
        write_acta(find_match(tournament, 2), pilar)
        assert outdated_counts_and_changes(tournament) == ({}, [])
    assert outdated_counts_and_changes(tournament)[0] == {"actas": 1}
    print_sheet("actas", match=find_match(tournament, 2).code)
    assert outdated_counts_and_changes(tournament) == ({}, [])


@pytest.mark.slow
def test_the_first_table_of_a_waiting_match_is_no_change(tournament, pilar, print_sheet):
    Match.objects.filter(number=4).update(state=Match.State.WAITING, table=None)
    print_sheet("whole_round")
    move_match(match=find_match(tournament, 4), author=pilar, table=6)
    assert outdated_counts_and_changes(tournament) == ({}, [])


@pytest.mark.slow
def test_tables_that_were_never_printed_are_not_outdated(tournament, pilar, print_sheet):
    job = print_sheet("actas", tables="1-2")
    assert len(job.params["printed"]["matches"]) == 2
    assert outdated_counts_and_changes(tournament) == ({}, [])


@pytest.mark.slow
def test_a_new_match_and_a_deleted_match_are_changes(tournament, pilar, print_sheet):
    print_sheet("whole_round")
    old_match = find_match(tournament, 4)
    sides = [side.entry for side in old_match.sides.all()]
    round, table = old_match.round, old_match.table
    old_match.delete()
    new_match = Match.objects.create(
        tournament=tournament,
        round=round,
        position=4,
        number=4,
        code="NUEVA1",
        state="playing",
        table=table,
    )
    for side, entry in enumerate(sides):
        new_match.sides.create(round=round, side=side, entry=entry)
    counts, sentences = outdated_counts_and_changes(tournament)
    assert counts == {"actas": 1, **dict.fromkeys(LISTS, 2)}
    assert sorted(sentences) == ["Mesa 4 (7–8): no estaba", "Mesa 4 (7–8): ya no se juega"]
    for sheet in ("actas", *LISTS):
        print_sheet(sheet, changed=True)
    assert outdated_counts_and_changes(tournament) == ({}, [])


def test_a_referee_reprints_only_his_own_tables(tournament, pilar, print_sheet):
    print_sheet("actas")
    revoke_link(match=find_match(tournament, 4), author=pilar)
    assert outdated_counts_and_changes(tournament, "1-2") == ({}, [])
    with is_refused("nothing_changed", status=409):
        order_print(
            tournament=tournament, author=pilar, ask=PrintAsk("actas"), tables="1-2", changed=True
        )
    assert outdated_counts_and_changes(tournament, "4")[0] == {"actas": 1}
