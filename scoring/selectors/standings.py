"""From what the tables wrote to what formats and standings ask for, always the same few queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from scoring.outcomes import Outcome
from scoring.selectors.history import Row, outcome_of, rows_of, tally_of
from scoring.standings import Line, standings
from tournaments.formats.core import Entrant, Played, Situation
from tournaments.models import Entry, Place, Stage
from tournaments.selectors.wishes import tags_of, wishes_of


def stage_situation(stage: Stage, round: int | None = None) -> Situation:
    """Who is entered and what was played: what a format needs to draw the next round, or that one
    again, with the results of those before as they are now. 6 queries at most."""
    rows = [row for row in rows_of(stage) if round is None or row.round < round]
    tally, (entrants, gone) = tally_of(stage), _entered(stage)
    rounds: dict[int, list[Played]] = {}
    for row in rows:
        rounds.setdefault(row.round, []).append(row.played(tally))
    played = tuple(tuple(rounds[number]) for number in sorted(rounds))
    ranking: tuple[int, ...] = ()
    counted: Counter[int] = Counter()
    if stage.by_results():
        lines = _lines(stage, entrants, _outcomes(stage, rows, gone), gone)
        ranking = tuple(line.entrant for line in lines)
        counting = [match for matches in played for match in matches if _counts(match, gone.void)]
        for match in (match for match in counting if match.counted):
            for team, number in zip(match.teams, match.counted, strict=False):
                counted.update(dict.fromkeys(team, number))
    return Situation(
        entrants=entrants,
        rounds=played,
        points=points_after(stage, played, gone.void),
        sides=stage.sides(),
        ranking=ranking,
        counted=counted,
        wishes=wishes_of(stage, len(played) + 1),
    )


def points_after(
    stage: Stage, rounds: Iterable[Iterable[Played]], void: Collection[int] = ()
) -> Counter[int]:
    """Wins; in a game that knows draws, two for a win and one for a draw; nothing where the draw
    does not look at results. What was played against those of `void` brings nothing. No queries
    once the stage's tournament is loaded."""
    if not stage.by_results():
        return Counter()
    draws = stage.tournament.rules.can_draw(stage.game_rules())
    points: Counter[int] = Counter()
    for match in (match for matches in rounds for match in matches if _counts(match, void)):
        if match.winner is not None:
            points.update(dict.fromkeys(match.winners, 2 if draws else 1))
        elif match.drawn:
            points.update(match.sides)
    return points


def stage_outcomes(stage: Stage) -> list[Outcome]:
    """The matches decided so far that count, byes with the credit the game gives them. 4 queries
    at most."""
    return _outcomes(stage, rows_of(stage), _entered(stage)[1])


def stage_standings(stage: Stage) -> tuple[Line, ...]:
    """The standings as they are now, each line with the tie-break that placed it. 3 queries."""
    entrants, gone = _entered(stage)
    return _lines(stage, entrants, _outcomes(stage, rows_of(stage), gone), gone)


def stage_entrants(stage: Stage) -> tuple[Entrant, ...]:
    """Every entry of the stage, those gone marked. 2 queries at most, 1 in the first stage."""
    return _entered(stage)[0]


@dataclass(frozen=True, slots=True)
class Gone:
    """Of those that left: whose matches count for nobody, and who goes below everybody else."""

    void: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()


def _entered(stage: Stage) -> tuple[tuple[Entrant, ...], Gone]:
    """Every entry of the stage and what became of those that left. As `stage_entrants`."""
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    entries = entries.exclude(state__in=[Entry.State.WAITING, Entry.State.SINGLE])
    # Void and never drawn: it left while it waited for a place, or looked for a partner.
    entries = entries.exclude(state__in=Entry.GONE, effect=Entry.Effect.VOID, sides__isnull=True)
    places: dict[int, Place] = {}
    if stage.intake:
        places = {place.entry_id: place for place in stage.places.all()}
        entries = entries.filter(pk__in=places)
    tags, gone = tags_of(stage), {effect: set() for effect in Entry.Effect}
    entrants = []
    for pk, number, state, effect, seed, again in entries.order_by("number").values_list(
        "pk", "number", "state", "effect", "seed", "again"
    ):
        entrants.append(
            Entrant(
                number,
                active=state == Entry.State.ENTERED,
                seed=places[pk].seed if pk in places else seed,
                tags=(*tags.get(pk, ()), *_from_group(places.get(pk))),
                again=again,
            )
        )
        if state in Entry.GONE:
            gone[Entry.Effect(effect)].add(number)
    void = frozenset(gone[Entry.Effect.VOID])
    return tuple(entrants), Gone(void, void | gone[Entry.Effect.LAST])


def _from_group(place: Place | None) -> tuple[str, ...]:
    return (f"group:{place.group}",) if place is not None and place.group else ()


def _counts(match: Played | Row, void: Collection[int]) -> bool:
    """Whether a match counts once everything of those of `void` is annulled: at a table of three
    sides or more what the others did stands."""
    return len(match.sides) > 2 * match.partners or not any(one in void for one in match.sides)


def _outcomes(stage: Stage, rows: Iterable[Row], gone: Gone) -> list[Outcome]:
    decided = (row for row in rows if row.is_bye or row.tallies is not None)
    return [outcome_of(row, stage) for row in decided if _counts(row, gone.void)]


def _lines(
    stage: Stage, entrants: Sequence[Entrant], outcomes: Sequence[Outcome], gone: Gone
) -> tuple[Line, ...]:
    lines = standings(entrants, outcomes, stage.chain, stage.seed, tally_of(stage))
    return _below(lines, gone.last) if gone.last else lines


def _below(lines: Sequence[Line], last: Collection[int]) -> tuple[Line, ...]:
    """The same lines with some put below everybody else, in the order they had."""
    reasons = {line.place: line.decided_by for line in lines if line.decided_by}
    placed: list[Line] = []
    for (_last, place), sharing in groupby(
        sorted(lines, key=lambda line: line.entrant in last),
        key=lambda line: (line.entrant in last, line.place),
    ):
        together, above = list(sharing), len(placed)
        placed += [
            replace(
                line,
                place=above + 1,
                shared=len(together) > 1,
                decided_by=reasons.get(place) if above and line is together[0] else None,
            )
            for line in together
        ]
    return tuple(placed)
