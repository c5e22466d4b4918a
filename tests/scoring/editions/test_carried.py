"""Lists of the models and columns of a tournament that its next edition copies or leaves out."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.apps import apps
from django.utils import timezone

from scoring.editions.services import copy_tournament
from scoring.forecast.simulation.copies import create_rehearsal
from tests.scoring.editions.test_editions import NEXT_DATE
from tests.worlds import world
from tournaments.models import (
    Club,
    ClubOfficer,
    ClubPerson,
    Entry,
    EntryRequest,
    Hall,
    Player,
    SignUpSettings,
    Stage,
    Tournament,
    Webhook,
)
from tournaments.setup.services.copies import (
    COPIED_ENTRY_COLUMNS,
    COPIED_PLAYER_COLUMNS,
    COPIED_SIGN_UP_COLUMNS,
)
from tournaments.site.version_triggers import APPS, path_to_tournament


def names(text: str) -> set[str]:
    """Split a text at its spaces into a set of names."""
    return set(text.split())


COPIED_MODELS = names(
    "tournaments.Tournament tournaments.Stage tournaments.Membership tournaments.Extra "
    "tournaments.Prize tournaments.SignUpSettings tournaments.Entry tournaments.Player "
    "tournaments.EntryPlayer tournaments.ForbiddenCouple scoring.Letterhead "
    "scoring.Screen"
)
NOT_COPIED_MODELS = names(
    "tournaments.AuditLine tournaments.Charge tournaments.DrawCommitment "
    "tournaments.EntryRequest tournaments.ImportPreview tournaments.Invitation "
    "tournaments.Acceptance tournaments.Job tournaments.LineUp tournaments.Match "
    "tournaments.MatchSide tournaments.Movement tournaments.Place tournaments.Round "
    "tournaments.SeasonTournament tournaments.Substitution tournaments.Swap "
    "tournaments.Webhook tournaments.WebhookDelivery scoring.Acta "
    "scoring.Hand scoring.Photo scoring.RefereeCall scoring.Result scoring.RoundClock "
    "scoring.Ruling scoring.Signature"
)
# Columns with a new value in the next edition.
NEW_COLUMNS = {
    Tournament: "id slug name starts_at created_at out_of_service announcement_hours rehearsal_of "
    "is_template edition_visibility",
    Stage: "id tournament seed dates rest_dates declined opened_at closed_at",
    SignUpSettings: "id tournament opened opens_at closes_at poster",
    Entry: "id tournament seed origin again paid present effect created_at anonymised_at",
    Player: "id tournament",
}
COPIED_COLUMNS = {
    Tournament: names(
        "venue tables hall first_table game entry_size squad capacity confirmations "
        "provisional visibility announcing public_names responsible contact privacy currency "
        "fee deposit reentry_fee purse_percent purse_minimum purse_step purse_to_first club"
    ),
    Stage: names(
        "number format format_options game_options chain name takes_entries capacity intake "
        "carries counting refereeing wishes at_home"
    ),
    SignUpSettings: COPIED_SIGN_UP_COLUMNS,
    Entry: COPIED_ENTRY_COLUMNS,
    Player: COPIED_PLAYER_COLUMNS,
}
NEW_IN_REHEARSAL = names(
    "id slug name created_at rehearsal_of visibility is_template hall club confirmations "
    "announcement_hours fee deposit reentry_fee"
)


def _columns(model):
    return {field.name for field in model._meta.concrete_fields}


def test_every_model_of_a_tournament_is_listed_as_copied_or_not():
    models = {
        model._meta.label
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if path_to_tournament(model) is not None
    }
    assert not COPIED_MODELS & NOT_COPIED_MODELS
    assert models == COPIED_MODELS | NOT_COPIED_MODELS, (
        "put the new model in a list, and in the table of copies.py"
    )


@pytest.mark.parametrize("model", COPIED_COLUMNS, ids=lambda model: model.__name__)
def test_every_column_is_listed_as_copied_or_new(model):
    new_columns = names(NEW_COLUMNS[model])
    assert not new_columns & COPIED_COLUMNS[model]
    assert new_columns | COPIED_COLUMNS[model] == _columns(model), "put the new column in a list"


@world
def tournament(casino, pairs, pilar):
    """A tournament of a club with prices, sign-up, a reserve and six pairs.

    Pair 1 has a value in every column.
    """
    entries = pairs(casino, 6)
    club = Club.objects.create(slug="la-nueva", name="Peña La Nueva")
    hall = Hall.objects.create(name="Pabellón", tables=60, creator=pilar)
    Tournament.objects.filter(pk=casino.pk).update(
        **{
            "venue": "Pabellón",
            "hall": hall,
            "first_table": 21,
            "capacity": 40,
            "provisional": True,
        },
        **{"visibility": "unlisted", "announcing": "by_hand", "public_names": "numbers"},
        **{"responsible": "Pilar", "contact": "600", "privacy": "x", "currency": "GBP"},
        **{"fee": 20, "deposit": 5, "reentry_fee": 3, "purse_percent": 80, "purse_minimum": 100},
        **{"purse_step": 10, "purse_to_first": False, "club": club, "out_of_service": [22]},
        confirmations=2,
    )
    casino.stages.update(at_home=True, rest_dates=["2027-01-06"], carries=True, name="Liga")
    casino.extras.create(name="Comida", price=Decimal("12.50"))
    casino.prizes.create(category="place", place=1, percent=60)
    SignUpSettings.objects.create(
        tournament=casino,
        opened=True,
        closes_at=timezone.now() + timedelta(days=1),
        minimum=8,
        notice="Hay comida",
        needs_phone=False,
        minors=False,
        waits=False,
        advances=False,
        accepts=True,
    )
    EntryRequest.objects.create(tournament=casino, digest="a" * 64, players=[["Ana", "Gil", ""]])
    entry = entries[0]
    Entry.objects.filter(pk=entry.pk).update(
        **{"name": "Los de Luco", "town": "Luco", "session": "noche", "fixed_table": 23},
        **{"venue": "Bar Roche", "categories": ["women"], "again": 1, "origin": "Luco", "seed": 1},
    )
    casino.movements.create(entry=entry, kind="payment", number=1, amount=20, author_name="x")
    entry.charges.create(kind="discount", concept="x", amount=-5, author_name="x")
    person = ClubPerson.objects.create(club=club, name="Ana", surname="Gil", identity="gil ana")
    Player.objects.filter(seats__entry=entry).update(club_person=person, apart="2")
    casino.players.create(name="Pepe", surname="Yus", identity="yus pepe", reserve=True)
    Webhook.objects.create(tournament=casino, url="https://x.example/", kinds=["match"])
    return Tournament.objects.get(pk=casino.pk)


def _copy_with_people(tournament, pilar):
    copy = copy_tournament(
        tournament=tournament, author=pilar, name="Otra", starts_at=NEXT_DATE, people="all"
    )
    return Tournament.objects.get(pk=copy.pk)


def _values(row, names):
    return {name: getattr(row, name) for name in sorted(names)}


def test_an_edition_made_by_an_officer_has_the_copied_columns(tournament, pilar):
    ClubOfficer.objects.create(club=tournament.club, user=pilar)
    copy = _copy_with_people(tournament, pilar)
    assert _values(copy, COPIED_COLUMNS[Tournament]) == _values(
        tournament, COPIED_COLUMNS[Tournament]
    )
    assert _values(copy.stage, COPIED_COLUMNS[Stage]) == _values(
        tournament.stage, COPIED_COLUMNS[Stage]
    )
    assert _values(copy.sign_up, COPIED_SIGN_UP_COLUMNS) == _values(
        tournament.sign_up, COPIED_SIGN_UP_COLUMNS
    )
    assert (copy.sign_up.opened, copy.sign_up.closes_at, copy.sign_up.poster.name) == (
        *(False, None),
        "",
    )
    entry, old_entry = copy.entries.get(number=1), tournament.entries.get(number=1)
    assert _values(entry, COPIED_ENTRY_COLUMNS) == _values(old_entry, COPIED_ENTRY_COLUMNS)
    assert (entry.again, entry.origin, entry.seed, entry.paid) == (0, "", 0, False)
    player, old_player = entry.seats.first().player, old_entry.seats.first().player
    assert _values(player, COPIED_PLAYER_COLUMNS) == _values(old_player, COPIED_PLAYER_COLUMNS)
    assert copy.stage.rest_dates == copy.out_of_service == []
    assert [str(extra.price) for extra in copy.extras.all()] == ["12.50"]
    assert copy.prizes.get().percent == 60
    assert copy.players.get(reserve=True).surname == "Yus"
    assert copy.players.count() == tournament.players.count()
    for rows in (copy.movements, copy.requests, copy.webhooks, copy.rounds):
        assert not rows.exists()
    assert not entry.charges.exists()


def test_an_edition_made_by_a_non_officer_has_neither_the_club_nor_its_people(tournament, pilar):
    copy = _copy_with_people(tournament, pilar)
    assert copy.club is None
    assert not copy.players.exclude(club_person=None).exists()
    assert tournament.players.exclude(club_person=None).exists()


def test_an_edition_without_people_has_no_reserve(tournament, pilar):
    copy = copy_tournament(tournament=tournament, author=pilar, name="Otra", starts_at=NEXT_DATE)
    assert not copy.players.exists() and copy.extras.exists()


def test_a_rehearsal_has_no_money_no_club_and_no_sign_up(tournament, pilar):
    rehearsal = create_rehearsal(tournament, pilar, "x", 6)
    copied_columns = _columns(Tournament) - NEW_IN_REHEARSAL
    assert _columns(Tournament) >= NEW_IN_REHEARSAL
    assert _values(rehearsal, copied_columns) == _values(tournament, copied_columns)
    assert not rehearsal.has_prices and rehearsal.club is None and rehearsal.hall is None
    for rows in (rehearsal.extras, rehearsal.prizes, rehearsal.movements, rehearsal.requests):
        assert not rows.exists()
    assert not SignUpSettings.objects.filter(tournament=rehearsal).exists()
    assert not rehearsal.players.exclude(club_person=None).exists()
    assert not rehearsal.players.filter(reserve=True).exists()
