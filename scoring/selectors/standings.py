"""From what the tables wrote to what formats and standings ask for, always the same few queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef, Q

from scoring.selectors.counting import beside_of, packed_field, packed_stage, stage_counting, units
from scoring.selectors.history import (
    NOTHING_SUPPOSED,
    Row,
    Supposing,
    outcome_of,
    rows_of,
    tally_of,
)
from scoring.selectors.packed import can_pack
from scoring.selectors.rulings import rulings_in
from scoring.standings.counting import OFF_COUNTED, OFF_NOTHING, OFF_POINTS
from scoring.standings.field import Extras, Field, field_of
from scoring.standings.outcome import Outcome, without
from scoring.standings.pairing_points import DrawCounts, points_to_pair, scores_of
from scoring.standings.table import Line, group_fields, group_tables, ranked, standings
from scoring.standings.tiebreaks import tallies_in
from tournaments.formats.core import Entrant, Played, Situation
from tournaments.models import Entry, MatchSide, Place, Round, Stage
from tournaments.selectors.wishes import tags_of, wishes_of

ASKED_OF_FORMAT = frozenset({"survival", "format_order", "bracket_place"})


@dataclass(frozen=True, slots=True)
class Gone:
    """The entries whose leaving changed more than what they had still to play, by number."""

    void: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()

    def counts(self, match: Played) -> bool:
        """Whether a match counts: at a table of three or more what the others did stands."""
        return len(match.sides) > 2 * match.partners or self.void.isdisjoint(match.counts_for)


def stage_situation(
    stage: Stage, round: int | None = None, supposed: Supposing = NOTHING_SUPPOSED
) -> Situation:
    """Return who is entered and what was played: what a format needs to draw the next round, or
    that one again, with the results of those before as they are now. 7 queries at most; one more
    where points are carried, and one where penalties take some off."""
    return situation_by(stage, counts_now(stage), round, supposed)


def situation_by(
    stage: Stage,
    counts: DrawCounts | None,
    round: int | None = None,
    supposed: Supposing = NOTHING_SUPPOSED,
) -> Situation:
    """The same, counted in that way; None is how rounds were paired before they kept it: by wins,
    whatever the standings counted. 7 queries at most."""
    rows = [row for row in rows_of(stage, supposed) if round is None or row.round < round]
    tally, entrants, gone = tally_of(stage), stage_entrants(stage), gone_of(stage)
    rounds: defaultdict[int, list[Played]] = defaultdict(list)
    for row in rows:
        rounds[row.round].append(row.played(tally))
    played = tuple(tuple(rounds[number]) for number in sorted(rounds))
    situation = Situation(
        entrants=entrants,
        rounds=played,
        sides=stage.sides(),
        wishes=wishes_of(stage, len(played) + 1),
        closed=stage.closed_at is not None,
        table_sizes=stage.table_sizes(),
        void=gone.void,
    )
    if not stage.by_results():
        return situation
    how = counts or DrawCounts(stage_counting(stage), tuple(stage.chain))
    field = field_of(
        entrants,
        outcomes_of(stage, rows, gone),
        stage.seed,
        tally,
        how.counting,
        Extras(last=gone.last, carried=how.brought),
        tallies_in(how.chain),
    )
    lines = ranked(field, how.chain)
    draws = stage.game_rules().can_draw
    counting_matches = [one for matches in played for one in matches if gone.counts(one)]
    return replace(
        situation,
        points=(
            points_to_pair(field, how.counting, draws)
            if counts
            else wins_to_pair(counting_matches, draws)
        ),
        scores=scores_of(lines) if counts else {},
        ranking=tuple(line.entrant for line in lines),
        counted=_added_up(counting_matches, how.counting.bye_counted or 0),
    )


def counts_now(stage: Stage) -> DrawCounts:
    """How the stage counts now, for a draw: a sanction moves the place and not the rival. No
    queries; one where points are carried."""
    if not stage.by_results():
        return DrawCounts()
    return DrawCounts(stage_counting(stage), tuple(stage.chain), carried_of(stage))


def _added_up(matches: Iterable[Played], for_resting: int) -> Counter[int]:
    """Return what each has added up in these matches of what the game counts."""
    found: Counter[int] = Counter()
    for match in matches:
        if match.rest:
            found.update(dict.fromkeys(match.sides, for_resting))
        for team, number in zip(match.teams, match.counted, strict=False):
            found.update({one: number for one in team if one not in match.guests})
    return found


def wins_to_pair(matches: Iterable[Played], draws: bool) -> Counter[int]:
    """Wins; where a match may end drawn, two for a win and one for a draw."""
    played = list(matches)
    draws = draws or any(match.drawn for match in played)  # the referee may stop one level
    points: Counter[int] = Counter()
    for match in played:
        if match.winner is not None:
            points.update(dict.fromkeys(match.winners, 2 if draws else 1))
        elif match.drawn:
            points.update(match.counts_for)
    return points


def stage_outcomes(stage: Stage, supposed: Supposing = NOTHING_SUPPOSED) -> list[Outcome]:
    """The matches decided so far, byes with the credit the game gives them. 3 queries."""
    return outcomes_of(stage, rows_of(stage, supposed), gone_of(stage))


def stage_standings(stage: Stage, supposed: Supposing = NOTHING_SUPPOSED) -> tuple[Line, ...]:
    """The standings as they are now, each line with the tie-break that placed it. 4 queries, one
    on PostgreSQL where nobody's matches are void; 7 more where the chain asks the format something.

    With `supposed` they are as they would be with those results."""
    field = None if supposed else quick_field(stage)
    if field is not None:
        return ranked(field, stage.chain)
    gone = gone_of(stage)
    extras = stage_extras(stage, gone, supposed)
    outcomes = outcomes_of(stage, rows_of(stage, supposed), gone)
    return _lines(stage, stage_entrants(stage), outcomes, extras)


def quick_field(stage: Stage) -> Field | None:
    """Return what the standings start from, with one query and those of the extras; None where it
    takes the rows: without PostgreSQL, between teams, or with matches that are void."""
    if not can_pack() or stage.boards():
        return None
    rows = packed_stage(stage)
    if rows.has_void:
        return None
    return packed_field(stage, rows, stage_extras(stage, Gone(last=rows.last)))


def stage_tables(
    stage: Stage, supposed: Supposing = NOTHING_SUPPOSED
) -> dict[str, tuple[Line, ...]]:
    """The standings of each group by its name, those of everybody under "" where there are none.

    Who has changed group (boxes) is in the last one. `supposed`: as they would be with those
    results. 5 queries, and those of the extras; without groups one more than `stage_standings`.
    """
    groups = stage_groups(stage)
    if not groups:
        return {"": stage_standings(stage, supposed)}
    return group_tables(*_of_groups(stage, groups, supposed))


def stage_fields(stage: Stage, supposed: Supposing = NOTHING_SUPPOSED) -> list[Field]:
    """Return what the standings of the stage, or those of each of its groups, start from. 5
    queries, and those of the extras."""
    groups = stage_groups(stage)
    if groups:
        return list(group_fields(*_of_groups(stage, groups, supposed)).values())
    gone = gone_of(stage)
    return [
        field_of(
            stage_entrants(stage),
            outcomes_of(stage, rows_of(stage, supposed), gone),
            stage.seed,
            tally_of(stage),
            stage_counting(stage),
            stage_extras(stage, gone, supposed),
        )
    ]


def stage_groups(stage: Stage) -> list[tuple[str, list[int]]]:
    """The groups of the stage in order, each with its numbers; none where nobody is in one. One
    query."""
    seats = MatchSide.objects.filter(round__stage=stage, round__state=Round.State.PUBLISHED)
    # A guest of a catch-up sits in a group that is not his own.
    grouped = seats.filter(guest=False).exclude(match__group="").order_by("round__number")
    group_of = dict(grouped.values_list("entry__number", "match__group"))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for number, group in sorted(group_of.items()):
        groups[group].append(number)
    return sorted(groups.items(), key=lambda one: (len(one[0]), one[0]))


def _of_groups(
    stage: Stage, groups: Sequence[tuple[str, Sequence[int]]], supposed: Supposing
) -> tuple[Any, ...]:
    """Return what `group_tables` and `group_fields` ask for. 4 queries, and those of the extras."""
    gone = gone_of(stage)
    return (
        stage_entrants(stage),
        outcomes_of(stage, rows_of(stage, supposed), gone),
        groups,
        stage.chain,
        stage.seed,
        tally_of(stage),
        stage_counting(stage),
        stage_extras(stage, gone, supposed),
    )


def has_podium(stage: Stage, tables: Sized) -> bool:
    """Whether the first table has the best of all: there is no other, or they are divisions."""
    return len(tables) == 1 or (len(tables) > 1 and stage.has_divisions)


def reckoning_of(stage: Stage) -> Mapping[int, Sequence[tuple[str, int]]]:
    """Return what the place of each comes from where the format's own order tells it: name and
    number, in that order. 7 queries at most there, none elsewhere."""
    if not stage.has_divisions or "format_order" not in stage.chain:
        return {}
    return stage.system.reckoning(stage_situation(stage), stage.format_rules())


def stage_extras(stage: Stage, gone: Gone, supposed: Supposing = NOTHING_SUPPOSED) -> Extras:
    """Return what the chain asks the format itself: who is alive, its own order, the places
    decided; what is brought from the stage before; penalties; and who is last. No queries for a
    chain that asks none, else 7; one more where points are carried, one where penalties are asked
    for, and one where the chain asks how far in the bracket each is."""
    penalties = penalties_of(stage)
    common = Extras(
        penalties=penalties,
        carried=less_penalties(stage, carried_of(stage), penalties),
        last=gone.last,
        undrawn=undrawn_of(stage),
        beside=beside_of(stage),
    )
    if ASKED_OF_FORMAT.isdisjoint(stage.chain):
        return common
    system, options = stage.system, stage.format_rules()
    situation = stage_situation(stage, supposed=supposed)
    return replace(
        common,
        order=[(number,) for number in system.order(situation, options)],
        places=system.places(situation, options),
        alive=system.still_in(situation, options),
    )


def undrawn_of(stage: Stage) -> frozenset[int]:
    """Return who sits nowhere in the published rounds: an entry that came too late for a bracket.
    One query where the chain asks how far in the bracket each is, none elsewhere."""
    if "exit_round" not in stage.chain:
        return frozenset()
    drawn = MatchSide.objects.filter(
        round__stage=stage, round__state=Round.State.PUBLISHED, entry=OuterRef("pk")
    )
    entered = Entry.objects.filter(~Exists(drawn), tournament=stage.tournament_id)
    return frozenset(entered.order_by().values_list("number", flat=True))


def carried_of(stage: Stage) -> dict[str, dict[int, int]]:
    """Return what each entry brings from the stages before, by tie-break and number. One query
    where points are carried, none elsewhere."""
    found: defaultdict[str, dict[int, int]] = defaultdict(dict)
    if stage.carries:
        for number, brought in stage.places.values_list("entry__number", "carried"):
            for key, value in brought.items():
                found[key][number] = value
    return dict(found)


def penalties_of(stage: Stage) -> dict[int, int]:
    """The points of penalty of each entry that has any. One query where the chain or the counting
    asks for them, none elsewhere."""
    if "penalties" not in stage.chain and stage_counting(stage).penalties == OFF_NOTHING:
        return {}
    return rulings_in(stage)


def off_said(stage: Stage) -> str:
    """Return what points of penalty do in this stage: taken off, one of `counting.PENALTIES`;
    "ties" where they break ties alone, "" where they do nothing. No queries."""
    return stage_counting(stage).penalties or ("ties" if "penalties" in stage.chain else "")


def less_penalties(
    stage: Stage, carried: Mapping[str, Mapping[int, int]], penalties: Mapping[int, int]
) -> Mapping[str, Mapping[int, int]]:
    """Return what is brought to each tie-break, less the points of penalty where they are taken off
    what it adds up: as if who has them had come with so many below nought. No queries."""
    off = stage_counting(stage).penalties
    if not penalties or off == OFF_NOTHING:
        return carried
    tally, points = units(stage)
    worth = {
        OFF_POINTS: {"points": points},
        OFF_COUNTED: {"counted_won": tally, "counted_diff": tally},
    }[off]
    less = {}
    for key, unit in worth.items():
        brought = Counter(carried.get(key, {}))
        brought.subtract({number: unit * many for number, many in penalties.items()})
        less[key] = dict(brought)
    return {**carried, **less}


def gone_of(stage: Stage) -> Gone:
    """Return who left with an effect on what was played; where results stand, nobody is void and
    who should be goes last. One query."""
    left = Entry.objects.filter(
        tournament=stage.tournament_id,
        state__in=Entry.GONE,
        effect__in=[Entry.Effect.VOID, Entry.Effect.LAST],
    )
    found = list(left.order_by().values_list("number", "effect"))
    void = frozenset(number for number, effect in found if effect == Entry.Effect.VOID)
    return Gone(
        void=frozenset() if stage.system.results_stand else void,
        last=frozenset(number for number, _effect in found),
    )


def stage_entrants(stage: Stage) -> tuple[Entrant, ...]:
    """Every entry of the stage, those gone marked. 2 queries at most, 1 in the first stage."""
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    entries = entries.exclude(state__in=Entry.OUTSIDE)
    # Void and never drawn: it left while it waited for a place, or looked for a partner.
    entries = entries.exclude(state__in=Entry.GONE, effect=Entry.Effect.VOID, sides__isnull=True)
    places: dict[int, Place] = {}
    in_it = Q(enters=stage.number)
    if stage.intake:
        places = {place.entry_id: place for place in stage.places.all()}
        in_it |= Q(pk__in=places)
    tags = tags_of(stage)
    return tuple(
        Entrant(
            number,
            active=state == Entry.State.ENTERED,
            seed=places[pk].seed if pk in places else seed,
            tags=(*tags.get(pk, ()), *_from_group(places.get(pk))),
            again=again,
        )
        for pk, number, state, seed, again in entries.filter(in_it)
        .order_by("number")
        .values_list("pk", "number", "state", "seed", "again")
    )


def _from_group(place: Place | None) -> tuple[str, ...]:
    return (f"group:{place.group}",) if place is not None and place.group else ()


def outcomes_of(stage: Stage, rows: Iterable[Row], gone: Gone) -> list[Outcome]:
    """Those of the rows that are decided, without what is void. No queries."""
    decided = [row for row in rows if row.is_bye or row.tallies is not None]
    return without([outcome_of(row, stage) for row in decided], gone.void)


def _lines(
    stage: Stage, entrants: Sequence[Entrant], outcomes: Sequence[Outcome], extras: Extras
) -> tuple[Line, ...]:
    return standings(
        entrants, outcomes, stage.chain, stage.seed, tally_of(stage), stage_counting(stage), extras
    )
