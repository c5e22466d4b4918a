"""Plays a maratón through the same services people use, with actas a real table could write.

Everything follows from the seed: two machines rehearse the same day.
"""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from itertools import cycle, islice
from math import lcm

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.selectors.standings import stage_situation
from scoring.services.actas import record_hand
from scoring.services.rounds import open_next_round, publish_round
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.pairing.draw import shuffled
from tournaments.people import Person
from tournaments.services.entries import register_entry

NAMES = (
    "Paco", "Luis", "Pilar", "Chema", "Raúl", "Ángel", "Carmen", "Nicolás", "Begoña", "Jesús",
    "Manolo", "Tere", "Antonio", "Merche", "Joaquín", "Rosa", "Vicente", "Asun", "Ramón", "Lola",
)  # fmt: skip
SURNAMES = (
    "Gil", "Sanz", "Lahoz", "Roche", "Ibáñez", "Muñoz", "Martín", "Catalán", "Yus", "Peiró",
    "Hernández", "Lucia", "Blasco", "Royo", "Marco", "Valenzuela", "Tello", "Angulo", "Rubio",
)  # fmt: skip
TOWNS = ("Calamocha", "Monreal", "Daroca", "Báguena", "Luco", "El Poyo", "Torrijo", "Caminreal")


def next_saturday() -> datetime:
    """Half past four next Saturday, hall time."""
    today = timezone.localdate()
    day = today + timedelta(days=(5 - today.weekday()) % 7)
    return timezone.make_aware(datetime.combine(day, time(16, 30)))


def enter_people(tournament: Tournament, author: User, count: int, seed: str) -> None:
    """Make `count` entries of invented people, all paid and present."""
    # Their lengths share no factor: no two people are alike before all have been through.
    names = list(
        zip(cycle(NAMES), islice(cycle(SURNAMES), lcm(len(NAMES), len(SURNAMES))), strict=False)
    )
    size = tournament.squad or tournament.entry_size
    order = shuffled(range(size * count), seed, "people")
    for number in range(count):
        town = TOWNS[number % len(TOWNS)]
        people = [
            # Past the list of names the same ones come again with another nickname.
            Person(name + " II" * (index // len(names)), surname, town)
            for index in order[size * number : size * (number + 1)]
            for name, surname in [names[index % len(names)]]
        ]
        name = f"Peña {number + 1} de {town}" if tournament.squad else ""
        register_entry(
            tournament=tournament, author=author, name=name, players=people, town=town,
            paid=True, present=True,
        )  # fmt: skip


def play_match(match: Match, author: User, seed: str) -> None:
    """Write a whole legal acta for this match, at the level its number decides."""
    game = match.tournament.rules
    level = game.LEVELS[(match.number or 0) % len(game.LEVELS)]
    hands = game.play_match(match.game_rules(), f"{seed}/{match.number}", level)
    for number, hand in enumerate(hands, 1):
        record_hand(match=match, author=author, line=str(hand), number=number)


def play_round(round_: Round, author: User, seed: str) -> Sequence[Match]:
    """Play every match of a published round, in the order of its numbers."""
    matches = list(round_.matches.exclude(state=Match.State.BYE).order_by("number"))
    for match in matches:
        match.refresh_from_db()
        if match.state != Match.State.FINISHED:  # a forfeit is already finished
            play_match(match, author, seed)
    return matches


def stage_over(stage: Stage) -> bool:
    """Whether the format has nothing left to draw."""
    return stage.system.is_over(stage_situation(stage), stage.format_rules())


def play_rounds(stage: Stage, author: User, rounds: int, seed: str) -> int:
    """Draw, publish and play up to `rounds` rounds; answers how many were played."""
    for played in range(rounds):
        if stage_over(stage):
            return played
        drawn = open_next_round(stage=stage, author=author)
        play_round(publish_round(round=drawn, author=author), author, seed)
    return rounds
