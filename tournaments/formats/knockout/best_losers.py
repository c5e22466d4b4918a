"""A round for everybody (the previa), then a bracket filled with the best losers of the previa."""

from dataclasses import replace

from tournaments.formats.core import Situation
from tournaments.formats.knockout.options import Options
from tournaments.formats.knockout.pieces import ANEW, BRACKET, SectionPiece, main_piece
from tournaments.formats.knockout.sections import losers, losers_who_may_play_on, winners
from tournaments.formats.snapshots import with_winners
from tournaments.pairing.byes import bracket_size
from tournaments.pairing.draw import ball_order

LABEL = "knockout losers"


def next_pieces(situation: Situation, options: Options, seed: str) -> list[SectionPiece]:
    """Return the piece of the bracket after the previa; [] for fewer than two entries."""
    through, _missing = entries_and_closed_places(situation, seed)
    if len(through) < 2:
        return []
    return [main_piece(through, ANEW if options.redraw else BRACKET)]


def entries_and_closed_places(situation: Situation, seed: str) -> tuple[tuple[int, ...], int]:
    """Return the entries of the bracket, and the number of places that no loser may fill.

    The winners, the byes and the re-entries come first. The best losers fill the bracket up to a
    power of two, by the ranking or by their totals, then by lot. A loser without a positive total,
    or of a match that both sides lost, never qualifies.
    """
    played = situation.rounds[0]
    beaten = losers(sorted(played, key=lambda match: match.position))
    by_somebody = frozenset(losers_who_may_play_on(played))
    entrants = {entrant.number: entrant for entrant in situation.entrants}
    active = [n for n in beaten if n in entrants and entrants[n].active]
    back = tuple(number for number in active if entrants[number].again)
    through = (*winners(played), *back)
    vacancies = bracket_size(len(through)) - len(through)
    counted = _totals_in_previa(situation)
    places = {number: place for place, number in enumerate(situation.ranking)}
    drawn = [
        number
        for number in ball_order(active, seed, LABEL)
        if number in by_somebody and number not in back and counted.get(number, 0) > 0
    ]
    drawn.sort(key=lambda n: (places.get(n, len(places)), -counted[n]))
    best = tuple(drawn[:vacancies])
    return through + best, vacancies - len(best)


def snapshot(situation: Situation) -> Situation:
    """Return `with_winners` plus the ranking and the totals of the losers of the previa."""
    beaten, counted = frozenset(losers(situation.rounds[0])), _totals_in_previa(situation)
    return replace(
        with_winners(situation),
        ranking=tuple(number for number in situation.ranking if number in beaten),
        counted={number: counted.get(number, 0) for number in sorted(beaten)},
    )


def _totals_in_previa(situation: Situation) -> dict[int, int]:
    """Return each entry's total in the previa, or in `situation.counted` if the previa has none."""
    counted = dict(situation.counted)
    for match in situation.rounds[0]:
        counted.update(zip(match.sides, match.counted, strict=False))
    return counted
