"""`manage.py demo` plays whole tournaments and says how to enter."""

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from scoring.models import Hand, Result
from scoring.rehearsal import stage_over
from scoring.selectors.standings import stage_standings
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_var(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def written(slug: str) -> list[str]:
    hands = Hand.objects.filter(acta__match__tournament__slug=slug)
    return list(hands.order_by("acta__match__number", "number").values_list("line", flat=True))


def test_three_rounds_are_played_and_the_fourth_is_on_the_tables():
    call_command("demo", entries=8, rounds=3)
    stage = Tournament.objects.get().stage
    assert stage.rounds.count() == 4
    assert Result.objects.count() == 12
    assert stage.rounds.last().matches.filter(state=Match.State.PLAYING).count() == 4


def test_the_same_seed_plays_the_same_day():
    call_command("demo", entries=9, rounds=2)
    call_command("demo", entries=9, rounds=2, name="El mismo día otra vez")
    first, second = Tournament.objects.order_by("id")
    assert written(first.slug) == written(second.slug) != []
    assert [line.entrant for line in stage_standings(first.stage)] == [
        line.entrant for line in stage_standings(second.stage)
    ]


@pytest.mark.parametrize("entries", [5, 8])
def test_a_knockout_is_played_to_its_champion(entries):
    call_command("demo", format="knockout", entries=entries, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage)
    assert Result.objects.count() == entries  # n - 1 and the third place


@pytest.mark.parametrize("preset", ["un_coto_de_4", "mejor_de_13"])
def test_any_preset_can_be_played(preset):
    call_command("demo", preset=preset, entries=2, rounds=1)
    assert Result.objects.count() == 1


def test_the_logins_are_said_and_only_the_first_start_makes_a_demo(capsys):
    call_command("demo", "--if-empty", entries=2, rounds=1)
    call_command("demo", "--if-empty", entries=2, rounds=1)
    assert Tournament.objects.count() == 1
    call_command("demo", "--show-logins", address="http://localhost:8123/")
    said = capsys.readouterr().out
    password = said.split("contraseña: ")[1].split()[0]
    assert "http://localhost:8123/" in said
    assert User.objects.get(username="organizacion").check_password(password)


def test_too_many_pairs_are_refused():
    with pytest.raises(CommandError, match="between 2 and 500"):
        call_command("demo", entries=501)


@pytest.mark.parametrize("format", ["clock", "boxes", "ladder", "melee"])
def test_the_formats_of_the_hall_are_played_to_the_end(format):
    call_command("demo", format=format, entries=6, rounds=1, finish=True)
    stage = Tournament.objects.get().stage
    assert stage_over(stage)
    assert not stage.tournament.matches.filter(state=Match.State.PLAYING).exists()


def test_by_the_clock_a_few_matches_are_played_and_the_tables_are_full():
    call_command("demo", format="clock", entries=6, rounds=2)
    assert Result.objects.count() == 6
    assert Tournament.objects.get().matches.filter(state=Match.State.PLAYING).count() == 3
