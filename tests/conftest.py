"""Settings of every test run, and shared fixtures: users, a casino tournament and its entries."""

import gc
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.template.base import Template
from django.test import Client
from django.test.signals import template_rendered
from django.utils.crypto import get_random_string
from django_ratelimit import core as ratelimit
from hypothesis import settings as hypothesis_settings

from tests import processor, stopping, worlds
from tests.worlds import world
from tournaments.clubs.services.linking import link_people
from tournaments.models import Club, ClubPerson, Entry, Player, Role, Season, Tournament
from tournaments.site import page_cache

PASSWORD = "tapete-2026"
NAMES = ["Paco", "Luis", "Pilar", "Chema", "Raúl", "Ángel", "Carmen", "Nicolás", "Begoña", "Íñigo"]
SURNAMES = ["Gil", "Sanz", "Lahoz", "Roche", "Ibáñez", "Muñoz", "Martín", "Catalán", "Yus", "Peiró"]
TOWNS = ["Calamocha", "Monreal", "Daroca", "Báguena", "Luco", "El Poyo", "Torrijo"]

# The speed of the machine is not tested.
hypothesis_settings.register_profile("tapete", deadline=None)
hypothesis_settings.load_profile("tapete")

FRONT = "config.front.Front"
REAL_DATABASE = settings.DATABASES["default"]["NAME"]
WIDGETS = "/django/forms/"
MEDIA = Path(tempfile.gettempdir()) / f"tapete-test-media-{os.getpid()}"


def pytest_configure(config: pytest.Config) -> None:
    """Configure Django for fast and isolated tests.

    - Jobs run at once, passwords hash fast, and the middleware `config.front` is off.
    - Quotas are off.
    - Tables are made from the models, in a tenth of the time of the migrations.
    - The test database does not wait for the disk: it need not survive a power cut.
    - After a test with real transactions, PostgreSQL deletes the few rows instead of truncating
      every table, in a hundredth of the time.

    Tests of `config.front` or of a quota switch it on again.
    """
    gc.disable()  # until every test module is imported
    for plugin in (worlds, processor, stopping):
        config.pluginmanager.register(plugin)
    settings.DATABASES["default"]["TEST"]["MIGRATE"] = False
    options = settings.DATABASES["default"].get("OPTIONS", {})
    if "init_command" in options:
        options["init_command"] = options["init_command"].replace("=FULL", "=OFF")
    DatabaseOperations.sql_flush = _delete_rows
    settings.MIDDLEWARE.remove(FRONT)
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.MEDIA_ROOT = MEDIA
    start_time = time.time()
    # Rate limits count tries in windows of five minutes. The clock of the limits stands still, so
    # that no window ends during a test.
    ratelimit.time = SimpleNamespace(time=lambda: start_time)
    for quota in ("TOURNAMENTS_DAY", "TOURNAMENTS", "JOBS", "STORAGE_MB", "HOME"):
        setattr(settings, f"TAPETE_QUOTA_{quota}", 0)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser, broker and fault tests as slow. On PostgreSQL, keep only database tests.

    Tests without a database run on SQLite alone.
    """
    for item in items:
        if any(item.get_closest_marker(name) for name in ("browser", "broker", "faults")):
            item.add_marker(pytest.mark.slow)
    if connection.vendor != "postgresql":
        return
    items_without_database = [item for item in items if not _uses_database(item)]
    config.hook.pytest_deselected(items=items_without_database)
    items[:] = [item for item in items if _uses_database(item)]


def _uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


def pytest_collection_finish() -> None:
    """Collect garbage less often, and only among objects made from now on.

    Django and six thousand tests stay in memory to the end. Collecting among them would take a
    sixth of the time of a database test.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def _delete_rows(
    self: DatabaseOperations, style: Any, tables: list[str], **_options: bool
) -> list[str]:
    """Return the SQL that empties these tables; the commit checks the foreign keys."""
    return [f"DELETE FROM {self.quote_name(table)};" for table in tables]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> None:
    """Record every migration as applied, because the tables are made from the models.

    `test_migrated_tables.py` applies the migrations. pytest-django makes a test database only if a
    test of the run has the mark `django_db` or a database fixture; without a test database, the
    connection would be to the site's own database.
    """
    assert connection.settings_dict["NAME"] != REAL_DATABASE, "mark the test: pytest.mark.django_db"
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        recorder.migration_qs.bulk_create(
            recorder.Migration(app=app, name=name)
            for app, name in MigrationLoader(None).disk_migrations
        )


@pytest.fixture(scope="session", autouse=True)
def _record_whole_pages(django_test_environment: None) -> None:
    """Record the contexts of whole pages for tests, not those of their fragments and widgets."""

    def render(self: Template, context: Any) -> str:
        if context.template is self and WIDGETS not in self.origin.name:
            template_rendered.send(sender=self, template=self, context=context)
        return str(self.nodelist.render(context))

    Template._render = render


@pytest.fixture(autouse=True)
def _clean_up() -> Iterator[None]:
    """Delete the files, the rate-limit counts and the cached pages of a test when it ends."""
    yield
    for cache in caches.all(initialized_only=True):
        cache.clear()
    page_cache.clear_memory()
    if MEDIA.exists():
        shutil.rmtree(MEDIA)


def _user(username: str) -> User:
    return User.objects.create_user(username, password=PASSWORD, first_name=username)


@world
def pilar(db) -> User:
    """Pilar is the organiser."""
    return _user("pilar")


@world
def chema(db) -> User:
    """Chema types at the desk."""
    return _user("chema")


@world
def raul(db) -> User:
    """Raúl is the referee."""
    return _user("raul")


@world
def vecino(db) -> User:
    """A neighbour with an account and no role."""
    return _user("vecino")


@world
def sofia(db) -> User:
    """Sofía is the secretary of a club, and has no role in a tournament."""
    # `_club_of` may have created her before.
    return User.objects.filter(username="sofia").first() or _user("sofia")


@pytest.fixture
def fermin(casino: Tournament, pilar: User) -> User:
    """Fermín organises only the first stage of the casino."""
    from tournaments.accounts.services.roles import grant_role

    user = _user("fermin")
    grant_role(tournament=casino, author=pilar, username="fermin", role=Role.STAGE, stage=1)
    return user


@pytest.fixture
def client_as() -> Callable[[User | None], Client]:
    """Return a function that opens a browser logged in as a user (None: not logged in)."""

    def client(user: User | None) -> Client:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        return browser

    return client


@world
def desk(client_as, chema) -> Client:
    """Chema's browser."""
    return client_as(chema)


@pytest.fixture
def make_tournament(pilar: User, chema: User, raul: User) -> Callable[..., Tournament]:
    """Return a function that creates a guiñote tournament with a desk user and a referee.

    Keyword arguments replace the values of `casino`.
    """
    from tournaments.accounts.services.roles import grant_role
    from tournaments.setup.services.tournament import create_tournament

    def make(**changes) -> Tournament:
        values = {
            "author": pilar,
            "name": "Casino de Calamocha",
            "venue": "Salón de actos",
            "starts_at": datetime(2026, 12, 5, 16, 30, tzinfo=ZoneInfo("Europe/Madrid")),
            "tables": 8,
            "game": "guinote",
            "game_options": {"cotos": 2, "partidas": 3},
            "format": "knockout",
            "format_options": {"third_place": True},
            "seed": "tapete",
        }
        tournament = create_tournament(**{**values, **changes})
        grant_role(tournament=tournament, author=pilar, username="chema", role=Role.DESK)
        grant_role(tournament=tournament, author=pilar, username="raul", role=Role.REFEREE)
        return tournament

    return make


@world
def casino(make_tournament) -> Tournament:
    """A knockout of guiñote with third place: 8 tables, two cotos of 3."""
    return make_tournament()


@pytest.fixture
def pairs(pilar: User) -> Callable[[Tournament, int], list[Entry]]:
    """Return a function that registers `count` entries of different people, paid and present."""
    from tests.crowd import enter
    from tournaments.names.people import Person

    def register(tournament: Tournament, count: int) -> list[Entry]:
        player_count = tournament.players.count()
        people = islice(product(TOWNS, SURNAMES, NAMES), player_count, None)
        rows = []
        for position in range(player_count, player_count + count):
            entry_people = islice(people, tournament.entry_size)
            players = [Person(name, surname, town) for town, surname, name in entry_people]
            rows.append(
                {
                    "players": players,
                    "town": players[0].town,
                    "name": f"Peña {players[0].name} {position}" if tournament.squad else "",
                    "paid": True,
                    "present": True,
                }
            )
        return enter(tournament, pilar, rows)

    return register


@world
def places(casino, pairs, pilar, chema) -> dict[str, Any]:
    """The value of each parameter in the addresses of a casino with a round in play."""
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(casino, 6)
    round = open_next_round(stage=casino.stage, author=pilar)
    publish_round(round=round, author=pilar)
    return places_of(casino, pilar, chema)


def places_of(tournament: Tournament, author: User, named_user: User) -> dict[str, Any]:
    """Create an object of each kind that an address names; return the value of each URL parameter.

    `named_user` is the user whom addresses of a team member or an account name.
    """
    from scoring.models import Photo, RefereeCall, Ruling, Screen
    from tournaments.accounts.services.roles import invite
    from tournaments.accounts.services.tokens import make_token
    from tournaments.halls.services import save_hall
    from tournaments.models import (
        Charge,
        EntryRequest,
        Extra,
        ForbiddenCouple,
        ImportPreview,
        Job,
        Movement,
        Prize,
        SignUpSettings,
        Webhook,
        WebhookDelivery,
    )
    from tournaments.sign_up.selectors import ALPHABET, CODE_LENGTH, code_digest

    job = Job.objects.create(tournament=tournament, owner=author, kind="print")
    preview = ImportPreview.objects.create(tournament=tournament, owner=author, state="ready")
    first_entry, second_entry = tournament.entries.order_by("number")[:2]
    couple = ForbiddenCouple.objects.create(
        tournament=tournament, first=first_entry, second=second_entry
    )
    invitation, secret = invite(tournament=tournament, author=author, role="desk", hours=1)
    ruling = Ruling.objects.create(
        stage=tournament.stage, entry=first_entry, follows="points", points=1, reason="grita"
    )
    match = tournament.matches.get(number=1)
    call = RefereeCall.objects.create(match=match)
    screen = Screen.objects.create(tournament=tournament, number=1, name="Entrada")
    SignUpSettings.objects.create(tournament=tournament, opened=True)
    request_code = get_random_string(CODE_LENGTH, ALPHABET)
    request = EntryRequest.objects.create(
        tournament=tournament, digest=code_digest(request_code), players=[["Eva", "", ""]] * 2
    )
    reserve = tournament.players.create(name="Eva", identity="eva de reserva|", reserve=True)
    photo = Photo.objects.create(match=match, file="actas/none.jpg", width=1, height=1)
    extra = Extra.objects.create(tournament=tournament, name="Comida", price=12)
    prize = Prize.objects.create(tournament=tournament, category="place", percent=50)
    charge = Charge.objects.create(entry=first_entry, kind="extra", concept="Comida", amount=12)
    movement = Movement.objects.create(
        tournament=tournament, entry=first_entry, kind="payment", number=1, amount=12
    )
    club, person, unjoined_player = _club_of(tournament)
    webhook = Webhook.objects.create(tournament=tournament, url="https://example.org/", kinds=[])
    delivery = WebhookDelivery.objects.create(webhook=webhook, kind="test", state="done")
    return {
        "extra": extra.pk,
        "prize": prize.pk,
        "charge": charge.pk,
        "movement": movement.pk,
        "name": extra.name,
        "slug": tournament.slug,
        "webhook": webhook.pk,
        "delivery": delivery.pk,
        "export": "clasificacion",
        "number": 1,  # number of an entry, and of a round
        "serial": 1,
        "mark": "paid",
        "entry": 1,
        "table": 1,
        "code": match.code,
        "user": named_user.pk,
        "username": named_user.username,
        "job": job.pk,
        "preview": preview.pk,
        "photo": photo.pk,
        "reserve": reserve.pk,
        "couple": couple.pk,
        "ruling": ruling.pk,
        "call": call.pk,
        "invitation": invitation.pk,
        "secret": secret,
        "token": make_token(user=author, name="Pantalla")[0].pk,
        "screen": screen.number,
        "hall": save_hall(author=author, name="Pabellón", tables=40).code,
        "account": named_user.pk,
        "club": club.slug,
        "person": person.pk,
        "player": unjoined_player.pk,
        **_season_of(club, tournament),
        "asked": request.pk,
        "request_code": request_code,
    }


def _season_of(club: Club, tournament: Tournament) -> dict[str, Any]:
    """Create a public season in which this tournament feeds a final.

    Return the values of the parameters of its addresses.
    """
    season = Season.objects.create(club=club, slug="liga", name="Liga de 2027", public=True)
    other = Tournament.objects.create(
        slug=f"final-{tournament.pk}",
        name="Final",
        starts_at=tournament.starts_at,
        tables=2,
        game=tournament.game,
    )
    other.stages.create(format="knockout", game_options=tournament.stage.game_options)
    feeds = season.events.create(tournament=other)
    event = season.events.create(tournament=tournament, feeds=feeds, going_on=1)
    return {"season": season.slug, "event": event.pk}


def _club_of(tournament: Tournament) -> tuple[Club, ClubPerson, Player]:
    """Create a club of Sofía, with public people, for this tournament.

    Return the club, a person of it, and a player joined to no person.
    """
    sofia = User.objects.filter(username="sofia").first() or _user("sofia")
    club = Club.objects.create(slug=f"club-{tournament.pk}", name="El As", shows_people=True)
    club.officers.create(user=sofia)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    tournament.club = club
    with transaction.atomic():
        link_people(tournament.pk)
    unjoined_player, joined_player = tournament.players.order_by("pk")[:2]
    unjoined_player.club_person = None
    unjoined_player.save()
    assert joined_player.club_person is not None
    return club, joined_player.club_person, unjoined_player
