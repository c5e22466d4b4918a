"""Eliminatoria: a loser is out, or has a second chance. Any number of entries.

By default, byes are drawn in the first round up to the next power of two. Then comes a fixed
bracket, in which position p receives the winners of positions 2p-1 and 2p. A round has one piece
for each section that plays in it (main bracket, consolation…). `single`, `double` and `best_losers`
choose the pieces, `pieces` draws them, and `options` has the options.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.arrivals import Vacancy, vacancies
from tournaments.formats.base import MUTUAL_TIEBREAKS, ORDER_TIEBREAKS, RIVAL_TIEBREAKS, Format
from tournaments.formats.core import (
    FINAL,
    INTO_BYE,
    TOO_LATE,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
)
from tournaments.formats.history import (
    active_numbers,
    active_set,
    all_finished,
    losses,
    refuse_unfinished,
)
from tournaments.formats.knockout import best_losers, double, single
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.double import rounds_to_play
from tournaments.formats.knockout.layout import BracketLayout
from tournaments.formats.knockout.options import (
    BEST_LOSERS,
    CHOICES,
    CLASSIC,
    CONSOLATION,
    DOUBLE,
    GRAND_FINAL,
    KEY,
    MAIN,
    NONE,
    PREVIOUS,
    RESTED,
    SECTION,
    Options,
)
from tournaments.formats.knockout.pieces import ANEW, BRACKET, SectionPiece, main_piece, pairings_of
from tournaments.formats.knockout.seating import add_group_concession
from tournaments.formats.knockout.sections import (
    losers,
    losers_of_first_match,
    losers_who_may_play_on,
    refuse_incomplete,
    section_of,
    sections,
)
from tournaments.formats.knockout.single import best_place_of_section
from tournaments.formats.report import concessions_of
from tournaments.formats.seeds import LOT, SEED
from tournaments.formats.snapshots import winners_snapshot
from tournaments.pairing.byes import bracket_size


class Knockout(Format[Options]):
    key = KEY
    tiebreaks = ("exit_round", "counted_won", "counted_diff")
    excluded_tiebreaks = (
        RIVAL_TIEBREAKS
        | ORDER_TIEBREAKS
        | MUTUAL_TIEBREAKS
        | {"survival", "wins_per_match", "first_there"}
    )
    choices = CHOICES
    ball_label = KEY
    can_draw = False
    has_bracket = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the first round from the seed; later rounds from the bracket, or drawn anew.

        A late arrival that fills no bye is never drawn. A winner who has withdrawn is still paired.
        Raises DrawError `too_few_entrants`, `round_unfinished`, `bracket_incomplete` or
        `stage_over`.
        """
        if not situation.rounds:
            return self._draw(situation, options, [_first_piece(situation, options)], seed)
        refuse_unfinished(situation)
        refuse_incomplete(situation)
        pieces = _pieces(situation, options, seed)
        if not pieces:
            raise DrawError("stage_over", rounds=len(situation.rounds))
        return self._draw(situation, options, pieces, seed)

    def _draw(
        self, situation: Situation, options: Options, pieces: Sequence[SectionPiece], seed: str
    ) -> Draw:
        pairings = pairings_of(situation, options, pieces, seed)
        report = self.concessions(situation, pairings, options)
        closed_places = (
            best_losers.entries_and_closed_places(situation, seed)[1]
            if _bracket_is_next(situation)
            else 0
        )
        return Draw(
            pairings,
            report.add_broken_wish("unfilled", [(closed_places,)] if closed_places else []),
        )

    def is_over(self, situation: Situation, options: Options) -> bool:
        """Return whether every match is finished and no section has another round."""
        if not situation.rounds or not all_finished(situation):
            return False
        return not _pieces(situation, options, "")

    def rounds_in_all(self, entrants: int, options: Options) -> int:
        return rounds_in_all(entrants, options)

    def chain(self, options: Options, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks, with the round of elimination or the bracket places first."""
        plain = not (options.redraw or options.placements) and options.repesca == NONE
        return self.tiebreaks if plain else ("bracket_place", *self.tiebreaks[1:])

    def places(self, situation: Situation, options: Options) -> tuple[tuple[int, ...], ...]:
        return places(situation, options)

    def picture(self, situation: Situation, options: Options) -> tuple[BracketLayout, ...]:
        return picture(situation, options)

    def seeds(self, entries: int, options: Options) -> int:
        """Return the number of seeds: none with LOT; at most one a match in a fixed SEED bracket.

        There are never more than the option `seeds`, if it is set, nor more than `entries`.
        """
        if options.seeding == LOT:
            return 0
        seeds = min(options.seeds or entries, entries)
        one_a_match = options.seeding == SEED and not options.redraw
        return min(seeds, bracket_size(entries) // 2) if one_a_match else seeds

    def phase(self, options: Options, pairings: Iterable[tuple[int, str]]) -> str:
        """Return `main` and its number of ties, the name of another section, or "".

        In double elimination only the grand final has a name. Otherwise, a round of several
        sections is named by its previa or main bracket, and has no name without them.

        >>> KNOCKOUT.phase(Options(), [(1, ""), (2, ""), (3, "third_place")])
        'main 2'
        """
        sections = [SECTION[purpose.partition(" ")[0]] for purpose in dict(pairings).values()]
        if options.repesca == DOUBLE:
            return GRAND_FINAL if set(sections) == {GRAND_FINAL} else ""
        if PREVIOUS in sections:
            return PREVIOUS
        if ties := sections.count(MAIN):
            return f"{MAIN} {ties}"
        return sections[0] if len(set(sections)) == 1 else ""

    def phase_to_come(self, number: int, entrants: int, options: Options) -> str:
        """Return the phase of round `number`, from the number of entries in the first draw.

        Return "" in double elimination before the grand final, for a later round drawn anew beside
        a consolation, and after the end of the main bracket.

        >>> KNOCKOUT.phase_to_come(2, 12, Options()), KNOCKOUT.phase_to_come(4, 12, Options())
        ('main 4', 'main 1')
        """
        if options.repesca == CONSOLATION and number > 1 and options.redraw:
            return ""
        if options.repesca == DOUBLE:
            return GRAND_FINAL if number == rounds_in_all(entrants, options) else ""
        if options.repesca == BEST_LOSERS and entrants > 2:
            if number == 1:
                return PREVIOUS
            number, entrants = number - 1, (entrants + 1) // 2
        if number > _single_rounds(entrants):
            return ""  # the bracket is over, and only a consolation goes on
        places = entrants if options.redraw else bracket_size(entrants)
        return f"{MAIN} {-(-places >> number)}"

    def bye_value(self, options: Options) -> str:
        return WIN

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        """Return `winners_snapshot`; before the draw of best losers, also the losers' totals."""
        return (
            best_losers.snapshot(situation)
            if _bracket_is_next(situation)
            else winners_snapshot(situation)
        )

    def by_lot(self, number: int, options: Options) -> bool:
        """Return True for round 1 and each round in which a repesca may start.

        With `redraw`, return True for every round.
        """
        if options.redraw:
            return True
        return number <= {CONSOLATION: 3, BEST_LOSERS: 2}.get(options.repesca, 1)

    def consolation_round(self, entrants: int, options: Options) -> int:
        """Return 2 if every entry plays in round 1; else 3, as entries with a bye begin in round 2.

        Return 0 without a consolation, and with `redraw`, because every round is then drawn.

        >>> [KNOCKOUT.consolation_round(8, Options(repesca=way)) for way in (CONSOLATION, NONE)]
        [2, 0]
        """
        if options.repesca != CONSOLATION or options.redraw:
            return 0
        return 2 if entrants == bracket_size(entrants) else 3

    def is_fixed_by_ranks(self, options: Options) -> bool:
        """Return True for a classic bracket in which every ranked entry is a seed."""
        return options.seeding == CLASSIC and not options.seeds

    def living_entries(self, situation: Situation, options: Options) -> frozenset[int]:
        """Return the entries that may still be drawn; at the end, the champion, if there is one."""
        if self.is_over(situation, options):
            if any(
                match.lost and match.purpose in DECIDING_PURPOSES for match in situation.rounds[-1]
            ):
                return frozenset()
            return active_set(situation) & set(places(situation, options)[0])
        return active_set(situation) & (
            active_set(situation) - losses(situation.rounds).keys()
            | _second_chance_losers(situation, options)
        )

    def late_arrival(self, situation: Situation, options: Options) -> str:
        return INTO_BYE if len(situation.rounds) <= 1 else TOO_LATE

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the byes of round 1, which late arrivals can fill one by one; () later."""
        return vacancies(situation) if len(situation.rounds) == 1 else ()

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return the concessions; a bye can be unfair only with `redraw` or with RESTED byes."""
        main = [match for match in pairings if match.purpose in ("", FINAL, PREVIOUS)]
        byes_may_be_unfair = (options.redraw or options.byes == RESTED) and any(
            match.is_bye for match in main
        )
        judged_matches = (
            main if byes_may_be_unfair else [match for match in pairings if match.is_bye]
        )
        candidates = {number for match in judged_matches for number in match.sides}
        # An entry is not absent from a round in which its section does not play.
        situation_without_absences = replace(situation, absence_rests=False)
        report = concessions_of(
            situation_without_absences, pairings, candidates=candidates, byes_by_points=False
        )
        bracket_begins = not situation.rounds or _bracket_is_next(situation)
        return add_group_concession(report, situation, main) if bracket_begins else report


KNOCKOUT = Knockout()
DECIDING_PURPOSES = (FINAL, GRAND_FINAL)  # the purposes of a match that decides the champion


def _first_piece(situation: Situation, options: Options) -> SectionPiece:
    numbers = active_numbers(situation)
    if options.repesca == BEST_LOSERS and len(numbers) > 2:
        return SectionPiece((PREVIOUS, ""), PREVIOUS, numbers, ANEW)
    if options.repesca == DOUBLE:
        return main_piece(numbers, ANEW if options.redraw else BRACKET, "")
    return main_piece(numbers, ANEW if options.redraw else BRACKET)


def _pieces(situation: Situation, options: Options, seed: str) -> list[SectionPiece]:
    if options.repesca == DOUBLE:
        return double.next_pieces(situation, options)
    if _bracket_is_next(situation):
        return best_losers.next_pieces(situation, options, seed)
    return single.next_pieces(situation, options)


def _bracket_is_next(situation: Situation) -> bool:
    """Return whether the bracket is drawn next: the only round so far is the previa."""
    return len(situation.rounds) == 1 and any(
        section_of(match)[0] == PREVIOUS for match in situation.rounds[0]
    )


def _second_chance_losers(situation: Situation, options: Options) -> frozenset[int]:
    """Return losers who may still be drawn, some of them only if other entries lose."""
    if not situation.rounds:
        return frozenset()
    loss_counts = losses(situation.rounds)
    if options.repesca == DOUBLE:
        return frozenset(number for number, times in loss_counts.items() if times == 1)
    hopeful_losers: set[int] = set()
    if all_finished(situation):
        for piece in _pieces(situation, options, ""):
            hopeful_losers.update(piece.numbers)
    else:
        hopeful_losers.update(_hopeful_entries(situation, options))
    if options.repesca == CONSOLATION and not _consolation_begun(situation):
        hopeful_losers.update(losers_of_first_match(situation))
    return frozenset(hopeful_losers)


def _hopeful_entries(situation: Situation, options: Options) -> set[int]:
    """Return, for an unfinished round, the losers who may play on and the entries still playing."""
    entries: set[int] = set()
    for section, ties in sections(situation.rounds[-1]).items():
        entries.update(n for match in ties if not match.finished for n in match.sides)
        if len(ties) > 1:  # the winner of one of several ties plays on in the bracket
            entries.update(match.winner for match in ties if match.winner is not None)
        semifinals = section[0] == MAIN and len(ties) == 2 and options.third_place
        if semifinals or section[0] == PREVIOUS or (options.placements and len(ties) > 1):
            entries.update(losers_who_may_play_on(ties))
    if options.redraw:
        entries.update(single.returning_entries(situation, options))
    return entries


def _consolation_begun(situation: Situation) -> bool:
    return any(section_of(m)[0] == CONSOLATION for matches in situation.rounds for m in matches)


# --- Length ---------------------------------------------------------------------------------------
def rounds_in_all(entrants: int, options: Options) -> int:
    """Return the number of rounds (7 for 107 entries); 0 if the results decide it.

    With a second grand final, for example, the results decide the number.
    """
    if entrants < 2:
        return 0
    if options.repesca == CONSOLATION:
        return _consolation_rounds(entrants, options)
    if options.repesca == DOUBLE:
        return 0 if options.reset else _double_rounds(entrants, options)
    if options.repesca == BEST_LOSERS and entrants > 2:
        return 1 + _single_rounds((entrants + 1) // 2)
    return _single_rounds(entrants)


def _single_rounds(entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


def _double_rounds(entrants: int, options: Options) -> int:
    if not options.redraw:
        return rounds_to_play(bracket_size(entrants) // 2)
    unbeaten_count = entrants
    once_beaten_count = 0
    rounds = 0
    while (unbeaten_count, once_beaten_count) != (1, 1):
        beaten_count = unbeaten_count // 2
        unbeaten_count = unbeaten_count - beaten_count
        once_beaten_count = once_beaten_count - once_beaten_count // 2 + beaten_count
        rounds = rounds + 1
    return rounds + 1


def _consolation_rounds(entrants: int, options: Options) -> int:
    """Return the number of rounds with a consolation; 0 if the results decide it.

    The consolation starts in round 2, or in round 3 if there are byes.
    """
    resting = entrants % 2 if options.redraw else bracket_size(entrants) - entrants
    if not resting:
        return max(_single_rounds(entrants), 1 + _single_rounds(entrants // 2))
    if options.redraw:
        return 0
    quarter = bracket_size(entrants) // 4
    beaten = (entrants - resting) // 2
    fewest, most = beaten + max(0, resting - quarter), beaten + min(resting, quarter)
    lengths = {
        max(_single_rounds(entrants), 2 + _single_rounds(size) if size > 1 else 0)
        for size in (fewest, most)
    }
    return lengths.pop() if len(lengths) == 1 else 0


# --- Places ---------------------------------------------------------------------------------------
def places(situation: Situation, options: Options) -> tuple[tuple[int, ...], ...]:
    """Return every drawn entry, first to last, in groups that share a place (so far).

    An active entry has the best place that it can still reach; a loser stands below all entries of
    its section that advanced. In double elimination, a later last round means a better place; the
    winners of a round stand above its losers.
    """
    place_of = (
        _places_by_last_round(situation)
        if options.repesca == DOUBLE
        else _places_by_section(situation)
    )
    groups: dict[int, list[int]] = {}
    for number in sorted(place_of):
        groups.setdefault(place_of[number], []).append(number)
    return tuple(tuple(groups[place]) for place in sorted(groups))


def _places_by_section(situation: Situation) -> Mapping[int, int]:
    place_of: dict[int, int] = {}
    for matches in situation.rounds:
        for section, ties in sections(matches).items():
            best_place, losers_of_ties = best_place_of_section(situation, section), losers(ties)
            # The losers of the previa stand below all entries that may still fill the bracket.
            advancing_count = len(situation.entrants) if section[0] == PREVIOUS else len(ties)
            for match in ties:
                for number in match.sides:
                    place_of[number] = (
                        best_place + advancing_count if number in losers_of_ties else best_place
                    )
    return place_of


def _places_by_last_round(situation: Situation) -> Mapping[int, int]:
    place_of: dict[int, int] = {}
    for number, matches in enumerate(situation.rounds, start=1):
        for match in matches:
            for side in match.sides:
                place_of[side] = -2 * number - (side not in match.losers)
    return place_of
