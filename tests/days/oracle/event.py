"""The entries that go on from one stage to the next, and where everybody stands in the whole event:
as docs/draw/stages.md and docs/standings.md («Final standings») say
it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.days.oracle.book import Book, papers_in
from tests.days.oracle.papers import Hall, hall_of
from tournaments.models import Place, Stage, Tournament
from tournaments.pairing.draw import ball_order

AVERAGED = ("points", "counted_diff", "counted_won")
# What says nothing between two tables; and what is compared as it stands in its own.
WITHIN = ("head_to_head", "mini_league", "lot", "played", "format_order")
WITHIN += ("exit_round", "survival", "bracket_place")
AS_IT_IS = ("wins_per_match", "rivals_percentage", "best_round", "first_there", "penalties")
LAST_OF_ALL = 10**6


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entry stands in its own table, and its averages a match."""

    number: int
    group: str
    place: int
    averages: tuple[Fraction, ...]


def standings_of(hall: Hall) -> list[Standing]:
    """Everybody of the stage; who is in no group has no place in one."""
    groups = hall.groups or {"": hall.numbers}
    found = []
    for name, numbers in groups.items():
        papers = papers_in(hall, name, numbers) if hall.groups else hall.papers
        book = Book(hall, numbers, papers)
        found += [Standing(n, name, place, averages(book, n)) for place, n, _values in book.table()]
    placed = {one.number for one in found}
    nothing = (Fraction(0),)  # they come after everybody else: nothing of them is compared
    found += [Standing(n, "", LAST_OF_ALL, nothing) for n in hall.numbers if n not in placed]
    return found


def averages(book: Book, n: int) -> tuple[Fraction, ...]:
    """What the chain looks at that other tables have too, in its order, and then what it does not
    look at of points, difference and what was won; sums go a match."""
    chain = [key for key in book.hall.chain if key not in WITHIN]
    keys = [*chain, *(key for key in AVERAGED if key not in chain)]
    if chain[:1] == ["counted_won"]:
        keys.remove("points")
    return tuple(average(book, key, n) for key in keys)


def average(book: Book, key: str, n: int) -> Fraction:
    papers = book.own_papers[n]
    if key in AS_IT_IS:
        return Fraction(book.value(key, n))
    if key in AVERAGED:
        return a_match(book.value(key, n), that_count(book, n))
    if key == "progressive":
        last = max((paper.round for paper in book.papers), default=0)
        brings = [paper for paper in papers if not book.brings_nothing(paper)]
        return a_match(book.value(key, n), sum(last + 1 - paper.round for paper in brings))
    if key == "sonneborn":
        weight = {"won": 2, "drawn": 1}
        met = [(weight.get(book.result(p, n), 0), book.rivals_in(p, n)) for p in papers]
        found = sum(times * points(book, one) for times, rivals in met for one in rivals)
        return a_match(found, book.played(n))
    if key in ("buchholz", "rivals_points", "buchholz_cut1", "median"):
        worth = wins if key == "buchholz" else points
        left_out = {"buchholz_cut1": (1, None), "median": (1, -1)}.get(key, (None, None))
        kept = sorted(worth(book, one) for one in book.rivals(n))[slice(*left_out)]
        return a_match(sum(kept), len(kept))
    return a_match(book.value(key, n), book.played(n))


def that_count(book: Book, n: int) -> int:
    many = sum(not book.brings_nothing(paper) for paper in book.own_papers[n])
    return min(many, book.says["best"]) if book.says["best"] else many


def points(book: Book, n: int) -> Fraction:
    """Points a match, of one without any: as they are."""
    return Fraction(book.points_of(n), max(that_count(book, n), 1))


def wins(book: Book, n: int) -> Fraction:
    return Fraction(book.wins(n), max(book.played(n), 1))


def a_match(value: Fraction | int, many: int) -> Fraction:
    return Fraction(value) / many if many else Fraction(0)


# --- Who goes on --------------------------------------------------------------------------------
def going_to(stage: Stage) -> list[int]:
    """The numbers that a stage takes when it is opened now, the best seeded first; all of its
    quotas are of one stage."""
    source = stage.tournament.stages.get(number=stage.intake[0]["stage"])
    hall = hall_of(source)
    held = {
        place.entry.number: place
        for place in Place.objects.filter(from_stage=source.number).exclude(stage=stage)
    }
    balls = {n: at for at, n in enumerate(ball_order(hall.numbers, stage.seed, "quotas"))}
    order = in_order(standings_of(hall), hall.gone - held.keys(), held, balls)
    taken: list[int] = []
    others: set[int] = set()
    for one in stages_fed(source):
        mine = one.pk == stage.pk
        if one.opened_at is not None and not mine:
            others |= {place.entry.number for place in one.places.select_related("entry")}
            continue
        for quota in one.intake:
            if quota.get("per", "group") == "rest":
                continue
            chosen = [n for n in chosen_by(quota, order) if n not in others and n not in held]
            (taken.extend if mine else others.update)(n for n in chosen if n not in taken)
    if any(quota.get("per") == "rest" for quota in stage.intake):
        taken += [n for n, _place, _overall in order if n not in others and n not in taken]
    return [n for n, _place, _overall in order if n in taken and n not in held]


def stages_fed(source: Stage) -> list[Stage]:
    stages = source.tournament.stages.order_by("number")
    return [one for one in stages if any(q["stage"] == source.number for q in one.intake)]


def in_order(
    standings: Sequence[Standing],
    gone: Iterable[int],
    held: Mapping[int, Place],
    balls: Mapping[int, int],
) -> list[tuple[int, int, int]]:
    """Number, place in the group and place among everybody: whose is written down keeps it."""
    gone = set(gone)
    here = [one for one in standings if one.number not in gone]

    def best(one: Standing) -> tuple[Any, ...]:
        return *(-number for number in one.averages), balls[one.number]

    in_group: dict[int, int] = {}
    for name in {one.group for one in here}:
        people = sorted(
            (one for one in here if one.group == name), key=lambda x: (x.place, best(x))
        )
        kept = {one.number: held[one.number].from_place for one in people if one.number in held}
        if not name and has_groups(here):
            in_group |= dict.fromkeys((one.number for one in people), LAST_OF_ALL)
            continue
        in_group |= filled([one.number for one in people], kept)
    order = sorted(
        here, key=lambda one: (one.place == LAST_OF_ALL, in_group[one.number], best(one))
    )
    overall = filled(
        [one.number for one in order], {n: place.from_overall for n, place in held.items()}
    )
    found = [(one.number, in_group[one.number], overall[one.number]) for one in order]
    return sorted(found, key=lambda one: one[2])


def has_groups(here: Iterable[Standing]) -> bool:
    """Whether the stage has groups: who is in none has no place in one."""
    return any(one.group for one in here)


def filled(order: Sequence[int], kept: Mapping[int, int]) -> dict[int, int]:
    """The places from 1: those kept by who has them, the others in order in those left."""
    free = iter(place for place in range(1, LAST_OF_ALL) if place not in kept.values())
    return {n: kept[n] if n in kept else next(free) for n in order}


def chosen_by(quota: Mapping[str, Any], order: Sequence[tuple[int, int, int]]) -> list[int]:
    first, last = quota.get("first", 1), quota.get("last", 1) or LAST_OF_ALL
    at = 2 if quota.get("per") == "all" else 1
    inside = [one[0] for one in order if first <= one[at] <= last]
    return inside[: quota["best"]] if quota.get("best") else inside


# --- The whole event ----------------------------------------------------------------------------
def final_places(tournament: Tournament) -> dict[int, int]:
    """The place of every entry, by the last stage it has reached; each stage is fed by one."""
    stages = list(tournament.stages.select_related("tournament").order_by("number"))
    places: dict[int, int] = {}
    for level in levels(stages, stages[0]):
        above = len(places)
        places |= {n: above + place for n, place in level.items()}
    return places


def levels(stages: Sequence[Stage], stage: Stage) -> list[dict[int, int]]:
    fed = [one for one in stages if any(q["stage"] == stage.number for q in one.intake)]
    fed.sort(
        key=lambda one: (
            all(quota.get("per") == "rest" for quota in one.intake),
            min(quota.get("first", 1) for quota in one.intake),
        )
    )
    found = [level for one in fed for level in levels(stages, one)]
    gone_on = {place.entry.number for one in fed for place in one.places.select_related("entry")}
    return [*found, level_of(stage, gone_on)]


def level_of(stage: Stage, gone_on: Iterable[int]) -> dict[int, int]:
    """The places of those who have gone no further than this stage, from 1."""
    hall = hall_of(stage)
    left = [one for one in standings_of(hall) if one.number not in set(gone_on)]
    if not hall.sheet:
        return {one.number: 1 for one in left}

    def value(one: Standing) -> tuple[Any, ...]:
        return (one.place, tuple(-n for n in one.averages)) if hall.groups else (one.place,)

    return {one.number: 1 + sum(value(other) < value(one) for other in left) for one in left}
