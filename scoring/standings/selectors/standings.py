"""Input of formats and standings, read from the results in a fixed number of queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from math import gcd

from django.db.models import Exists, OuterRef, QuerySet

from scoring.models import Ruling
from scoring.standings.counting import OFF_COUNTED, OFF_NOTHING, OFF_POINTS, Counting
from scoring.standings.field import (
    Extras,
    Outcome,
    StandingsField,
    arrange_outcomes,
    outcomes_in_group,
    outcomes_without,
)
from scoring.standings.selectors.counting import match_tally_of, stage_counting, units
from scoring.standings.selectors.history import (
    NOTHING_SUPPOSED,
    StageEntries,
    SupposedResults,
    decided_matches,
    history_of,
    played_rounds,
    tally_of,
)
from scoring.standings.table import StandingsLine, rank_entries
from scoring.standings.tiebreaks import tallies_in, tiebreak
from tournaments.formats.boxes import PromotionBoxes
from tournaments.formats.core import MEAN, Entrant, PlayedMatch, Situation
from tournaments.models import Entry, MatchSide, Place, Stage
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import entries_of, entries_taking_part
from tournaments.people.selectors.wishes import tags_of, wishes_of
from tournaments.rounds.selectors.rounds import published_rounds

FORMAT_TIEBREAKS = frozenset({"survival", "format_order", "bracket_place"})
ELIMINATION_TIEBREAKS = FORMAT_TIEBREAKS | {"exit_round"}
CarriedValues = Mapping[str, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class DrawCounts:
    """How a stage counts when a round is drawn.

    `brought`: the values carried from the stages before, by tie-break and number.
    """

    counting: Counting = field(default_factory=Counting)
    chain: tuple[str, ...] = ()
    brought: CarriedValues = field(default_factory=dict)


def stage_situation(
    stage: Stage,
    audience: Audience,
    round: int | None = None,
    supposed: SupposedResults = NOTHING_SUPPOSED,
) -> Situation:
    """Return the input of the format's next draw, or of the draw of `round`.

    The results are the current results, or the `supposed` results.
    """
    return counted_situation(stage, current_draw_counts(stage), audience, round, supposed)


def counted_situation(
    stage: Stage,
    counts: DrawCounts | None,
    audience: Audience,
    round: int | None = None,
    supposed: SupposedResults = NOTHING_SUPPOSED,
) -> Situation:
    """Return the input of a draw, counted by `counts`.

    If `counts` is None, wins count: older rounds were paired by wins and store no `counts`.
    """
    tally = tally_of(stage)
    draw_counts = counts or DrawCounts(stage_counting(stage), tuple(stage.chain))
    tallies = sorted({tally, *tallies_in(draw_counts.chain)})
    history = history_of(stage, tallies, audience, supposed, round)
    entries = history.entries
    rounds = played_rounds(history, stage)
    situation = Situation(
        entrants=stage_entrants(stage),
        rounds=rounds,
        sides=stage.sides(),
        wishes=wishes_of(stage, len(rounds) + 1),
        closed=stage.closed_at is not None,
        table_sizes=stage.table_sizes(),
        void=entries.void_entries,
    )
    if not stage.depends_on_results():
        return situation
    field = arrange_outcomes(
        entries.active,
        outcomes_without(decided_matches(history, stage), entries.void_entries),
        stage.seed,
        tally,
        draw_counts.counting,
        Extras(last_entries=entries.last_entries, carried_values=draw_counts.brought),
    )
    lines = rank_entries(field, draw_counts.chain)
    draws = stage.game_rules().can_draw
    counting_matches = [match for matches in rounds for match in matches if entries.counts(match)]
    return replace(
        situation,
        points=(
            points_to_pair(field, draw_counts.counting, draws)
            if counts
            else wins_to_pair(counting_matches, draws)
        ),
        scores=scores_of(lines) if counts else {},
        ranking=tuple(line.entrant for line in lines),
        counted=_counted_totals(counting_matches, draw_counts.counting.bye_counted or 0),
    )


def current_draw_counts(stage: Stage) -> DrawCounts:
    """Return the counting of the stage as a draw stores it.

    Penalties are left out, because they change the place of an entry and not its rivals.
    """
    if not stage.depends_on_results():
        return DrawCounts()
    return DrawCounts(stage_counting(stage), tuple(stage.chain), carried_values(stage))


def _counted_totals(matches: Iterable[PlayedMatch], bye_value: int) -> Counter[int]:
    """Return, by entry, the sum of the tally that the stage counts; a bye adds `bye_value`."""
    totals: Counter[int] = Counter()
    for match in matches:
        if match.is_bye:
            totals.update(dict.fromkeys(match.sides, bye_value))
        for team, number in zip(match.teams, match.counted, strict=False):
            totals.update({entrant: number for entrant in team if entrant not in match.guests})
    return totals


def wins_to_pair(matches: Iterable[PlayedMatch], draws: bool) -> Counter[int]:
    """Return the wins by entry; if matches can be or were drawn, 2 for a win and 1 for a draw."""
    match_list = list(matches)
    draws = draws or any(match.drawn for match in match_list)  # a referee may stop a tied match
    points: Counter[int] = Counter()
    for match in match_list:
        if match.winner is not None:
            points.update(dict.fromkeys(match.winners, 2 if draws else 1))
        elif match.drawn:
            points.update(match.counts_for)
    return points


def stage_standings(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> tuple[StandingsLine, ...]:
    """Return all entries in one table, by the current or `supposed` results."""
    return rank_entries(_fields(stage, [], supposed, audience)[""], stage.chain)


def stage_values(
    stage: Stage, keys: Sequence[str], audience: Audience
) -> dict[int, dict[str, int]]:
    """Return each entry's values of these tie-breaks in one table, even if the stage ignores them.

    `keys` are tie-breaks that depend only on the entry's own matches.
    """
    field = _fields(stage, [], NOTHING_SUPPOSED, audience)[""]
    return {
        entry.number: {key: tiebreak(key).value(entry, field) for key in keys}
        for entry in field.entries
    }


def stage_tables(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> dict[str, tuple[StandingsLine, ...]]:
    """Return the standings of each group by its name; without groups, the only name is "".

    They follow the current results, or the `supposed` results.
    """
    fields = stage_fields(stage, audience, supposed)
    return {name: rank_entries(field, stage.chain) for name, field in fields.items()}


def stage_fields(
    stage: Stage, audience: Audience, supposed: SupposedResults = NOTHING_SUPPOSED
) -> dict[str, StandingsField]:
    """Return each group's `StandingsField` by name; without groups, the only name is "".

    Each group has its own rounds, its own mean for a bye and its own best half. An entry that
    changed group, as in promotion boxes, is in its latest group; without a group it is in no table.
    """
    return _fields(stage, stage_groups(stage, audience), supposed, audience)


@dataclass(frozen=True, slots=True)
class GatheredMatches:
    """Matches and entries of a stage, not yet arranged by entry."""

    stage: Stage
    groups: Sequence[tuple[str, Sequence[int]]]
    entries: StageEntries
    outcomes: Sequence[Outcome]
    extras: Extras


def _fields(
    stage: Stage,
    groups: Sequence[tuple[str, Sequence[int]]],
    supposed: SupposedResults,
    audience: Audience,
) -> dict[str, StandingsField]:
    return standings_fields(gather_matches(stage, groups, audience, supposed))


def gather_matches(
    stage: Stage,
    groups: Sequence[tuple[str, Sequence[int]]],
    audience: Audience,
    supposed: SupposedResults = NOTHING_SUPPOSED,
) -> GatheredMatches:
    """Return the matches and entries of a stage, with the current or `supposed` results."""
    tally = tally_of(stage)
    tallies = sorted({tally, *tallies_in(stage.chain), match_tally_of(stage) or tally})
    history = history_of(stage, tallies, audience, supposed)
    entries = history.entries
    outcomes = outcomes_without(decided_matches(history, stage), entries.void_entries)
    return GatheredMatches(
        stage,
        groups,
        entries,
        outcomes,
        stage_extras(stage, entries.last_entries, audience, supposed),
    )


def standings_fields(matches: GatheredMatches) -> dict[str, StandingsField]:
    """Return each group's `StandingsField` by name; without groups, the only name is ""."""
    stage, active = matches.stage, matches.entries.active
    counting_arguments = stage.seed, tally_of(stage), stage_counting(stage), matches.extras
    if not matches.groups:
        return {"": arrange_outcomes(active, matches.outcomes, *counting_arguments)}
    return {
        name: arrange_outcomes(
            {number: active[number] for number in numbers if number in active},
            outcomes_in_group(matches.outcomes, name, numbers),
            *counting_arguments,
        )
        for name, numbers in matches.groups
    }


def stage_groups(stage: Stage, audience: Audience) -> list[tuple[str, list[int]]]:
    """Return the groups of the stage in order, as (name, entry numbers); [] without groups."""
    seats = MatchSide.objects.filter(published_rounds(audience, "round"), round__stage=stage)
    # A guest in a catch-up match sits outside its own group.
    group_seats = seats.filter(guest=False).exclude(match__group="").order_by("round__number")
    group_of = dict(group_seats.values_list("entry__number", "match__group"))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in sorted(group_of.items()):
        groups[group].append(number)
    return sorted(groups.items(), key=lambda item: (len(item[0]), item[0]))


def has_podium(stage: Stage, tables: Sized) -> bool:
    """Return whether the best entries of the stage are those of the first table.

    They are if there is only one table, or if the groups are divisions, the best one first.
    """
    return len(tables) == 1 or (len(tables) > 1 and stage.has_divisions)


def reckoning_of(stage: Stage, audience: Audience) -> Mapping[int, Sequence[tuple[str, int]]]:
    """Return, by entry, the numbers behind the format's own order, as pairs (name, value).

    Return {} if the stage does not rank by the order of `PromotionBoxes`.
    """
    boxes = stage.system
    if not isinstance(boxes, PromotionBoxes) or "format_order" not in stage.chain:
        return {}
    return boxes.reckoning(stage_situation(stage, audience), stage.options_for(boxes))


def stage_extras(
    stage: Stage,
    last_entries: frozenset[int],
    audience: Audience,
    supposed: SupposedResults = NOTHING_SUPPOSED,
) -> Extras:
    """Return the extras of a stage; `last_entries` are the entries placed last.

    The format sets `order`, `places` and `alive` only if a tie-break of the chain needs them.
    """
    penalties = penalties_of(stage)
    extras = Extras(
        penalties=penalties,
        carried_values=subtract_penalties(stage, carried_values(stage), penalties),
        last_entries=last_entries,
        undrawn_entries=undrawn_entries(stage, audience),
        match_tally=match_tally_of(stage),
    )
    if FORMAT_TIEBREAKS.isdisjoint(stage.chain):
        return extras
    system, options = stage.system, stage.format_rules()
    situation = stage_situation(stage, audience, supposed=supposed)
    return replace(
        extras,
        order=[(number,) for number in system.order(situation, options)],
        places=system.places(situation, options),
        alive=system.living_entries(situation, options),
    )


def undrawn_entries(stage: Stage, audience: Audience) -> frozenset[int]:
    """Return the entries of the tournament without a seat in a published round of the stage.

    Return an empty set if the chain has no `exit_round`.
    """
    if "exit_round" not in stage.chain:
        return frozenset()
    drawn_seats = MatchSide.objects.filter(
        published_rounds(audience, "round"), round__stage=stage, entry=OuterRef("pk")
    )
    undrawn = Entry.objects.filter(~Exists(drawn_seats), tournament=stage.tournament_id)
    return frozenset(undrawn.order_by().values_list("number", flat=True))


def carried_values(stage: Stage) -> dict[str, dict[int, int]]:
    """Return the values that entries carry over from the stages before, by tie-break and number."""
    values_by_key: defaultdict[str, dict[int, int]] = defaultdict(dict)
    if stage.carries:
        for number, entry_values in stage.places.values_list("entry__number", "carried"):
            for key, value in entry_values.items():
                values_by_key[key][number] = value
    return dict(values_by_key)


def penalties_of(stage: Stage) -> dict[int, int]:
    """Return the penalty points by entry; {} if the stage neither subtracts nor ranks them."""
    if "penalties" not in stage.chain and stage_counting(stage).penalties == OFF_NOTHING:
        return {}
    return ruled_penalties(stage)


def ruled_penalties(stage: Stage) -> dict[int, int]:
    """Return the penalty points in force in a stage, by entry number."""
    rulings = Ruling.objects.filter(stage=stage, follows=Ruling.Follows.POINTS, lifted_at=None)
    points: Counter[int] = Counter()
    for number, added_points in rulings.order_by("pk").values_list("entry__number", "points"):
        points[number] += added_points
    return dict(points)


def penalties_place(stage: Stage) -> str:
    """Return where penalty points count: one of PENALTIES, or "ties" if they only break ties.

    Return "" if they count nowhere.
    """
    return stage_counting(stage).penalties or ("ties" if "penalties" in stage.chain else "")


def subtract_penalties(
    stage: Stage, values: Mapping[str, Mapping[int, int]], penalties: Mapping[int, int]
) -> Mapping[str, Mapping[int, int]]:
    """Return these values by tie-break, minus the penalty points that reduce a total."""
    reduced_total = stage_counting(stage).penalties
    if not penalties or reduced_total == OFF_NOTHING:
        return values
    tally, points = units(stage)
    worth = {
        OFF_POINTS: {"points": points},
        OFF_COUNTED: {"counted_won": tally, "counted_diff": tally},
    }[reduced_total]
    reduced_values = {}
    for key, unit in worth.items():
        entry_values = Counter(values.get(key, {}))
        entry_values.subtract({number: unit * penalty for number, penalty in penalties.items()})
        reduced_values[key] = dict(entry_values)
    return {**values, **reduced_values}


def stage_entrants(stage: Stage) -> tuple[Entrant, ...]:
    """Return every entry of the stage; withdrawn entries are inactive."""
    places = {place.entry_id: place for place in stage.places.all()} if stage.intake else {}
    tags = tags_of(stage)
    return tuple(
        Entrant(
            number,
            active=state == Entry.State.ENTERED,
            seed=places[pk].seed if pk in places else seed,
            tags=(*tags.get(pk, ()), *_group_tags(places.get(pk))),
            again=again,
        )
        for pk, number, state, seed, again in _participants(stage)
        .order_by("number")
        .values_list("pk", "number", "state", "seed", "again")
    )


def _participants(stage: Stage) -> QuerySet[Entry]:
    """Return the entries of the stage, without those that left before they were drawn."""
    return entries_taking_part(entries_of(stage))


def _group_tags(place: Place | None) -> tuple[str, ...]:
    return (f"group:{place.group}",) if place is not None and place.group else ()


# --- The points used to pair a round --------------------------------------------------------------
def points_to_pair(field: StandingsField, counting: Counting, draws: bool) -> dict[int, int]:
    """Return the nonzero points by entry, in the largest unit that keeps them whole.

    With the usual points and without draws, the points are the matches won. `draws`: a match may
    end without a winner.
    """
    unit = _unit(field, counting, draws)
    points = {entry.number: field.points[entry.number] // unit for entry in field.entries}
    return {number: entry_points for number, entry_points in points.items() if entry_points}


def scores_of(lines: Sequence[StandingsLine]) -> dict[int, int]:
    """Return, by entry, the value of the first tie-break other than penalties, or 0."""
    return {
        line.entrant: next((value for key, value in line.values if key != "penalties"), 0)
        for line in lines
    }


def _unit(field: StandingsField, counting: Counting, draws: bool) -> int:
    if counting.table or counting.bye == MEAN or field.extras.carried_values.get("points"):
        return 1
    worth = [counting.win, counting.loss, counting.forfeit_win or 0, counting.forfeit_loss or 0]
    if draws or any(standing.drawn for standing in field.standings.values()):
        worth.append(counting.draw)
    return gcd(*worth) or 1
