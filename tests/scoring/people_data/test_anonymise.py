"""Somebody asks to be forgotten: nothing in the database or the files names him, and his results
stay as «pareja 1»."""

from shutil import copytree
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.test import override_settings

from scoring.actas.services import record_hand
from scoring.models import Photo, Ruling
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.prints.ask import PrintAsk
from scoring.rounds.selectors.verification import verify_draw
from scoring.standings.selectors.standings import stage_standings
from tests.access.test_roles import ADDRESSES, PLACE, path_of
from tests.dump import words_kept
from tests.refusals import is_refused
from tests.rows import words
from tests.scoring.days import finish
from tests.tournaments.people.zacarias import EUFRASIO, WORDS, ZACARIAS, forgotten_hall
from tournaments.models import (
    AuditLine,
    DrawCommitment,
    Entry,
    Erasure,
    ForbiddenCouple,
    Player,
    Tournament,
)
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import edit_entry, register_entry
from tournaments.rounds.selectors.snapshots import is_complete


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    """A Swiss of eight pairs and two rounds with the names of one pair in every place that takes
    words: it came in by a list, was misspelt, and one of it was replaced."""
    media = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(MEDIA_ROOT=media):
        yield SimpleNamespace(media=media, **vars(forgotten_hall()))
        transaction.set_rollback(True)


@pytest.fixture
def hall(world, db, settings, tmp_path):
    """The world as it was built, with files of its own."""
    settings.MEDIA_ROOT = copytree(world.media, tmp_path / "files")
    casino = Tournament.objects.get(pk=world.casino.pk)
    rounds = {one.number: one for one in casino.rounds.all()}
    return SimpleNamespace(
        casino=casino,
        pilar=world.pilar,
        entry=casino.entries.get(number=1),
        first=rounds[1],
        second=rounds[2],
        match=world.match,
    )


def _forget(hall, *numbers):
    return anonymise_entries(
        tournament=hall.casino, author=hall.pilar, numbers=numbers or (hall.entry.number,)
    )


def _placed(stage):
    """The standings but for the names: the order, the values, what placed each."""
    return [tuple(line) for line in stage_standings(stage, EVERYTHING)]


# --- The heart ------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_names_stand_everywhere_before(hall):
    """The test below would say nothing if they did not."""
    tables = {one.partition(":")[0] for one in words_kept(*WORDS)}
    assert tables >= {
        *words(
            "tournaments_player tournaments_auditline tournaments_substitution",
            "tournaments_forbiddencouple tournaments_round tournaments_swap",
            "tournaments_drawcommitment tournaments_job tournaments_importpreview",
            "tournaments_entry scoring_acta scoring_ruling scoring_refereecall scoring_photo",
        )
    }
    assert any("files" in one for one in tables)


def test_nothing_kept_names_who_was_forgotten(hall, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        done = _forget(hall)
    assert words_kept(*WORDS, "bermudez") == []
    assert (done.anonymous, done.deleted, done.elsewhere) == (1, 0, ())
    assert done.files >= 3 and not Photo.objects.filter(match=hall.match).exists()
    entry = Entry.objects.get(number=1)
    assert (entry.full_title_for(EVERYTHING), entry.names_for(EVERYTHING), entry.town) == (
        "1 · pareja 1",
        ["pareja 1"],
        "",
    )


def test_others_keep_their_names_and_the_words_about_them(hall):
    people = set(Player.objects.exclude(seats__entry=hall.entry).values_list("identity", flat=True))
    people -= {"ana bermudez|valdelinares"}
    kept = dict(AuditLine.objects.filter(act="register_entry").values_list("pk", "after"))
    _forget(hall)
    assert set(Player.objects.values_list("identity", flat=True)) == people
    assert dict(AuditLine.objects.filter(act="register_entry").values_list("pk", "after")) == kept
    line = AuditLine.objects.filter(act="note_ruling").last()
    assert AuditLine.objects.filter(reason="contestó a pareja 1 y a pareja 1").exists(), line


def test_standings_results_and_draws_are_the_same(hall):
    before, results = _placed(hall.casino.stage), _results(hall.casino)
    equal = [verify_draw(one).equal for one in (hall.first, hall.second)]
    _forget(hall)
    assert _placed(hall.casino.stage) == before and _results(hall.casino) == results
    for round, was in zip((hall.first, hall.second), equal, strict=True):
        round.refresh_from_db()
        told = verify_draw(round)
        assert is_complete(round.report["looked_at"]) and told.equal == was is True
        assert told.known
    finish(hall.casino, hall.pilar)  # and the day goes on with it
    assert len(_placed(hall.casino.stage)) == 8


def _results(casino):
    return [
        (match.code, match.result.winner, match.result.tallies, match.result.recorded_at)
        for match in casino.matches.filter(result__isnull=False).select_related("result")
    ]


def test_the_promise_before_the_draw_says_that_it_can_no_longer_be_made_again(hall, client):
    _forget(hall)
    found = DrawCommitment.objects.get(round=hall.first)
    assert not found.verifiable and "1: pareja 1\n" in found.text
    steps = {one.key: one.equal for one in verify_draw(hall.first).steps}
    assert "commitment" not in steps and all(steps.values())
    page = client.get(f"/t/{hall.casino.slug}/ronda/1/comprobar/").content.decode()
    assert "Este paso ya no se puede repetir" in page and "Tapete: no coincide" not in page
    assert f'data-value="seed">{hall.first.seed}<' in page and 'data-check="seed"' not in page
    there = f"/api/v1/tournaments/{hall.casino.slug}/"
    assert client.get(f"{there}rounds/1/check/").json()["equal"] is True
    told = client.get(f"{there}commitments/").json()["results"]
    assert all(one["redacted_at"] for one in told) and len(told) == 2


PAGES = (
    "",
    *words(
        "mesa/?q=1 emparejamientos/ emparejamientos/?por=apellido clasificacion/ inscripcion/1/",
        "inscripciones/ control/ historial/ ronda/1/ rondas/ inscripciones/1/ imprimir/ sorteo/",
        "inscripciones/1/sanciones/",
    ),
)
API = (
    "",
    *words(
        "entries/ entries/1/ standings/ rounds/1/ matches/ where/?q=1 audit/ entries/1/rulings/",
        "commitments/ forbidden/",
    ),
)


@pytest.mark.slow
def test_every_address_of_the_site_still_answers_and_says_the_pair_and_its_number(hall, client_as):
    """With the number of who was forgotten wherever an entry is asked for."""
    _forget(hall)
    browser, told = client_as(hall.pilar), {}
    site, api = f"/t/{hall.casino.slug}/", f"/api/v1/tournaments/{hall.casino.slug}/"
    for path in [*(site + page for page in PAGES), *(api + place for place in API)]:
        told[path] = browser.get(path)
        assert told[path].status_code == 200, path
    for path in {path_of(one, places) for one, places in _asked_for(hall)} - told.keys():
        told[path] = browser.get(path)
        assert told[path].status_code < 500, path
    texts = {path: answer.content.decode().casefold() for path, answer in told.items()}
    assert [path for path in texts if any(word in texts[path] for word in WORDS)] == []
    assert sum("pareja 1" in texts[path] for path in texts) > 12
    assert "pareja 1" in texts[f"{site}emparejamientos/?por=apellido"]
    entry = told[f"{api}entries/1/"].json()
    assert (entry["title"], entry["players"], entry["anonymised"]) == ("pareja 1", [], True)


def _asked_for(hall):
    """The addresses of a tournament that are read, with what stands in their places."""
    places = {
        "slug": hall.casino.slug,
        "number": 1,
        "entry": 1,
        "code": hall.match.code,
        "mark": "paid",
        "ruling": Ruling.objects.first().pk,
        "couple": ForbiddenCouple.objects.get().pk,
    }
    for address in ADDRESSES:
        asked = set(PLACE.findall(address.route))
        if {"slug"} < asked <= places.keys() and "GET" in address.acts:
            yield address, places


def test_each_sheet_is_printed_with_it(hall):
    from scoring.prints.sheets import SHEETS

    _forget(hall)
    for sheet in words(
        "entries pairings_surname pairings_table standings call_list draw_acta receipts badges"
    ):
        chunks = SHEETS[sheet].pieces(hall.casino, PrintAsk(sheet=sheet, round=1))
        assert "pareja 1" in str([chunk.context for chunk in chunks]), sheet


def test_a_whole_tournament(hall, django_capture_on_commit_callbacks):
    before = _placed(hall.casino.stage)
    waits = register_entry(
        tournament=hall.casino, author=hall.pilar, players=[Person("Sin"), Person("Sorteo")]
    )
    with django_capture_on_commit_callbacks(execute=True):
        done = anonymise_entries(tournament=hall.casino, author=hall.pilar)
    assert (done.anonymous, done.deleted) == (8, 1)
    assert words_kept(*WORDS) == [] and not Player.objects.exists()
    assert _placed(hall.casino.stage) == before
    assert not Entry.objects.filter(pk=waits.pk).exists()
    with is_refused("nobody_to_forget"):
        anonymise_entries(tournament=hall.casino, author=hall.pilar)


# --- What is refused, and what stays written ----------------------------------------------
def test_no_other_name_takes_its_place(hall):
    _forget(hall)
    entry = Entry.objects.get(number=1)
    with is_refused("anonymised"):
        edit_entry(entry=entry, author=hall.pilar, players=[ZACARIAS, EUFRASIO], town="", name="")
    with is_refused("nobody_to_forget", status=409):
        _forget(hall)
    match = hall.casino.matches.get(round=hall.second, sides__entry=entry)
    record_hand(match=match, author=hall.pilar, line="coto 3-1", number=1)  # it plays on


def test_what_was_done_is_told_without_saying_of_whom(hall):
    done = _forget(hall)
    line = AuditLine.objects.latest("pk")
    assert (line.act, line.after["numbers"]) == ("anonymise_entries", [1])
    erased = Erasure.objects.get()
    assert (erased.kind, erased.key, erased.author) == ("entries", hall.casino.pk, hall.pilar)
    assert erased.counts == {"entries": 1, "deleted": 0, "files": done.files}
