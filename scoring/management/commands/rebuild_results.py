"""`manage.py rebuild_results SLUG… | --all`: fold every result again from its acta."""

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from scoring.actas.services.rescoring import (
    RescoredMatch,
    matches_to_rescore,
    rescore,
    stored_result_text,
)
from tournaments.audit.words import value_in_words
from tournaments.games.refusals import message
from tournaments.models import Match, Tournament


class Command(BaseCommand):
    help = (
        "Fold every live acta of some tournaments again, print the stored results that differ "
        "from their actas, and correct them. With --check, write nothing. The exit status is 1 if "
        "a result still differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slug", nargs="*", help="slug of a tournament, from its address /t/SLUG/"
        )
        parser.add_argument("--all", action="store_true", help="every tournament of this database")
        parser.add_argument("--check", action="store_true", help="only print the differences")
        parser.add_argument("--no-progress", action="store_true", help="without a progress bar")

    def handle(self, *args: Any, slug: Sequence[str], **options: Any) -> None:
        tournaments = _requested_tournaments(slug, options["all"])
        total = sum(matches_to_rescore(tournament).count() for tournament in tournaments)
        matches = lines = differing = remaining = 0
        start = time.perf_counter()
        # None hides the progress bar if the output is not a terminal.
        is_bar_hidden = True if options["no_progress"] else None
        with tqdm(total=total, unit=" partidas", disable=is_bar_hidden) as bar:
            for tournament in tournaments:
                for chunk in rescore(tournament=tournament, check=options["check"]):
                    with bar.external_write_mode(sys.stdout):
                        for rescored_match in chunk.wrong_matches:
                            self.stdout.write(f"{tournament.slug} {_sentence(rescored_match)}")
                    matches += chunk.matches
                    lines += chunk.lines
                    differing += len(chunk.wrong_matches)
                    remaining += sum(
                        options["check"] or not rescored_match.mendable
                        for rescored_match in chunk.wrong_matches
                    )
                    bar.update(chunk.matches)
        seconds = time.perf_counter() - start
        self.stdout.write(
            f"{matches} partidas y {lines} líneas en {seconds:.1f} s: {matches / seconds:.0f} "
            f"partidas/s, {lines / seconds:.0f} líneas/s."
        )
        self.stdout.write(f"No cuadraban {differing}; rehechas {differing - remaining}.")
        if remaining:
            sys.exit(1)


def _requested_tournaments(slugs: Sequence[str], everything: bool) -> list[Tournament]:
    """Return the tournaments with these slugs, in this order, or every tournament.

    Raises CommandError for an unknown slug, for slugs together with `everything`, and for neither.
    """
    if everything == bool(slugs):
        raise CommandError("Diga qué torneos, o --all para todos.")
    if everything:
        return list(Tournament.objects.order_by("pk"))
    tournaments_by_slug = Tournament.objects.in_bulk(slugs, field_name="slug")
    for slug in slugs:
        if slug not in tournaments_by_slug:
            raise CommandError(f"No hay ningún torneo «{slug}».")
    return [tournaments_by_slug[slug] for slug in dict.fromkeys(slugs)]


def _sentence(rescored_match: RescoredMatch) -> str:
    """Return a sentence with the number and the code of a match, and its fault."""
    match, error = rescored_match.match, rescored_match.error
    name = f"{match.number} ({match.code})"
    if error is not None:
        line = (
            f", línea {error.hand} «{rescored_match.lines[error.hand - 1]}»" if error.hand else ""
        )
        return f"{name}{line}: el acta no se puede contar. {message(error)}"
    if _differs_only_in_counts(rescored_match):
        text = f"{name}: sin los números del día que dice el acta"
    elif rescored_match.stored_result != rescored_match.folded_result:
        text = (
            f"{name}: guardado, {_result(rescored_match.stored_result)}; "
            f"según el acta, {_result(rescored_match.folded_result)}"
        )
    else:
        is_over = rescored_match.folded_result is not None
        state_words = "ha terminado" if is_over else "no ha terminado"
        label = Match.State(rescored_match.state).label
        text = f"{name}: figura como «{label}» y según el acta {state_words}"
    return text if rescored_match.mendable else f"{text}. No se toca: su ronda no está publicada"


def _differs_only_in_counts(rescored_match: RescoredMatch) -> bool:
    """Return whether the results differ only in the numbers of the day."""
    if rescored_match.stored_result is None or rescored_match.folded_result is None:
        return False
    return (
        rescored_match.stored_result != rescored_match.folded_result
        and {**rescored_match.stored_result, "counts": rescored_match.folded_result["counts"]}
        == rescored_match.folded_result
    )


def _result(result: Mapping[str, Any] | None) -> str:
    return "sin resultado" if result is None else value_in_words(stored_result_text(result))
