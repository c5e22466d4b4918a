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
def _own_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def written(slug: str) -> list[str]:
    hands = Hand.objects.filter(acta__match__tournament__slug=slug)
    return list(hands.order_by("acta__match__number", "number").values_list("line", flat=True))


@pytest.mark.slow
def test_three_rounds_are_played_and_the_fourth_is_on_the_tables():
    call_command("demo", entries=8, rounds=3)
    stage = Tournament.objects.get().stage
    assert stage.rounds.count() == 4
    assert Result.objects.count() == 12
    assert stage.rounds.last().matches.filter(state=Match.State.PLAYING).count() == 4


@pytest.mark.slow
def test_the_same_seed_plays_the_same_day():
    call_command("demo", entries=9, rounds=2)
    call_command("demo", entries=9, rounds=2, name="El mismo día otra vez")
    first, second = Tournament.objects.order_by("id")
    assert written(first.slug) == written(second.slug) != []
    assert [line.entrant for line in stage_standings(first.stage, EVERYTHING)] == [
        line.entrant for line in stage_standings(second.stage, EVERYTHING)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("entries", [5, 8])
def test_a_knockout_is_played_to_its_champion(entries):
    call_command("demo", format="knockout", entries=entries, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    assert Result.objects.count() == entries  # n - 1 and the third place


@pytest.mark.parametrize("preset", ["un_coto_de_4", "mejor_de_13"])
def test_any_preset_can_be_played(preset):
    call_command("demo", preset=preset, entries=2, rounds=1)
    assert Result.objects.count() == 1


def test_only_the_first_start_makes_a_demo_and_its_logins_enter():
    call_command("demo", "--if-empty", entries=2, rounds=1)
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert Tournament.objects.count() == 1
    assert User.objects.get(username="organizacion").check_password(demo_password())


def test_no_neighbour_guesses_the_password():
    made = {new_password() for _time in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"[a-z]{4}(-[a-z]{4}){3}", one) for one in made)
    syllables = len(CONSONANTS) * len(VOWELS)
    assert log2(syllables ** (2 * GROUPS)) > 48


def test_a_password_of_four_digits_is_changed_for_whom_it_still_opens(tmp_path):
    (tmp_path / "demo_password").write_text("guinote-1234")
    old, changed = demo_user("organizacion"), demo_user("mesa")
    changed.set_password("la que yo quiera")
    changed.save()
    renew_weak_password()
    old.refresh_from_db()
    changed.refresh_from_db()
    assert not old.check_password("guinote-1234")
    assert old.check_password(kept := demo_password())
    assert changed.check_password("la que yo quiera")
    renew_weak_password()
    assert demo_password() == kept


def front_page() -> dict[str, list[str]]:
    """Return the names under each heading of the list of tournaments."""
    shown = Client().get("/").context
    return {when: [one.name for one in shown[when]] for when in ("today", "coming", "page")}


@cases(
    "now, begins",
    ("2026-11-23 19:10", "2026-11-23 17:00"),
    ("2026-11-23 09:00", "2026-11-23 07:00"),
    ("2026-11-24 00:20", "2026-11-24 00:00"),  # never the day before
    ("2026-10-25 12:00", "2026-10-25 10:00"),  # after the change to winter time
)
def test_the_demo_began_today_and_is_in_play(now, begins, monkeypatch):
    at = datetime.fromisoformat(now).replace(tzinfo=MADRID)
    monkeypatch.setattr("django.utils.timezone.now", lambda: at)
    call_command("demo", "--if-empty", entries=4, rounds=3)
    demo = Tournament.objects.get()
    assert demo.starts_at == datetime.fromisoformat(begins).replace(tzinfo=MADRID)
    assert front_page() == {"today": [demo.name], "coming": [], "page": []}
    assert demo.matches.filter(state=Match.State.PLAYING).exists()


def a_week_ago() -> None:
    """Move every date seven days back."""
    week = timedelta(days=7)
    Tournament.objects.update(starts_at=F("starts_at") - week)
    Match.objects.update(called_at=F("called_at") - week, finished_at=F("finished_at") - week)


def test_next_week_the_same_demo_is_of_today_with_what_was_typed_in_it():
    call_command("demo", "--if-empty", entries=4, rounds=1)
    demo, lines = Tournament.objects.get(), Hand.objects.count()
    a_week_ago()
    assert front_page()["page"] == [demo.name]
    call_command("demo", "--if-empty", entries=4, rounds=1)
    assert front_page() == {"today": [demo.name], "coming": [], "page": []}
    assert Hand.objects.count() == lines
    on_the_tables = demo.matches.filter(state=Match.State.PLAYING)
    assert on_the_tables
    for match in on_the_tables:
        assert timezone.now() - match.called_at < timedelta(minutes=5)
    assert demo.audit.order_by("-pk").first().act == "edit_tournament"


def test_one_who_has_played_the_demo_to_the_end_finds_another():
    call_command("demo", "--if-empty", format="knockout", entries=2, finish=True)
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert Tournament.objects.count() == 2


def test_once_there_is_a_tournament_of_ones_own_the_demo_rests():
    call_command("demo", "--if-empty", entries=2, rounds=1)
    a_week_ago()
    call_command("demo", entries=2, rounds=1, name="Maratón del Casino")
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert front_page() == {
        "today": ["Maratón del Casino"],
        "coming": [],
        "page": ["Maratón de demostración"],
    }


@cases(
    "asked, said",
    ({"entries": 501}, "between 2 and 500"),
    ({"preset": "un_chico"}, "--preset: .*dos_cotos_de_3"),
    ({"option": ["vidas=3"]}, "--option: rounds"),
    ({"option": ["rounds=0"]}, "rondas"),
)
def test_what_cannot_be_played_is_refused(asked, said):
    with pytest.raises(CommandError, match=said):
        call_command("demo", **{"entries": 4, **asked})


@pytest.mark.slow
@pytest.mark.parametrize("format", ["clock", "boxes", "ladder", "melee"])
def test_the_formats_of_the_hall_are_played_to_the_end(format):
    call_command("demo", format=format, entries=6, rounds=1, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage, EVERYTHING)
    assert not stage.tournament.matches.filter(state=Match.State.PLAYING).exists()


def test_by_the_clock_a_few_matches_are_played_and_the_tables_are_full():
    call_command("demo", format="clock", entries=6, rounds=2)
    assert Result.objects.count() == 6
    assert Tournament.objects.get().matches.filter(state=Match.State.PLAYING).count() == 3
