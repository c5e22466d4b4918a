"""`manage.py draw SLUG ROUND`: repeat a round's draw and compare it with the published draw."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.rounds.selectors.rounds import repeated_draw
from scoring.rounds.selectors.since_drawn import changes_since, redraw_outcome_now
from scoring.rounds.words.draws import OUTCOME_SENTENCES, draw_cause_in_words
from tournaments.formats.core import Draw, DrawError, Pairing
from tournaments.models import DrawCommitment, Round
from tournaments.pairing.commitment import commitment, seed_from
from tournaments.refusal import refusal_from
from tournaments.rounds.selectors.rounds import drawn_rows, entry_list_digest, numbers_drawn
from tournaments.rounds.selectors.snapshots import is_complete


class Command(BaseCommand):
    help = (
        "Draw a round again from its seed and its stored situation, and print the draw. Say "
        "whether it equals the published draw, and which results were corrected since. With the "
        "printed --secret and --word, also check the commitment and the seed. The exit status is "
        "1 if something differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the tournament, from its address /t/SLUG/")
        parser.add_argument("round", type=int, help="number of the round in the whole tournament")
        parser.add_argument("--secret", default="", help="secret revealed with the draw")
        parser.add_argument("--word", default="", help="word said aloud in the hall")

    def handle(self, *args: Any, slug: str, round: int, **options: Any) -> None:
        stored_round = _round(slug, round)
        numbers = numbers_drawn(stored_round)
        self.stdout.write(f"{stored_round}, semilla: {stored_round.seed}")
        if options["secret"] or options["word"]:
            self._check_promise(stored_round, options["secret"], options["word"])
        self.stdout.write(f"{len(numbers)} inscripciones, SHA-256 {entry_list_digest(numbers)}")
        draw, changes = _draw(stored_round), changes_since(stored_round)
        for pairing in draw.pairings if draw else ():
            self.stdout.write(_line(pairing))
        is_equal = draw is not None and drawn_rows(draw) == stored_round.report["drawn"]
        if is_equal:
            self.stdout.write("El sorteo coincide con el publicado.")
        for change in changes:
            self.stdout.write(f"Después del sorteo, {draw_cause_in_words(change)}.")
        if changes:
            self.stdout.write(str(OUTCOME_SENTENCES[redraw_outcome_now(stored_round)]))
        if not is_equal:
            self._exit_unequal(stored_round, bool(changes))
        self._print_changes(stored_round)

    def _exit_unequal(self, round: Round, has_corrections: bool) -> None:
        """Exit with status 1; the message states whether a correction explains the difference."""
        is_explained = has_corrections and not is_complete(round.report.get("looked_at"))
        reason = "no es el que sale de esta semilla"
        if is_explained:
            reason = "después se corrigió algún resultado de las rondas anteriores"
        self.stdout.write(f"El sorteo NO coincide con el publicado: {reason}.")
        sys.exit(1)

    def _check_promise(self, round: Round, secret: str, word: str) -> None:
        """Print whether the secret matches a published commitment.

        Then print whether the secret and the word give the seed of the round. Exits with status 1
        if the secret does not match or the seed differs.
        """
        commitments = DrawCommitment.objects.filter(stage=round.stage, round_number=round.number)
        matching = [
            commitment_
            for commitment_ in commitments
            if commitment(commitment_.text, secret) == commitment_.digest
        ]
        if not matching:
            self.stdout.write("Ninguna huella de esta ronda es la de ese secreto y su lista.")
            sys.exit(1)
        self.stdout.write(f"huella {matching[-1].digest}: es la de ese secreto y su lista.")
        seed = seed_from(secret, word)
        if seed != round.seed:
            self.stdout.write(f"De ese secreto y esa palabra sale otra semilla: {seed}.")
            sys.exit(1)
        self.stdout.write("La semilla sale del secreto y de la palabra.")

    def _print_changes(self, round: Round) -> None:
        for swap in round.swaps.select_related("first", "second"):
            self.stdout.write(
                f"Después se cambiaron a mano {swap.first.number} y {swap.second.number} "
                f"({swap.author_name}): {swap.reason}"
            )
        for late_entry in round.report.get("late", []):
            rivals = ", ".join(map(str, late_entry.get("rivals", [late_entry["rival"]])))
            self.stdout.write(
                f"Después entró el {late_entry['entry']}, contra {rivals} (descanso)."
            )


def _round(slug: str, number: int) -> Round:
    rounds = Round.objects.filter(tournament__slug=slug, serial=number)
    stored_round = rounds.select_related("stage__tournament").first()
    if stored_round is None:
        raise CommandError(f"El torneo «{slug}» no tiene ronda {number}.")
    return stored_round


def _draw(round: Round) -> Draw | None:
    """Return the repeated draw; None if the round lacks the stored data that a draw needs.

    Raises CommandError for any other refusal.
    """
    try:
        return repeated_draw(round)
    except DrawError as error:
        if is_complete(round.report.get("looked_at")) or error.code != "stage_over":
            raise CommandError(str(refusal_from(error))) from error
        return None


def _line(pairing: Pairing) -> str:
    group = f"{pairing.group}, " if pairing.group else ""
    sides = [" y ".join(map(str, team)) for team in pairing.teams]
    if pairing.is_bye:
        return f"{group}{pairing.position}: {sides[0]} descansa"
    return f"{group}{pairing.position}: {' contra '.join(sides)}"
