"""A round for everybody (the previa), then a bracket filled with the best losers of the previa."""

from dataclasses import replace

from tournaments.formats.core import Situation
from tournaments.formats.knockout.options import Options
from tournaments.formats.knockout.pieces import ANEW, BRACKET, SectionPiece, main_piece
from tournaments.formats.knockout.sections import losers, losers_who_may_play_on, winners
from tournaments.formats.snapshots import winners_snapshot
from tournaments.pairing.byes import bracket_size
from tournaments.pairing.draw import ball_order

LABEL = "knockout losers"


def next_pieces(situation: Situation, options: Options, seed: str) -> list[SectionPiece]:
    """Return the piece of the bracket after the previa; [] for fewer than two entries."""
    numbers, _closed_places = entries_and_closed_places(situation, seed)
    if len(numbers) < 2:
        return []
    return [main_piece(numbers, ANEW if options.redraw else BRACKET)]


def entries_and_closed_places(situation: Situation, seed: str) -> tuple[tuple[int, ...], int]:
    """Return the entries of the bracket, and the number of places that no loser may fill.

    The winners, the byes and the re-entries come first. The best losers fill the bracket up to a
    power of two, by the ranking or by their totals, then by lot. A loser without a positive total,
    or of a match that both sides lost, never qualifies.
    """
    previa = situation.rounds[0]
    previa_losers = losers(sorted(previa, key=lambda match: match.position))
    eligible_losers = frozenset(losers_who_may_play_on(previa))
    entrants = {entrant.number: entrant for entrant in situation.entrants}
    active = [n for n in previa_losers if n in entrants and entrants[n].active]
    re_entries = tuple(number for number in active if entrants[number].again)
    bracket_entries = (*winners(previa), *re_entries)
    vacancies = bracket_size(len(bracket_entries)) - len(bracket_entries)
    totals = _totals_in_previa(situation)
    places = {number: place for place, number in enumerate(situation.ranking)}
    candidates = [
        number
        for number in ball_order(active, seed, LABEL)
        if number in eligible_losers and number not in re_entries and totals.get(number, 0) > 0
    ]
    candidates.sort(key=lambda n: (places.get(n, len(places)), -totals[n]))
    best_losers = tuple(candidates[:vacancies])
    return bracket_entries + best_losers, vacancies - len(best_losers)


def snapshot(situation: Situation) -> Situation:
    """Return `winners_snapshot` plus the ranking and the totals of the losers of the previa."""
    previa_losers, totals = frozenset(losers(situation.rounds[0])), _totals_in_previa(situation)
    return replace(
        winners_snapshot(situation),
        ranking=tuple(number for number in situation.ranking if number in previa_losers),
        counted={number: totals.get(number, 0) for number in sorted(previa_losers)},
    )


def _totals_in_previa(situation: Situation) -> dict[int, int]:
    """Return each entry's total in the previa, or in `situation.counted` if the previa has none."""
    totals = dict(situation.counted)
    for match in situation.rounds[0]:
        totals.update(zip(match.sides, match.counted, strict=False))
    return totals
