"""Queries about actas: lines, score, draws made from the result, photos, unstated tallies."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from rules.core import RuleError, Score, Step, fold, refusal
from rules.lines import Forfeit, Stop
from scoring.actas.words import counted_instead_sentence, unstated_tallies_in
from scoring.games import GAMES
from scoring.games.numbers import acta_counts
from scoring.models import Acta, Hand, Photo
from scoring.standings.selectors.counting import ranked_tallies
from scoring.standings.selectors.history import SupposedResult, SupposedResults
from tournaments.models import Job, Match, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.places import bare_sides, sides
from tournaments.rounds.selectors.rounds import published_rounds
from tournaments.setup.selectors.stages import later_stages_of


@dataclass(frozen=True, slots=True)
class Record:
    """The folded lines of an acta, each with the score after it, and the current score."""

    steps: tuple[Step[object], ...]
    score: Score[object]

    @property
    def lines(self) -> list[str]:
        """Return the lines in notation, as stored."""
        return [str(step.hand) for step in self.steps]

    @property
    def forfeited(self) -> bool:
        """Return whether the match ended by forfeit, of one side or of every side."""
        return self.lost or (bool(self.steps) and isinstance(self.steps[-1].hand, Forfeit))

    @property
    def lost(self) -> bool:
        """Return whether every side has lost."""
        last_hand = self.steps[-1].hand if self.steps else None
        return isinstance(last_hand, Stop) and last_hand.lost


def fold_lines(match: Match, lines: Iterable[object]) -> Record:
    """Fold lines of this match into a record; every score comes from here.

    Raises RuleError for an impossible line, or for a stop that leaves the match tied although the
    format needs a winner.
    """
    game, options = match.tournament.rules, match.game_rules()
    steps = tuple(fold(game, options, lines))
    _refuse_tied_stop(match, steps)
    return Record(steps, steps[-1].score if steps else game.start(options))


def result_values(match: Match, record: Record) -> dict[str, Any]:
    names = match.tournament.rules.tallies
    return {
        "winner": record.score.winner,
        "tallies": {
            name: list(tally) for name, tally in zip(names, record.score.tallies, strict=True)
        },
        "forfeit": record.forfeited,
        "lost": record.lost,
    }


def stored_values(match: Match, record: Record) -> dict[str, Any]:
    """Return the stored values of a finished match: its result and its counts for the day."""
    numbers = GAMES[match.tournament.game].numbers
    return {**result_values(match, record), "counts": acta_counts(numbers, record.steps)}


def _refuse_tied_stop(match: Match, steps: Sequence[Step[object]]) -> None:
    """Refuse a stop that leaves the match tied in a format that needs a winner.

    A stop by which every side loses the match is accepted.
    """
    last_step = steps[-1] if steps else None
    if last_step is None or not isinstance(last_step.hand, Stop) or last_step.hand.lost:
        return
    if last_step.score.winner is not None:
        return
    if not match.round.stage.system.can_draw:
        error = refusal("level_needs_winner", "hand")
        error.hand = last_step.number
        raise error


def live_acta(match: Match) -> Acta | None:
    """Return the live version with its hands, or None before the first line."""
    # A match has at most one live acta, so the order does not matter; the default order would join
    # four more tables.
    live_versions = match.actas.filter(live=True).order_by("version")
    return live_versions.prefetch_related("hands").first()


def live_actas(matches: Sequence[Match]) -> dict[int, Acta]:
    """Return the live version of each of these matches that has one, by the key of the match."""
    live_versions = Acta.objects.filter(match__in=matches, live=True).order_by()
    return {acta.match_id: acta for acta in live_versions.prefetch_related("hands")}


def lines_written(acta: Acta | None) -> list[str]:
    return [hand.line for hand in acta.hands.all()] if acta else []


def received_line(match: Match, acta: Acta | None, uid: UUID) -> Hand | None:
    """Return the line with this uid as first written, in any version, or None."""
    if acta is not None and acta.version == 1:
        return next((hand for hand in acta.hands.all() if hand.uid == uid), None)
    hands = Hand.objects.filter(acta__match=match, uid=uid)
    return hands.select_related("acta").order_by("acta__version").first()


def live_record(match: Match) -> Record:
    return fold_lines(match, lines_written(live_acta(match)))


def versions(match: Match) -> list[Acta]:
    """Return every version of a match's acta, newest first."""
    return list(match.actas.prefetch_related("hands").order_by("-version"))


def get_match(tournament: Tournament, code: str) -> Match | None:
    """Return the tournament's match of this code, or None."""
    match = _join_round(match_with_code(tournament, code)).prefetch_related(sides()).first()
    if match is not None:
        match.round.stage.tournament = tournament
    return match


def match_with_code(tournament: Tournament, code: str) -> QuerySet[Match]:
    """Return the query of the tournament's match of this code, with its round and its stage."""
    if not code.isascii() or not code.isalnum():  # PostgreSQL rejects a NUL in a query
        return Match.objects.none()
    matches = tournament.matches.filter(code=code.upper()).order_by("pk")
    return matches.select_related("round__stage").defer("round__report")


def tables_of_tie(match: Match) -> list[int | None]:
    """Return the tables of the unfinished boards of the match's tie."""
    unfinished_boards = match.round.matches.filter(
        position=match.position, state__in=Match.UNFINISHED
    )
    return list(unfinished_boards.values_list("table", flat=True))


def with_details(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with their round, stage and tournament, and the people of each side."""
    matches_with_round = _join_round(matches).select_related(
        "round__stage__tournament", "tournament"
    )
    return matches_with_round.prefetch_related(sides())


def _join_round(matches: QuerySet[Match]) -> QuerySet[Match]:
    matches_with_round = matches.select_related("round__stage", "round__clock", "result")
    return matches_with_round.defer("round__report")  # the round's report of its draw is long


# --- Corrections ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class DrawsAfter:
    """The draws made from the result of a match.

    - `matches`: the later matches of the match's entries.
    - `rounds`: the later rounds drawn by lot; a fixed bracket has none.

    Both are empty in a format whose draws ignore results.
    """

    matches: list[Match]
    rounds: list[Round]

    def __bool__(self) -> bool:
        return bool(self.matches or self.rounds)


def draws_after(match: Match, audience: Audience, *, drafts: bool = False) -> DrawsAfter:
    """Return the draws made from this match's result; `drafts` includes an unpublished round."""
    stage = match.round.stage
    if not stage.depends_on_results():
        return DrawsAfter([], [])
    later_rounds = Round.objects.filter(stage=stage, number__gt=match.round.number)
    if not drafts:
        later_rounds = later_rounds.filter(published_rounds(audience))
    rounds = list(later_rounds.order_by("number"))
    if not rounds:
        return DrawsAfter([], [])
    entries = [side.entry_id for side in match.sides.all()]
    later_matches = Match.objects.filter(round__in=rounds, sides__entry__in=entries).distinct()
    matches = list(with_details(later_matches).order_by("round__number", "position"))
    return DrawsAfter(matches, [round for round in rounds if round.by_lot])


def is_closed(match: Match, audience: Audience) -> bool:
    """Return whether a later round or stage is published.

    If so, only users with the right `correct_closed_round` may correct the match.
    """
    stage = match.round.stage
    is_later = Q(stage=stage, number__gt=match.round.number) | Q(stage__in=later_stages_of(stage))
    rounds = Round.objects.filter(published_rounds(audience), tournament=match.tournament_id)
    return rounds.filter(is_later).exists()


PHOTO = "photo"  # kind of the job that prepares a photo
FAILURE_SHOWN_FOR = timedelta(minutes=15)  # how long a page shows that a photo failed


def photos_of(match: Match) -> list[Photo]:
    """Return the photos of a match, oldest first."""
    return list(match.photos.order_by("pk"))


def photos_arriving(match: Match) -> list[Job]:
    """Return the match's photo jobs that are in progress or failed recently, oldest first."""
    jobs = Job.objects.filter(tournament=match.tournament, kind=PHOTO, params__match=match.pk)
    unfinished_jobs = jobs.filter(state__in=Job.GOING)
    failed_jobs = jobs.filter(
        state=Job.State.FAILED, created_at__gt=timezone.now() - FAILURE_SHOWN_FOR
    )
    return list((unfinished_jobs | failed_jobs).order_by("created_at"))


def get_photo(match: Match, key: int) -> Photo | None:
    """Return the photo of this match with that key, or None."""
    return match.photos.filter(pk=key).first() if key < 2**63 else None


def files_of_photos(tournaments: list[int]) -> Iterable[str]:
    """Return the file names of all photos of these tournaments."""
    return Photo.objects.filter(match__tournament__in=tournaments).values_list("file", flat=True)


# --- Provisional results --------------------------------------------------------------------------
# Pages show unconfirmed results if the organiser allows it; draws and final standings ignore them.
@dataclass(frozen=True, slots=True)
class Provisional:
    """Unconfirmed results.

    `supposed` has each result by the key of its match. `counts_by_entry` has the number of results
    of each entry, by the number of the entry.
    """

    supposed: SupposedResults = field(default_factory=dict)
    counts_by_entry: Counter[int] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        return len(self.supposed)


def provisional_of(stage: Stage, audience: Audience) -> Provisional:
    """Return the unconfirmed results of a stage; empty if the tournament hides them."""
    if not stage.tournament.provisional:
        return Provisional()
    pending_actas = Acta.objects.filter(
        published_rounds(audience, "match__round"),
        live=True,
        pending_since__isnull=False,
        match__result__isnull=True,
        match__round__stage=stage,
    )
    supposed, counts_by_entry = {}, Counter[int]()
    for acta in (
        pending_actas.select_related("match__round", "match__tournament")
        .defer("match__round__report")
        .order_by("match_id")
        .prefetch_related("hands", bare_sides("match"))
    ):
        acta.match.round.stage, acta.match.tournament = stage, stage.tournament
        try:
            record = fold_lines(acta.match, lines_written(acta))
        except RuleError:
            continue  # the acta was written under other rules, so confirming it will be refused
        supposed[acta.match_id] = SupposedResult(**result_values(acta.match, record))
        counts_by_entry.update(
            side.entry.number for side in acta.match.sides.all() if not side.guest
        )
    return Provisional(supposed, counts_by_entry)


# --- Unstated tallies -----------------------------------------------------------------------------
# Tallies that the stage ranks by, but that the lines of a match do not state.
def unstated_tallies(match: Match, record: Record) -> list[str]:
    """Return the ranking tallies that some line does not state, so that the rules fill them in."""
    return unstated_tallies_in(
        match.tournament.rules, record.steps, ranked_tallies(match.round.stage)
    )


def unstated_in_words(
    match: Match, record: Record, from_number: int = 1, missing_fields: Collection[str] = ()
) -> str:
    """Return a sentence on the ranking tallies that lines do not state, with the values that count.

    Only the lines from `from_number` on are examined. Return "" if they state every ranking tally.
    `missing_fields`: tallies to report too, because the form of the line has no field for them.
    """
    game, options = match.tournament.rules, match.game_rules()
    stage_tallies = ranked_tallies(match.round.stage)
    steps_before, new_steps = record.steps[: from_number - 1], record.steps[from_number - 1 :]
    missing_tallies = {
        *unstated_tallies_in(game, new_steps, stage_tallies),
        *(stage_tallies & set(missing_fields)),
    }
    start = steps_before[-1].score if steps_before else game.start(options)
    tallies = [tally for tally in game.match_tallies if tally in missing_tallies]
    return counted_instead_sentence(game, start, new_steps, tallies, options.unit)


# --- Several matches ------------------------------------------------------------------------------
def scores_now(keys: Collection[int], audience: Audience) -> dict[int, str]:
    """Return the current score of each match as text, by key: «Cotos 1–0 · partidas 2–1».

    Matches that the audience does not see, and matches without a line, are left out.
    """
    visible_matches = Match.objects.filter(published_rounds(audience, "round"), pk__in=keys)
    matches = list(with_details(visible_matches).order_by("table"))
    actas = live_actas(matches)
    return {
        match.pk: GAMES[match.tournament.game].words.score_in_words(
            fold_lines(match, lines_written(actas[match.pk])).score, match.game_rules()
        )
        for match in matches
        if match.pk in actas
    }
