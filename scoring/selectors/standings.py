"""From what the tables wrote to what formats and standings ask for, always the same few queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

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
    tally, entrants = tally_of(stage), stage_entrants(stage)
    rounds: dict[int, list[Played]] = {}
    for row in rows:
        rounds.setdefault(row.round, []).append(row.played(tally))
    played = tuple(tuple(rounds[number]) for number in sorted(rounds))
    ranking: tuple[int, ...] = ()
    counted: Counter[int] = Counter()
    if stage.by_results():
        lines = _lines(stage, entrants, _outcomes(stage, rows))
        ranking = tuple(line.entrant for line in lines)
        for match in (match for matches in played for match in matches if match.counted):
            for team, number in zip(match.teams, match.counted, strict=False):
                counted.update(dict.fromkeys(team, number))
    return Situation(
        entrants=entrants,
        rounds=played,
        points=points_after(stage, played),
        sides=stage.sides(),
        ranking=ranking,
        counted=counted,
        wishes=wishes_of(stage, len(played) + 1),
    )


def points_after(
    stage: Stage, rounds: Iterable[Iterable[Played]], void: Collection[int] = ()
) -> Counter[int]:
    """Wins; in a game that knows draws, two for a win and one for a draw; nothing where the draw
    does not look at results. No queries once the stage's tournament is loaded."""
    if not stage.by_results():
        return Counter()
    draws = stage.tournament.rules.can_draw(stage.game_rules())
    points: Counter[int] = Counter()
    for match in (match for matches in rounds for match in matches):
        if match.winner is not None:
            points.update(dict.fromkeys(match.winners, 2 if draws else 1))
        elif match.drawn:
            points.update(match.sides)
    return points


def stage_outcomes(stage: Stage) -> list[Outcome]:
    """The matches decided so far, byes with the credit the game gives them. 2 queries."""
    return _outcomes(stage, rows_of(stage))


def stage_standings(stage: Stage) -> tuple[Line, ...]:
    """The standings as they are now, each line with the tie-break that placed it. 3 queries."""
    return _lines(stage, stage_entrants(stage), stage_outcomes(stage))


def stage_entrants(stage: Stage) -> tuple[Entrant, ...]:
    """Every entry of the stage, those gone marked. 2 queries at most, 1 in the first stage."""
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    entries = entries.exclude(state__in=[Entry.State.WAITING, Entry.State.SINGLE])
    places: dict[int, Place] = {}
    if stage.intake:
        places = {place.entry_id: place for place in stage.places.all()}
        entries = entries.filter(pk__in=places)
    tags = tags_of(stage)
    return tuple(
        Entrant(
            number,
            active=state == Entry.State.ENTERED,
            seed=places[pk].seed if pk in places else seed,
            tags=(*tags.get(pk, ()), *_from_group(places.get(pk))),
            again=again,
        )
        for pk, number, state, seed, again in entries.order_by("number").values_list(
            "pk", "number", "state", "seed", "again"
        )
    )


def _from_group(place: Place | None) -> tuple[str, ...]:
    return (f"group:{place.group}",) if place is not None and place.group else ()


def _outcomes(stage: Stage, rows: Iterable[Row]) -> list[Outcome]:
    return [outcome_of(row, stage) for row in rows if row.is_bye or row.tallies is not None]


def _lines(
    stage: Stage, entrants: Sequence[Entrant], outcomes: Sequence[Outcome]
) -> tuple[Line, ...]:
    return standings(entrants, outcomes, stage.chain, stage.seed, tally_of(stage))
