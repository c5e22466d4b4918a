"""Export and import of a tournament with a row of every model: money, requests, substitutes…"""

import io
import zipfile
from decimal import Decimal

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from scoring.models import Letterhead, Photo, RefereeCall, RoundClock, Ruling, Screen, Signature
from scoring.seasons.services import put_in_season, save_season
from scoring.transfer.contents import EXCLUDED_FIELDS, models_in_file, rows_of
from scoring.transfer.selectors import tournament_file
from scoring.transfer.services import import_tournament
from tests.refusals import is_refused
from tests.scoring.transfer.demos import delete, demo, fresh_row
from tests.scoring.transfer.test_transfer import JPEG, _changed_file, _set_value
from tests.worlds import world
from tournaments.models import (
    Charge,
    Club,
    ClubOfficer,
    ClubPerson,
    DrawCommitment,
    EntryRequest,
    Extra,
    ForbiddenCouple,
    Hall,
    LineUp,
    Movement,
    Place,
    Player,
    Prize,
    Season,
    SignUpSettings,
    Substitution,
    Swap,
    Tournament,
    Webhook,
)


def _fill_accounts(tournament, entry):
    extra = Extra.objects.create(tournament=tournament, name="Comida", price=Decimal("12.50"))
    charge = Charge(entry=entry, kind="extra", concept=extra.name, author_name="chema")
    charge.amount, charge.quantity = Decimal("25.00"), 2
    charge.save()
    prize = Prize.objects.create(
        tournament=tournament, category="veteran", thing="Jamón", percent=Decimal("12.50")
    )
    movements = tournament.movements
    payment = movements.create(
        entry=entry, kind="payment", number=1, amount=20, author_name="chema"
    )
    movements.create(
        entry=entry, kind="payment", number=2, amount=-20, reverses=payment, author_name="chema"
    )
    movements.create(
        entry=entry, prize=prize, kind="prize", number=1, amount=0, author_name="pilar"
    )
    movements.create(
        kind="expense", number=2, amount=Decimal("-3.05"), concept="Tiza", method="bizum"
    )


def _fill_sign_up(tournament, entry):
    settings = SignUpSettings(
        tournament=tournament, opened=True, closes_at=tournament.starts_at, notice="Hay comida"
    )
    settings.poster.save("poster.jpg", ContentFile(JPEG), save=False)
    settings.save()
    EntryRequest.objects.create(
        tournament=tournament,
        digest="a" * 64,
        players=[["Ana", "Gil", "Luco"]],
        phone="+34600000000",
        state="accepted",
        entry=entry,
    )
    EntryRequest.objects.create(tournament=tournament, digest="b" * 64, players=[["Luis", "", ""]])


def _fill_entries(tournament, entry, other_entry):
    entry.venue = "Bar Roche"
    entry.origin = "2.º de Luco"
    entry.again = 1
    entry.categories = ["women", "veteran"]
    entry.save()
    reserve = Player.objects.create(
        tournament=tournament, name="Pepe", surname="Yus", town="Luco", reserve=True
    )
    leaves = entry.seats.first().player
    Substitution.objects.create(
        entry=entry,
        round=tournament.rounds.first(),
        leaves=leaves,
        comes=reserve,
        author_name="chema",
        reason="enfermo",
    )
    ForbiddenCouple.objects.create(
        tournament=tournament, first=entry, second=other_entry, reason=""
    )
    side = tournament.matches.exclude(state="bye").first().sides.first()
    LineUp.objects.create(side=side, player=leaves, position=1)


def _fill_desk(tournament, entry, other_entry):
    stage, round = tournament.stages.get(number=1), tournament.rounds.first()
    match = tournament.matches.exclude(state="bye").first()
    stage.rest_dates, stage.at_home = ["2027-01-06"], True
    stage.save()
    letterhead = Letterhead(tournament=tournament, sponsor="Bar Roche")
    letterhead.save()
    Screen.objects.update_or_create(
        tournament=tournament, number=1, defaults={"name": "Bar", "shows": ["reloj"]}
    )
    RoundClock.objects.get_or_create(round=round, defaults={"started_at": timezone.now()})
    RefereeCall.objects.create(match=match, side=0, author_name="raul")
    Ruling.objects.create(
        stage=stage, entry=entry, match=match, fault="", follows="warning", reason="x"
    )
    Signature.objects.create(acta=match.actas.first(), side=0, author_name="raul")
    photo = Photo(match=match, width=3, height=2, author_name="raul")
    photo.file.save("x.jpg", ContentFile(JPEG), save=False)
    photo.save()
    Swap.objects.create(
        round=round, first=entry, second=other_entry, author_name="pilar", reason="x"
    )
    Place.objects.get_or_create(stage=stage, entry=entry)
    DrawCommitment.objects.create(
        stage=stage, round_number=1, text="x", secret="s", digest="d", round=round
    )


def _fill_site(tournament, entry, pilar):
    """Create rows that stay at the site: club, season, hall, webhook."""
    club = Club.objects.create(slug="la-nueva", name="Peña La Nueva")
    ClubOfficer.objects.create(club=club, user=pilar)
    hall = Hall.objects.create(name="Pabellón", tables=60, creator=pilar)
    Tournament.objects.filter(pk=tournament.pk).update(club=club, hall=hall, first_table=21)
    person = ClubPerson.objects.create(club=club, name="Ana", surname="Gil", contact="600 000 001")
    Player.objects.filter(seats__entry=entry).update(club_person=person)
    Webhook.objects.create(tournament=tournament, url="https://x.example/", kinds=["match"])
    season = save_season(club=club, name="Liga", counts="people", table="2: 10 6", taking_part=1)
    put_in_season(season=season, author=pilar, tournament=fresh_row(tournament))


@world
def full_tournament(db, pilar):
    """A tournament with a row of every model of the file, and of the models that stay."""
    tournament = demo("Año entero", entries=9, rounds=2)
    tournament.team.create(user=pilar, role="organiser")
    Tournament.objects.filter(pk=tournament.pk).update(
        currency="GBP", fee=Decimal("20.05"), deposit=5, purse_percent=80, purse_step=5
    )
    entry, other_entry = tournament.entries.order_by("number")[:2]
    _fill_accounts(tournament, entry)
    _fill_sign_up(tournament, entry)
    _fill_entries(tournament, entry, other_entry)
    _fill_desk(tournament, entry, other_entry)
    _fill_site(tournament, entry, pilar)
    return fresh_row(tournament)


@pytest.fixture
def exported_file(full_tournament):
    for file in (
        Photo.objects.get(match__tournament=full_tournament).file,
        full_tournament.sign_up.poster,
    ):
        if not file.storage.exists(file.name):
            file.storage.save(file.name, ContentFile(JPEG))  # files are deleted after each test
    return tournament_file(full_tournament)


def _remove(tournament, pilar):
    Season.objects.all().delete()  # a tournament in a season cannot be deleted
    delete(tournament, pilar)


@pytest.mark.each_database
def test_every_model_is_imported_and_exported_in_the_same_bytes(
    full_tournament, exported_file, pilar
):
    empty_models = [
        model for model in models_in_file() if not rows_of(model, full_tournament).exists()
    ]
    assert not empty_models, "add a row of each of these models to the fixture `full`"
    _remove(full_tournament, pilar)
    imported = import_tournament(author=pilar, content=exported_file)
    assert tournament_file(imported) == exported_file
    assert imported.movements.get(concept="Tiza").amount == Decimal("-3.05")
    assert imported.requests.get(state="accepted").entry == imported.entries.get(number=1)
    assert (imported.club, imported.hall, imported.first_table) == (None, None, 21)
    assert not imported.webhooks.exists()
    assert not imported.players.exclude(club_person=None).exists()
    assert len(EXCLUDED_FIELDS) == 4


def test_the_file_leaves_out_the_people_of_the_club(exported_file):
    document = zipfile.ZipFile(io.BytesIO(exported_file)).read("tournament.json")
    assert b"600 000 001" not in document and b"+34600000000" in document


@pytest.mark.parametrize(
    ("label", "field", "value"),
    [
        ("tournaments.EntryRequest", "players", [["Ana", "Gil", "Luco", "x"]]),
        ("tournaments.EntryRequest", "players", [[1, 2, 3]]),
        ("tournaments.EntryRequest", "players", ["Ana"]),
        ("tournaments.Entry", "categories", ["best"]),
        ("tournaments.Entry", "categories", [[]]),
        ("tournaments.Stage", "rest_dates", ["mañana"]),
        ("tournaments.Tournament", "currency", "XXX"),
        ("tournaments.Tournament", "fee", "-1"),
        ("tournaments.Tournament", "fee", "NaN"),
        ("tournaments.Movement", "amount", "1e9"),
        ("tournaments.Movement", "entry", 900),
        ("tournaments.SignUpSettings", "poster", "files/x.jpg"),
    ],
)
def test_a_wrong_value_is_refused(label, field, value, full_tournament, exported_file, pilar):
    _remove(full_tournament, pilar)
    with is_refused("file_wrong", status=400):
        import_tournament(
            author=pilar, content=_changed_file(exported_file, _set_value(label, field, value))
        )
    assert not Tournament.objects.exists()
    assert not Movement.objects.exists()
