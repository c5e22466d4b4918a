"""`manage.py demo` plays whole tournaments and prints the logins."""

import re
from datetime import datetime, timedelta
from math import log2
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client
from django.utils import timezone

from scoring.forecast.simulation.demonstration import (
    CONSONANTS,
    GROUPS,
    VOWELS,
    demo_password,
    demo_user,
    new_password,
    renew_weak_password,
)
from scoring.forecast.simulation.rehearsal import stage_over
from scoring.models import Hand, Result
from scoring.standings.selectors.standings import stage_standings
from tests.rows import cases
from tournaments.models import Match, Tournament
from tournaments.names.audience import EVERYTHING

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")


@pytest.fixture(autouse=True)
def _empty_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def written_lines(slug: str) -> list[str]:
    hands = Hand.objects.filter(acta__match__tournament__slug=slug)
    return list(hands.order_by("acta__match__number", "number").values_list("line", flat=True))


@pytest.mark.slow
def test_demo_plays_three_rounds_and_starts_the_fourth():
    call_command("demo", entries=8, rounds=3)
    stage = Tournament.objects.get().stage
    assert stage.rounds.count() == 4
    assert Result.objects.count() == 12
    assert stage.rounds.last().matches.filter(state=Match.State.PLAYING).count() == 4


@pytest.mark.slow
def test_demo_with_the_same_seed_plays_the_same_day():
    call_command("demo", entries=9, rounds=2)
    call_command("demo", entries=9, rounds=2, name="El mismo día otra vez")
    first, second = Tournament.objects.order_by("id")
    assert written_lines(first.slug) == written_lines(second.slug) != []
    assert [line.entrant for line in stage_standings(first.stage, EVERYTHING)] == [
        line.entrant for line in stage_standings(second.stage, EVERYTHING)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("entries", [5, 8])
def test_a_knockout_is_played_to_its_champion(entries):
    call_command("demo", format="knockout", entries=entries, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    assert Result.objects.count() == entries  # n - 1 matches, and one for third place


@pytest.mark.parametrize("preset", ["un_coto_de_4", "mejor_de_13"])
def test_demo_plays_any_preset(preset):
    call_command("demo", preset=preset, entries=2, rounds=1)
    assert Result.objects.count() == 1


def test_only_the_first_start_makes_a_demo_and_its_login_works():
    call_command("demo", "--if-empty", entries=2, rounds=1)
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert Tournament.objects.count() == 1
    assert User.objects.get(username="organizacion").check_password(demo_password())


def test_demo_password_is_random_and_hard_to_guess():
    passwords = {new_password() for _time in range(200)}
    assert len(passwords) == 200
    assert all(re.fullmatch(r"[a-z]{4}(-[a-z]{4}){3}", password) for password in passwords)
    syllables = len(CONSONANTS) * len(VOWELS)
    assert log2(syllables ** (2 * GROUPS)) > 48


def test_old_four_digit_password_is_replaced_only_in_accounts_that_have_it(tmp_path):
    (tmp_path / "demo_password").write_text("guinote-1234")
    organiser, desk = demo_user("organizacion"), demo_user("mesa")
    desk.set_password("la que yo quiera")
    desk.save()
    renew_weak_password()
    organiser.refresh_from_db()
    desk.refresh_from_db()
    assert not organiser.check_password("guinote-1234")
    assert organiser.check_password(new_password := demo_password())
    assert desk.check_password("la que yo quiera")
    renew_weak_password()
    assert demo_password() == new_password


def front_page() -> dict[str, list[str]]:
    """Return the names of the tournaments in each section of the front page."""
    context = Client().get("/").context
    return {
        section: [tournament.name for tournament in context[section]]
        for section in ("today", "coming_tournaments", "page")
    }


@cases(
    "now, begins",
    ("2026-11-23 19:10", "2026-11-23 17:00"),
    ("2026-11-23 09:00", "2026-11-23 07:00"),
    ("2026-11-24 00:20", "2026-11-24 00:00"),  # a demo never begins the day before
    ("2026-10-25 12:00", "2026-10-25 10:00"),  # the day of the change to winter time
)
def test_the_demo_began_today_and_is_in_play(now, begins, monkeypatch):
    moment = datetime.fromisoformat(now).replace(tzinfo=MADRID)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    call_command("demo", "--if-empty", entries=4, rounds=3)
    demo = Tournament.objects.get()
    assert demo.starts_at == datetime.fromisoformat(begins).replace(tzinfo=MADRID)
    assert front_page() == {"today": [demo.name], "coming_tournaments": [], "page": []}
    assert demo.matches.filter(state=Match.State.PLAYING).exists()


def move_dates_back_a_week() -> None:
    """Move the dates of all tournaments and matches seven days back."""
    week = timedelta(days=7)
    Tournament.objects.update(starts_at=F("starts_at") - week)
    Match.objects.update(called_at=F("called_at") - week, finished_at=F("finished_at") - week)


def test_a_demo_of_last_week_moves_to_today_with_its_lines():
    call_command("demo", "--if-empty", entries=4, rounds=1)
    demo, lines = Tournament.objects.get(), Hand.objects.count()
    move_dates_back_a_week()
    assert front_page()["page"] == [demo.name]
    call_command("demo", "--if-empty", entries=4, rounds=1)
    assert front_page() == {"today": [demo.name], "coming_tournaments": [], "page": []}
    assert Hand.objects.count() == lines
    playing = demo.matches.filter(state=Match.State.PLAYING)
    assert playing
    for match in playing:
        assert timezone.now() - match.called_at < timedelta(minutes=5)
    assert demo.audit.order_by("-pk").first().act == "edit_tournament"


def test_a_new_demo_is_made_once_the_old_one_is_finished():
    call_command("demo", "--if-empty", format="knockout", entries=2, finish=True)
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert Tournament.objects.count() == 2


def test_the_demo_is_not_moved_to_today_once_another_tournament_exists():
    call_command("demo", "--if-empty", entries=2, rounds=1)
    move_dates_back_a_week()
    call_command("demo", entries=2, rounds=1, name="Maratón del Casino")
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert front_page() == {
        "today": ["Maratón del Casino"],
        "coming_tournaments": [],
        "page": ["Maratón de demostración"],
    }


@cases(
    "changes, message",
    ({"entries": 501}, "between 2 and 500"),
    ({"preset": "un_chico"}, "--preset: .*dos_cotos_de_3"),
    ({"option": ["vidas=3"]}, "--option: rounds"),
    ({"option": ["rounds=0"]}, "rondas"),
)
def test_demo_refuses_arguments_that_cannot_be_played(changes, message):
    with pytest.raises(CommandError, match=message):
        call_command("demo", **{"entries": 4, **changes})


@pytest.mark.slow
@pytest.mark.parametrize("format", ["clock", "boxes", "ladder", "melee"])
def test_clock_boxes_ladder_and_melee_are_played_to_the_end(format):
    call_command("demo", format=format, entries=6, rounds=1, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    assert not stage.tournament.matches.filter(state=Match.State.PLAYING).exists()


def test_clock_demo_plays_six_matches_and_fills_the_tables():
    call_command("demo", format="clock", entries=6, rounds=2)
    assert Result.objects.count() == 6
    assert Tournament.objects.get().matches.filter(state=Match.State.PLAYING).count() == 3
