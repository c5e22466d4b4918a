"""Rulings made, and the rulings that a referee may make now."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.core import RuleError
from rules.penal import LOSE_MATCH, Fault, fill_line
from scoring.actas.selectors.actas import Record, fold_lines
from scoring.models import Ruling
from scoring.refereeing import ladders as refereeing
from scoring.refereeing.ladders import LatenessPrice
from scoring.refereeing.selectors.clock import minutes_since, refereeing_at
from tournaments.models import Entry, Match, Tournament
from tournaments.rounds.selectors.places import seats

LATE_FAULT = "tarde"
MISSING_REASON = "…"  # stands for a reason that is not written yet
Follows = Ruling.Follows


@dataclass(frozen=True, slots=True)
class RulingOffer:
    """A consequence of a fault.

    `key` is its value in the form («unit:partida:2»), `follows` its `Ruling.Follows`, and `lines`
    are the lines that it adds to the acta.
    """

    key: str
    follows: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FaultConsequences:
    """The possible consequences of a fault, and the key of the usual consequence.

    `count`: how many warnings the entry would have with a warning for this fault.
    `step`: the usual consequence of that warning.
    """

    fault: Fault | None
    offers: tuple[RulingOffer, ...]
    usual: str
    count: int
    step: str

    def offer(self, key: str) -> RulingOffer | None:
        return next((offer for offer in self.offers if offer.key == key), None)


# --- Rulings made -----------------------------------------------------------------------------
def rulings_of_entry(tournament: Tournament, number: int, *, public: bool) -> list[Ruling]:
    """Return an entry's rulings in all stages, lifted rulings too; `public` omits warnings."""
    rulings = Ruling.objects.filter(entry__tournament=tournament, entry__number=number)
    if public:
        rulings = rulings.exclude(follows=Follows.WARNING)
    return list(rulings.select_related("entry", "stage", "player", "match").order_by("pk"))


def table_of(entry: Entry) -> int | None:
    """Return the table where the entry plays, or played last; None before its first match."""
    matches = Match.objects.filter(
        sides__entry=entry,
        table__isnull=False,
        state__in=[Match.State.PLAYING, Match.State.FINISHED],
    )
    # Descending order puts «playing» before «finished».
    return matches.order_by("-state", "-called_at", "-pk").values_list("table", flat=True).first()


def rulings_of_tournament(tournament: Tournament, limit: int = 100) -> list[Ruling]:
    """Return at most `limit` rulings of the tournament, newest first."""
    rulings = Ruling.objects.filter(entry__tournament=tournament)
    rulings = rulings.select_related("stage__tournament", "entry", "player", "match")
    return list(rulings.prefetch_related(seats("entry")).order_by("-pk")[:limit])


def rulings_of_match(match: Match) -> list[Ruling]:
    """Return the rulings in force on the entries of this match, made in it or elsewhere."""
    entries = [side.entry_id for side in match.sides.all()]
    rulings = Ruling.objects.filter(entry__in=entries, lifted_at=None)
    return list(rulings.select_related("entry", "player", "match").order_by("entry__number", "pk"))


def warnings_of(entries: Iterable[Entry]) -> Counter[int]:
    """Return, by entry key, the number of warnings in force in the whole tournament."""
    rulings = Ruling.objects.filter(
        entry__in=list(entries), follows=Follows.WARNING, lifted_at=None
    ).order_by("pk")
    return Counter(rulings.values_list("entry_id", flat=True))


# --- Rulings available ------------------------------------------------------------------------
def fault_consequences(
    match: Match,
    entry: Entry,
    fault_key: str,
    record: Record,
    now: datetime,
    reason: str = MISSING_REASON,
) -> FaultConsequences:
    """Return the possible consequences of an entry's fault, with lines that the acta accepts."""
    options, side = match.game_rules(), side_of_entry(match, entry)
    fault = match.tournament.rules.faults(options).get(fault_key)
    stage_options = refereeing_at(match)
    count = warnings_of([entry])[entry.pk] + 1
    step = stage_options.usual_consequence(count)
    price = LatenessPrice()
    if fault_key == LATE_FAULT and not record.steps:
        minutes = minutes_since(match.called_at, now)
        price = stage_options.lateness_price(minutes or 0, match.round.number)
    offers = [
        RulingOffer(Follows.WARNING, Follows.WARNING),
        RulingOffer(Follows.POINTS, Follows.POINTS),
    ]
    if fault and fault.follows == Follows.HAND and not record.score.over:
        hand_lines = (fill_line(fault.line, side),)
        offers.append(RulingOffer(Follows.HAND, Follows.HAND, hand_lines))
    offers += _line_offers(match, side, fault, record, reason, price)
    offers.append(RulingOffer(Follows.OUT, Follows.OUT))
    return FaultConsequences(
        fault, tuple(offers), _usual_key(offers, fault, step, price), count, step
    )


def side_of_entry(match: Match, entry: Entry) -> int:
    """Return the side of an entry in a match. Raises KeyError if the entry does not play in it."""
    sides = {row.entry_id: row.side for row in match.sides.all()}
    return sides[entry.pk]


def _line_offers(
    match: Match, side: int, fault: Fault | None, record: Record, reason: str, price: LatenessPrice
) -> list[RulingOffer]:
    """Return the offers whose lines the acta accepts."""
    if record.score.over:
        return []
    penal = match.tournament.rules.penal(match.game_rules())
    lines_by_key: dict[str, tuple[str, ...]] = {}
    if fault and fault.follows == Follows.LINE:
        lines_by_key["usual"] = (fill_line(fault.line, side, reason),)
    for name, line in penal.units.items():
        for units in sorted({1, price.units} - {0}):
            lines_by_key[f"unit:{name}:{units}"] = (fill_line(line, side, reason),) * units
    if price.score:
        own_count, rival_count = price.score[1], price.score[0]
        score = (own_count, rival_count) if side == 0 else (rival_count, own_count)
        for index, line in enumerate(penal.scores):
            lines_by_key[f"score:{index}"] = (fill_line(line, side, reason, score),)
    lines_by_key["match"] = (fill_line(LOSE_MATCH, side, reason),)
    offers = []
    for key, lines in lines_by_key.items():
        record_after = _record_with_lines(match, record, lines)
        if record_after is None or (key.startswith("score") and _has_not_lost(record_after, side)):
            continue
        offers.append(RulingOffer(key, Follows.LINE, lines))
    return offers


def _record_with_lines(match: Match, record: Record, lines: Sequence[str]) -> Record | None:
    """Return the acta with these lines appended; None if it rejects them."""
    try:
        return fold_lines(match, [*record.lines, *lines])
    except RuleError:
        return None


def _has_not_lost(record: Record, side: int) -> bool:
    return not record.score.over or record.score.winner in (None, side)


def _usual_key(
    offers: Sequence[RulingOffer], fault: Fault | None, step: str, price: LatenessPrice
) -> str:
    """Return the key of the offer that is usual for this fault, step of warnings or lateness."""
    keys = [offer.key for offer in offers]

    def first_key(*prefixes: str) -> str:
        matching_keys = (key for prefix in prefixes for key in keys if key.startswith(prefix))
        return next(matching_keys, Follows.WARNING)

    if price.forfeit:
        return first_key("score", "match")
    if price.units:
        return first_key(*(f"{key}" for key in keys if key.endswith(f":{price.units}")), "points")
    if fault is None:
        return Follows.WARNING
    if fault.follows == Follows.LINE:
        return first_key("usual")
    if fault.follows != Follows.WARNING:
        return first_key(fault.follows)
    prefixes_by_step = {
        refereeing.WARNING: ("warning",),
        refereeing.UNIT: ("unit", "points"),
        refereeing.MATCH: ("match", "points"),
        refereeing.OUT: ("out",),
    }
    return first_key(*prefixes_by_step[step])
