"""Anonymising an entry: nothing in the database or the files names its people, and its results
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
from tests.dump import rows_with_words
from tests.refusals import is_refused
from tests.rows import words
from tests.scoring.played_rounds import finish
from tests.tournaments.people.zacarias import EUFRASIO, WORDS, ZACARIAS, event_with_names_everywhere
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
    """A Swiss of eight pairs and two rounds, with the names of pair 1 in every text field:
    the pair was imported from a list, its name was corrected, and one player was replaced."""
    media = tmp_path_factory.mktemp("media")
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(MEDIA_ROOT=media):
        yield SimpleNamespace(media=media, **vars(event_with_names_everywhere()))
        transaction.set_rollback(True)


@pytest.fixture
def hall(world, db, settings, tmp_path):
    """The tournament of `world`, with its own copy of the files."""
    settings.MEDIA_ROOT = copytree(world.media, tmp_path / "files")
    casino = Tournament.objects.get(pk=world.casino.pk)
    rounds = {round.number: round for round in casino.rounds.all()}
    return SimpleNamespace(
        casino=casino,
        pilar=world.pilar,
        entry=casino.entries.get(number=1),
        first=rounds[1],
        second=rounds[2],
        match=world.match,
    )


def _anonymise(hall, *numbers):
    return anonymise_entries(
        tournament=hall.casino, author=hall.pilar, numbers=numbers or (hall.entry.number,)
    )


def _standings_without_names(stage):
    """Return the standings without names: order, values and deciding tie-break of each entry."""
    return [tuple(line) for line in stage_standings(stage, EVERYTHING)]


# --- Names deleted, results kept ------------------------------------------------------------
@pytest.mark.slow
def test_before_the_anonymisation_every_table_with_text_has_the_names(hall):
    """Check that the next test has names to look for."""
    tables = {place.partition(":")[0] for place in rows_with_words(*WORDS)}
    assert tables >= {
        *words(
            "tournaments_player tournaments_auditline tournaments_substitution",
            "tournaments_forbiddencouple tournaments_round tournaments_swap",
            "tournaments_drawcommitment tournaments_job tournaments_importpreview",
            "tournaments_entry scoring_acta scoring_ruling scoring_refereecall scoring_photo",
        )
    }
    assert any("files" in place for place in tables)


def test_nothing_stored_names_an_anonymised_pair(hall, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        counts = _anonymise(hall)
    assert rows_with_words(*WORDS, "bermudez") == []
    assert (counts.anonymous, counts.deleted, counts.elsewhere) == (1, 0, ())
    assert counts.files >= 3 and not Photo.objects.filter(match=hall.match).exists()
    entry = Entry.objects.get(number=1)
    assert (entry.full_title_for(EVERYTHING), entry.names_for(EVERYTHING), entry.town) == (
        "1 · pareja 1",
        ["pareja 1"],
        "",
    )


def test_other_entries_keep_their_names_and_their_audit_lines(hall):
    identities = set(
        Player.objects.exclude(seats__entry=hall.entry).values_list("identity", flat=True)
    )
    identities -= {"ana bermudez|valdelinares"}
    entry_lines = dict(AuditLine.objects.filter(act="register_entry").values_list("pk", "after"))
    _anonymise(hall)
    assert set(Player.objects.values_list("identity", flat=True)) == identities
    assert (
        dict(AuditLine.objects.filter(act="register_entry").values_list("pk", "after"))
        == entry_lines
    )
    line = AuditLine.objects.filter(act="note_ruling").last()
    assert AuditLine.objects.filter(reason="contestó a pareja 1 y a pareja 1").exists(), line


def test_anonymising_changes_no_standings_result_or_draw(hall):
    standings, results = _standings_without_names(hall.casino.stage), _results(hall.casino)
    equal_before = [verify_draw(round).equal for round in (hall.first, hall.second)]
    _anonymise(hall)
    assert (
        _standings_without_names(hall.casino.stage) == standings
        and _results(hall.casino) == results
    )
    for round, was_equal in zip((hall.first, hall.second), equal_before, strict=True):
        round.refresh_from_db()
        verification = verify_draw(round)
        assert is_complete(round.report["looked_at"]) and verification.equal == was_equal is True
        assert verification.known
    finish(hall.casino, hall.pilar)  # the tournament continues with the anonymised pair
    assert len(_standings_without_names(hall.casino.stage)) == 8


def _results(casino):
    return [
        (match.code, match.result.winner, match.result.tallies, match.result.recorded_at)
        for match in casino.matches.filter(result__isnull=False).select_related("result")
    ]


def test_the_commitment_of_an_anonymised_draw_can_no_longer_be_verified(hall, client):
    _anonymise(hall)
    commitment = DrawCommitment.objects.get(round=hall.first)
    assert not commitment.verifiable and "1: pareja 1\n" in commitment.text
    steps = {step.key: step.equal for step in verify_draw(hall.first).steps}
    assert "commitment" not in steps and all(steps.values())
    page = client.get(f"/t/{hall.casino.slug}/ronda/1/comprobar/").content.decode()
    assert "Este paso ya no se puede repetir" in page and "Tapete: no coincide" not in page
    assert f'data-value="seed">{hall.first.seed}<' in page and 'data-check="seed"' not in page
    api = f"/api/v1/tournaments/{hall.casino.slug}/"
    assert client.get(f"{api}rounds/1/check/").json()["equal"] is True
    commitments = client.get(f"{api}commitments/").json()["results"]
    assert all(row["redacted_at"] for row in commitments) and len(commitments) == 2


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
def test_every_address_answers_after_an_anonymisation_and_none_shows_a_name(hall, client_as):
    """Ask for the anonymised entry in every address that takes an entry."""
    _anonymise(hall)
    browser, responses = client_as(hall.pilar), {}
    site, api = f"/t/{hall.casino.slug}/", f"/api/v1/tournaments/{hall.casino.slug}/"
    for path in [*(site + page for page in PAGES), *(api + place for place in API)]:
        responses[path] = browser.get(path)
        assert responses[path].status_code == 200, path
    for path in {
        path_of(address, places) for address, places in _readable_addresses(hall)
    } - responses.keys():
        responses[path] = browser.get(path)
        assert responses[path].status_code < 500, path
    texts = {path: answer.content.decode().casefold() for path, answer in responses.items()}
    assert [path for path in texts if any(word in texts[path] for word in WORDS)] == []
    assert sum("pareja 1" in texts[path] for path in texts) > 12
    assert "pareja 1" in texts[f"{site}emparejamientos/?por=apellido"]
    entry = responses[f"{api}entries/1/"].json()
    assert (entry["title"], entry["players"], entry["anonymised"]) == ("pareja 1", [], True)


def _readable_addresses(hall):
    """Yield each address of the tournament that answers GET, with values for its parameters."""
    values = {
        "slug": hall.casino.slug,
        "number": 1,
        "entry": 1,
        "code": hall.match.code,
        "mark": "paid",
        "ruling": Ruling.objects.first().pk,
        "couple": ForbiddenCouple.objects.get().pk,
    }
    for address in ADDRESSES:
        parameters = set(PLACE.findall(address.route))
        if {"slug"} < parameters <= values.keys() and "GET" in address.acts:
            yield address, values


def test_each_printed_sheet_shows_the_pair_and_its_number(hall):
    from scoring.prints.sheets import SHEETS

    _anonymise(hall)
    for sheet in words(
        "entries pairings_surname pairings_table standings call_list draw_acta receipts badges"
    ):
        chunks = SHEETS[sheet].pieces(hall.casino, PrintAsk(sheet=sheet, round=1))
        assert "pareja 1" in str([chunk.context for chunk in chunks]), sheet


def test_a_whole_tournament_is_anonymised(hall, django_capture_on_commit_callbacks):
    standings = _standings_without_names(hall.casino.stage)
    undrawn_entry = register_entry(
        tournament=hall.casino, author=hall.pilar, players=[Person("Sin"), Person("Sorteo")]
    )
    with django_capture_on_commit_callbacks(execute=True):
        counts = anonymise_entries(tournament=hall.casino, author=hall.pilar)
    assert (counts.anonymous, counts.deleted) == (8, 1)
    assert rows_with_words(*WORDS) == [] and not Player.objects.exists()
    assert _standings_without_names(hall.casino.stage) == standings
    assert not Entry.objects.filter(pk=undrawn_entry.pk).exists()
    with is_refused("nobody_to_forget"):
        anonymise_entries(tournament=hall.casino, author=hall.pilar)


# --- Refusals, and the record of the anonymisation ------------------------------------------
def test_an_anonymised_entry_takes_no_new_name(hall):
    _anonymise(hall)
    entry = Entry.objects.get(number=1)
    with is_refused("anonymised"):
        edit_entry(entry=entry, author=hall.pilar, players=[ZACARIAS, EUFRASIO], town="", name="")
    with is_refused("nobody_to_forget", status=409):
        _anonymise(hall)
    match = hall.casino.matches.get(round=hall.second, sides__entry=entry)
    record_hand(match=match, author=hall.pilar, line="coto 3-1", number=1)  # the pair still plays


def test_the_record_of_an_anonymisation_names_nobody(hall):
    counts = _anonymise(hall)
    line = AuditLine.objects.latest("pk")
    assert (line.act, line.after["numbers"]) == ("anonymise_entries", [1])
    erasure = Erasure.objects.get()
    assert (erasure.kind, erasure.key, erasure.author) == ("entries", hall.casino.pk, hall.pilar)
    assert erasure.counts == {"entries": 1, "deleted": 0, "files": counts.files}
