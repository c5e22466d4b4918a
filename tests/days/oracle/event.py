"""The entries that qualify for each stage, and the final places of the whole event.

They are computed as docs/draw/stages.md and docs/standings/event.md describe them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.days.oracle.book import Book, papers_in
from tests.days.oracle.papers import PaperStage, paper_stage_of
from tournaments.models import Place, Stage, Tournament
from tournaments.pairing.draw import ball_order

# Values per match that also compare entries of different tables if the chain lacks them.
AVERAGED_KEYS = ("points", "counted_diff", "counted_won")
# Tie-breaks that compare only entries of the same table.
WITHIN_TABLE = ("head_to_head", "mini_league", "lot", "played", "format_order")
WITHIN_TABLE += ("exit_round", "survival", "bracket_place")
# Tie-breaks that are compared between tables without an average.
RATE_KEYS = ("wins_per_match", "rivals_percentage", "best_round", "first_there", "penalties")
LAST_OF_ALL = 10**6


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of an entry in its table.

    Its averages per match compare the entry with entries of other tables.
    """

    number: int
    group: str
    place: int
    averages: tuple[Fraction, ...]


def standings_of(paper_stage: PaperStage) -> list[Standing]:
    """Return the standing of every entry of the stage; entries without a group come last."""
    groups = paper_stage.groups or {"": paper_stage.numbers}
    standings = []
    for name, numbers in groups.items():
        papers = papers_in(paper_stage, name, numbers) if paper_stage.groups else paper_stage.papers
        book = Book(paper_stage, numbers, papers)
        standings += [
            Standing(n, name, place, averages(book, n)) for place, n, _values in book.table()
        ]
    numbers_placed = {standing.number for standing in standings}
    no_averages = (Fraction(0),)  # the last entries are not compared by their averages
    standings += [
        Standing(n, "", LAST_OF_ALL, no_averages)
        for n in paper_stage.numbers
        if n not in numbers_placed
    ]
    return standings


def averages(book: Book, n: int) -> tuple[Fraction, ...]:
    """Return the values that compare the entry with entries of other tables.

    First the tie-breaks of the chain, without those of `WITHIN_TABLE`; then points, difference and
    counted tally if the chain lacks them. Sums are divided by the matches.
    """
    chain = [key for key in book.paper_stage.chain if key not in WITHIN_TABLE]
    keys = [*chain, *(key for key in AVERAGED_KEYS if key not in chain)]
    if chain[:1] == ["counted_won"]:
        keys.remove("points")
    return tuple(average(book, key, n) for key in keys)


def average(book: Book, key: str, n: int) -> Fraction:
    papers = book.own_papers[n]
    if key in RATE_KEYS:
        return Fraction(book.value(key, n))
    if key in AVERAGED_KEYS:
        return per_match(book.value(key, n), counting_matches(book, n))
    if key == "progressive":
        last = max((paper.round for paper in book.papers), default=0)
        counting = [paper for paper in papers if not book.is_ignored_rest(paper)]
        return per_match(book.value(key, n), sum(last + 1 - paper.round for paper in counting))
    if key == "sonneborn":
        weight = {"won": 2, "drawn": 1}
        meetings = [
            (weight.get(book.result(paper, n), 0), book.rivals_in(paper, n)) for paper in papers
        ]
        total = sum(
            times * mean_points(book, rival) for times, rivals in meetings for rival in rivals
        )
        return per_match(total, book.played(n))
    if key in ("buchholz", "rivals_points", "buchholz_cut1", "median"):
        worth = mean_wins if key == "buchholz" else mean_points
        bounds = {"buchholz_cut1": (1, None), "median": (1, -1)}.get(key, (None, None))
        values = sorted(worth(book, rival) for rival in book.rivals(n))[slice(*bounds)]
        return per_match(sum(values), len(values))
    return per_match(book.value(key, n), book.played(n))


def counting_matches(book: Book, n: int) -> int:
    """Return the number of matches of the entry that count in its sums."""
    count = sum(not book.is_ignored_rest(paper) for paper in book.own_papers[n])
    return min(count, book.counting["best"]) if book.counting["best"] else count


def mean_points(book: Book, n: int) -> Fraction:
    """Return the points of the entry divided by its matches, or by 1 if it has none."""
    return Fraction(book.points_of(n), max(counting_matches(book, n), 1))


def mean_wins(book: Book, n: int) -> Fraction:
    return Fraction(book.wins(n), max(book.played(n), 1))


def per_match(value: Fraction | int, matches: int) -> Fraction:
    return Fraction(value) / matches if matches else Fraction(0)


# --- Qualified entries --------------------------------------------------------------------------
def qualifiers_for(stage: Stage) -> list[int]:
    """Return the numbers that the stage takes if it opens now, the best seed first.

    All quotas of the stage must be of one source stage. Entries with a place in another stage keep
    that place.
    """
    source = stage.tournament.stages.get(number=stage.intake[0]["stage"])
    paper_stage = paper_stage_of(source)
    held_places = {
        place.entry.number: place
        for place in Place.objects.filter(from_stage=source.number).exclude(stage=stage)
    }
    lot_order = {
        n: index for index, n in enumerate(ball_order(paper_stage.numbers, stage.seed, "quotas"))
    }
    order = ranked_entries(
        standings_of(paper_stage),
        paper_stage.gone_numbers - held_places.keys(),
        held_places,
        lot_order,
    )
    own_numbers: list[int] = []
    numbers_elsewhere: set[int] = set()
    for fed_stage in stages_fed(source):
        is_own = fed_stage.pk == stage.pk
        if fed_stage.opened_at is not None and not is_own:
            numbers_elsewhere |= {
                place.entry.number for place in fed_stage.places.select_related("entry")
            }
            continue
        for quota in fed_stage.intake:
            if quota.get("per", "group") == "rest":
                continue
            chosen_numbers = [
                n
                for n in numbers_chosen_by(quota, order)
                if n not in numbers_elsewhere and n not in held_places
            ]
            (own_numbers.extend if is_own else numbers_elsewhere.update)(
                n for n in chosen_numbers if n not in own_numbers
            )
    if any(quota.get("per") == "rest" for quota in stage.intake):
        own_numbers += [
            n
            for n, _place, _overall in order
            if n not in numbers_elsewhere and n not in own_numbers
        ]
    return [n for n, _place, _overall in order if n in own_numbers and n not in held_places]


def stages_fed(source: Stage) -> list[Stage]:
    """Return the stages that take entries from the source stage."""
    stages = source.tournament.stages.order_by("number")
    return [
        stage for stage in stages if any(quota["stage"] == source.number for quota in stage.intake)
    ]


def ranked_entries(
    standings: Sequence[Standing],
    excluded_numbers: Iterable[int],
    held_places: Mapping[int, Place],
    lot_order: Mapping[int, int],
) -> list[tuple[int, int, int]]:
    """Return the number, the place in the group and the overall place of each entry, in order.

    Entries in `excluded_numbers` are omitted. An entry in `held_places` keeps its recorded places.
    """
    excluded_numbers = set(excluded_numbers)
    remaining = [standing for standing in standings if standing.number not in excluded_numbers]

    def average_sort_key(standing: Standing) -> tuple[Any, ...]:
        return *(-average for average in standing.averages), lot_order[standing.number]

    place_in_group: dict[int, int] = {}
    for name in {standing.group for standing in remaining}:
        members = sorted(
            (standing for standing in remaining if standing.group == name),
            key=lambda standing: (standing.place, average_sort_key(standing)),
        )
        fixed_places = {
            member.number: held_places[member.number].from_place
            for member in members
            if member.number in held_places
        }
        if not name and has_groups(remaining):
            place_in_group |= dict.fromkeys((member.number for member in members), LAST_OF_ALL)
            continue
        place_in_group |= fill_places([member.number for member in members], fixed_places)
    order = sorted(
        remaining,
        key=lambda standing: (
            standing.place == LAST_OF_ALL,
            place_in_group[standing.number],
            average_sort_key(standing),
        ),
    )
    overall = fill_places(
        [standing.number for standing in order],
        {n: place.from_overall for n, place in held_places.items()},
    )
    rows = [
        (standing.number, place_in_group[standing.number], overall[standing.number])
        for standing in order
    ]
    return sorted(rows, key=lambda row: row[2])


def has_groups(standings: Iterable[Standing]) -> bool:
    return any(standing.group for standing in standings)


def fill_places(order: Sequence[int], fixed_places: Mapping[int, int]) -> dict[int, int]:
    """Give each entry its fixed place; the other entries take the free places in order."""
    free_places = iter(
        place for place in range(1, LAST_OF_ALL) if place not in fixed_places.values()
    )
    return {n: fixed_places[n] if n in fixed_places else next(free_places) for n in order}


def numbers_chosen_by(quota: Mapping[str, Any], order: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return the numbers that a quota chooses from the ranked entries."""
    first, last = quota.get("first", 1), quota.get("last", 1) or LAST_OF_ALL
    column = 2 if quota.get("per") == "all" else 1
    numbers = [row[0] for row in order if first <= row[column] <= last]
    return numbers[: quota["best"]] if quota.get("best") else numbers


# --- The whole event ----------------------------------------------------------------------------
def final_places(tournament: Tournament) -> dict[int, int]:
    """Return the final place of each entry: by the last stage it reached, then its place there.

    Each stage must take its entries from one stage.
    """
    stages = list(tournament.stages.select_related("tournament").order_by("number"))
    places: dict[int, int] = {}
    for places_of_stage in places_by_last_stage(stages, stages[0]):
        above = len(places)
        places |= {n: above + place for n, place in places_of_stage.items()}
    return places


def places_by_last_stage(stages: Sequence[Stage], stage: Stage) -> list[dict[int, int]]:
    """Return the places of the entries that end in each stage, from this stage on.

    The stages fed by this one come before it, the best one first.
    """
    fed_stages = [
        later for later in stages if any(quota["stage"] == stage.number for quota in later.intake)
    ]
    fed_stages.sort(
        key=lambda later: (
            all(quota.get("per") == "rest" for quota in later.intake),
            min(quota.get("first", 1) for quota in later.intake),
        )
    )
    later_levels = [
        places_of_stage
        for later in fed_stages
        for places_of_stage in places_by_last_stage(stages, later)
    ]
    qualified_numbers = {
        place.entry.number for later in fed_stages for place in later.places.select_related("entry")
    }
    return [*later_levels, places_ending_in(stage, qualified_numbers)]


def places_ending_in(stage: Stage, qualified_numbers: Iterable[int]) -> dict[int, int]:
    """Return the places, counted from 1, of the entries whose last stage is this one."""
    paper_stage = paper_stage_of(stage)
    standings = [
        standing
        for standing in standings_of(paper_stage)
        if standing.number not in set(qualified_numbers)
    ]
    if not paper_stage.sheet:
        return {standing.number: 1 for standing in standings}

    def sort_key(standing: Standing) -> tuple[Any, ...]:
        return (
            (standing.place, tuple(-n for n in standing.averages))
            if paper_stage.groups
            else (standing.place,)
        )

    return {
        standing.number: 1 + sum(sort_key(other) < sort_key(standing) for other in standings)
        for standing in standings
    }
