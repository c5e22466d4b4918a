"""`manage.py draw SLUG ROUND`: make a round's draw again and compare it with the published one."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.selectors.rounds import recomputed, results_changed
from tournaments.formats.core import DrawError, Pairing
from tournaments.models import Round
from tournaments.refusal import refused_from
from tournaments.selectors.rounds import entry_list_digest, numbers_drawn
from tournaments.services.drawn_matches import drawn_as_json


class Command(BaseCommand):
    help = (
        "Print the draw of a round made again from its seed, the pairs that were in it and the "
        "results before it, and say whether it is the one that was drawn. Exit status 1 if not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the tournament's, as in its address: /t/SLUG/")
        parser.add_argument("round", type=int, help="the round's number, as in its address")

    def handle(self, *args: Any, slug: str, round: int, **options: Any) -> None:
        found = _round(slug, round)
        numbers = numbers_drawn(found)
        self.stdout.write(f"ronda {found.number}, semilla: {found.seed}")
        self.stdout.write(f"{len(numbers)} inscripciones, SHA-256 {entry_list_digest(numbers)}")
        pairings = _pairings(found)
        for pairing in pairings:
            self.stdout.write(_line(pairing))
        if drawn_as_json(pairings) != found.report["drawn"]:
            why = "después se corrigió algún resultado de las rondas anteriores"
            if not results_changed(found):
                why = "no es el que sale de esta semilla"
            self.stdout.write(f"El sorteo NO coincide con el publicado: {why}.")
            sys.exit(1)
        self.stdout.write("El sorteo coincide con el publicado.")
        self._changes(found)

    def _changes(self, round: Round) -> None:
        """What hands did after the draw."""
        for swap in round.swaps.select_related("first", "second"):
            self.stdout.write(
                f"Después se cambiaron a mano {swap.first.number} y {swap.second.number} "
                f"({swap.author_name}): {swap.reason}"
            )
        for late in round.report.get("late", []):
            self.stdout.write(
                f"Después entró el {late['entry']}, contra el {late['rival']}, que descansaba."
            )


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.filter(tournament__slug=slug, serial=number)
    found = rounds.select_related("stage__tournament").first()
    if found is None:
        raise CommandError(f"El torneo «{slug}» no tiene ronda {number}.")
    return found


def _pairings(round: Round) -> tuple[Pairing, ...]:
    try:
        return recomputed(round).pairings
    except DrawError as error:
        raise CommandError(str(refused_from(error))) from error


def _line(pairing: Pairing) -> str:
    group = f"{pairing.group}, " if pairing.group else ""
    sides = [" y ".join(map(str, team)) for team in pairing.teams]
    if pairing.rest:
        return f"{group}{pairing.position}: {sides[0]} descansa"
    return f"{group}{pairing.position}: {' contra '.join(sides)}"
