"""Positions of the boxes and lines of a bracket, in px of its picture."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core import FINAL, THIRD_PLACE, PlayedMatch, Situation
from tournaments.formats.knockout.double import loser_origin, rounds_to_play
from tournaments.formats.knockout.options import (
    CONSOLATION,
    GRAND_FINAL,
    LOSERS,
    MAIN,
    PLACEMENT,
    PREVIOUS,
    SECOND_FINAL,
    Options,
)
from tournaments.formats.knockout.sections import THE_MAIN, Section
from tournaments.pairing.byes import bracket_size, bye_positions

BOX_WIDTH, BOX_HEIGHT = 270, 54
COLUMN_GAP, BOX_GAP = 36, 14  # px between columns; px from a box to the box below
PITCH = BOX_HEIGHT + BOX_GAP  # from the top of a box to the top of the next box
HEADER = 56  # px above the first box
THIRD_PLACE_GAP = 64  # px from the final down to the third-place box
EDGE = 6  # px of margin, so that a thick line is not cut


@dataclass(frozen=True, slots=True)
class Layout:
    """A picture of `width` × `height` px.

    `columns` has the left edge of each round, `boxes` the upper edges of its ties in order, and
    `lines` the paths from each tie to the ties that feed it. `box` is the width and height of each
    box. `third` is the upper left corner of the third-place box, or None.
    """

    width: int
    height: int
    box: tuple[int, int]
    columns: tuple[int, ...]
    boxes: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]
    third: tuple[int, int] | None = None


def widest_box(rounds: int, room: int) -> int:
    """Return the width of a box if `rounds` columns share `room` px; at least the usual width.

    >>> widest_box(1, 600), widest_box(2, 600), widest_box(3, 600)
    (588, 276, 270)
    """
    return max(BOX_WIDTH, (room - 2 * EDGE + COLUMN_GAP) // rounds - COLUMN_GAP)


def lay_out(
    sizes: Sequence[int],
    *,
    linked: bool = True,
    third: bool = False,
    box: tuple[int, int] = (BOX_WIDTH, BOX_HEIGHT),
) -> Layout:
    """Return the layout of a bracket; `sizes` has the number of ties of each round, in order.

    If `linked`, a round with half the ties of the previous round, or as many, is centred on the
    ties that feed it, with lines to them. Any other round is spread over the height. `third` adds a
    box below the final.

    >>> lay_out([2, 1]).boxes
    ((56, 124), (90,))
    """
    box_width, box_height = box
    pitch = box_height + BOX_GAP
    middles: list[list[float]] = []
    for index, size in enumerate(sizes):
        previous_size = sizes[index - 1] if index and linked else 0
        if previous_size == 2 * size:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
        elif previous_size == size:
            middles.append(middles[-1])
        else:
            step = pitch * max(sizes) / size
            middles.append([HEADER + step * (place + 0.5) - BOX_GAP / 2 for place in range(size)])
    columns = tuple(EDGE + index * (box_width + COLUMN_GAP) for index in range(len(sizes)))
    boxes = tuple(tuple(round(middle - box_height / 2) for middle in column) for column in middles)
    third_corner = (columns[-1], boxes[-1][-1] + box_height + THIRD_PLACE_GAP) if third else None
    lowest = max(HEADER + pitch * max(sizes), third_corner[1] + pitch if third_corner else 0)
    return Layout(
        width=columns[-1] + box_width + EDGE,
        height=lowest + EDGE,
        box=box,
        columns=columns,
        boxes=boxes,
        lines=_lines(columns, boxes, box) if linked else (),
        third=third_corner,
    )


def _lines(
    columns: Sequence[int], boxes: Sequence[Sequence[int]], box: tuple[int, int]
) -> tuple[str, ...]:
    """Return, for each fed box, the path to it from the one or two boxes that feed it."""
    width, half_height = box[0], box[1] // 2
    paths = []
    for index in range(1, len(boxes)):
        previous_boxes, own_boxes = boxes[index - 1], boxes[index]
        if len(previous_boxes) not in (len(own_boxes), 2 * len(own_boxes)):
            continue
        sources_per_box = len(previous_boxes) // len(own_boxes)
        left, right = columns[index - 1] + width, columns[index]
        middle = (left + right) // 2
        for place, top in enumerate(own_boxes):
            sources = previous_boxes[place * sources_per_box : (place + 1) * sources_per_box]
            legs = "".join(
                f"M{left} {source + half_height}H{middle}V{top + half_height}" for source in sources
            )
            paths.append(f"{legs}H{right}")
    return tuple(paths)


# --- Ties -----------------------------------------------------------------------------------------
# The ties of a picture, and a bracket with its future rounds.
LAST_PURPOSE = {MAIN: FINAL, CONSOLATION: SECOND_FINAL}


@dataclass(frozen=True, slots=True)
class Source:
    """A tie, by its bracket, its round of the stage and its index in that round (from 1)."""

    bracket: str
    label: str
    round: int
    place: int


@dataclass(frozen=True, slots=True)
class TieSide:
    """One side of a tie: an entry's `number`, or the `source` tie that feeds it; else unknown.

    With `loser`, the loser of the source comes here, not its winner.
    """

    number: int | None = None
    source: Source | None = None
    loser: bool = False


@dataclass(frozen=True, slots=True)
class LayoutTie:
    """A tie of a bracket; a bye has one side.

    `round` is its round of the stage, `place` its index in that round of the bracket (from 1), and
    `places` the places of its sides. `position` is its number in the drawn round, 0 until then.
    """

    round: int
    place: int
    places: tuple[TieSide, ...]
    purpose: str = ""
    position: int = 0
    winner: int | None = None
    lost: bool = False  # both sides lost; nobody advances


@dataclass(frozen=True, slots=True)
class BracketLayout:
    """The ties of a section (main, losers, consolation…); `label` is the best place at stake.

    `rounds` is empty while the number of entries is unknown.
    """

    name: str
    label: str
    rounds: tuple[tuple[LayoutTie, ...], ...]


Rounds = tuple[tuple[LayoutTie, ...], ...]


def drawn_tie(number: int, place: int, match: PlayedMatch) -> LayoutTie:
    sides = tuple(TieSide(side) for side in match.sides)
    winner = match.sides[0] if match.is_bye else match.winner
    return LayoutTie(number, place, sides, match.purpose, match.position, winner, match.lost)


def complete_rounds(section: Section, rounds: Rounds, options: Options) -> Rounds:
    """Return the rounds, followed by future rounds until one tie is left.

    The previa stays as it is.
    """
    while section[0] != PREVIOUS and len(rounds[-1]) > 1:
        last_round = rounds[-1]
        sources = [winner_of(section, tie) for tie in last_round]
        if options.redraw:
            advancing_sides = [side for side in sources if side is not None]
            next_sides = [side if len(last_round) == 2 else TieSide() for side in advancing_sides]
            sides = [tuple(next_sides[start : start + 2]) for start in range(0, len(next_sides), 2)]
            if not sides:
                break
        else:
            couples = [sources[start : start + 2] for start in range(0, len(sources), 2)]
            sides = [tuple(side for side in couple if side) for couple in couples]
        rounds = (*rounds, ties_of(section, last_round[0].round + 1, sides))
    return rounds


def ties_of(
    section: Section, number: int, sides: Sequence[tuple[TieSide, ...]]
) -> tuple[LayoutTie, ...]:
    name, label = section
    purpose = "" if name == MAIN else name
    if label:
        purpose = f"{name} {label}"
    elif len(sides) == 1:
        purpose = LAST_PURPOSE.get(name, purpose)
    return tuple(
        LayoutTie(number, place, places, purpose) for place, places in enumerate(sides, start=1)
    )


def winner_of(section: Section, tie: LayoutTie) -> TieSide | None:
    """Return the winner as a side of the next tie; None if both lost or nobody reached the tie."""
    if tie.lost or not tie.places:
        return None
    if tie.winner is not None:
        return TieSide(tie.winner)
    return TieSide(source=Source(*section, tie.round, tie.place))


def loser_of(section: Section, tie: LayoutTie) -> TieSide | None:
    """Return the loser as a side of the next tie; None for a bye, or if both lost."""
    if len(tie.places) < 2 or tie.lost:
        return None
    if tie.winner is None:
        return TieSide(source=Source(*section, tie.round, tie.place), loser=True)
    return next(side for side in tie.places if side.number != tie.winner)


def blank_rounds(section: Section, entries: int, number: int, options: Options) -> Rounds:
    """Return a blank first round for `entries`, as round `number`."""
    if options.redraw:
        sizes = [2] * (entries // 2) + [1] * (entries % 2)
    else:
        byes = set(bye_positions(entries))
        sizes = [1 if p in byes else 2 for p in range(1, bracket_size(entries) // 2 + 1)]
    return (ties_of(section, number, [(TieSide(),) * size for size in sizes]),)


# --- Ties of losers -------------------------------------------------------------------------------
# These ties before they are drawn: third place, consolation, lower places.
def third_place(main: Rounds) -> Rounds:
    """Return the tie of the semifinal losers.

    Return () if there are no two semifinals, the final is drawn, or a semifinal has no loser.
    """
    if len(main) < 2 or len(main[-2]) != 2 or main[-1][0].position:
        return ()
    losers = [loser_of(THE_MAIN, tie) for tie in main[-2]]
    sides = tuple(side for side in losers if side)
    if len(sides) < 2:
        return ()
    return ((LayoutTie(main[-1][0].round, 1, sides, THIRD_PLACE),),)


def future_consolation(main: Rounds, options: Options) -> Rounds:
    """Return a blank consolation; () if its size is unknown.

    The size is known if the main bracket starts in round 1 with several ties and no bye.
    """
    first_round = main[0]
    if (
        len(first_round) < 2
        or any(len(tie.places) < 2 for tie in first_round)
        or first_round[0].round != 1
    ):
        return ()
    section = (CONSOLATION, "")
    return complete_rounds(section, blank_rounds(section, len(first_round), 2, options), options)


def add_placements(brackets: dict[Section, Rounds], situation: Situation, options: Options) -> None:
    """Add to `brackets` the blank brackets of losers who will play for places."""
    places_are_certain = options.repesca != CONSOLATION or bool(brackets[(CONSOLATION, "")])
    open_sections = [section for section in brackets if section[0] not in (PREVIOUS, THIRD_PLACE)]
    while places_are_certain and open_sections:
        section = open_sections.pop()
        for ties in brackets[section]:
            section_below = _section_below(section, ties, brackets, options)
            already_drawn = ties[0].round < len(situation.rounds)
            if not section_below or already_drawn or section_below in brackets:
                continue
            loser_count = sum(len(tie.places) == 2 for tie in ties)
            first_round = blank_rounds(section_below, loser_count, ties[0].round + 1, options)
            brackets[section_below] = complete_rounds(section_below, first_round, options)
            open_sections.append(section_below)


def _section_below(
    section: Section, ties: Sequence[LayoutTie], brackets: dict[Section, Rounds], options: Options
) -> Section | None:
    """Return the section in which the losers of these ties play; None if they do not."""
    name, label = section
    loser_count = sum(len(tie.places) == 2 for tie in ties)
    if name == MAIN and options.repesca == CONSOLATION and ties[0].round == 1:
        return None
    best_of_section = 1
    if label:
        best_of_section = int(label)
    elif name == CONSOLATION:
        best_of_section = (
            1
            + sum(len(tie.places) for tie in brackets[THE_MAIN][0])
            - _entry_count(brackets[section])
        )
    best_place = best_of_section + len(ties)
    if loser_count < 2 or (best_place, loser_count) == (3, 2):
        return None
    return CONSOLATION if name == CONSOLATION else PLACEMENT, str(best_place)


def _entry_count(rounds: Rounds) -> int:
    return sum(len(tie.places) for tie in rounds[0])


# --- Double elimination ---------------------------------------------------------------------------
def double_brackets(
    drawn_rounds: dict[Section, Rounds], options: Options
) -> tuple[BracketLayout, ...]:
    losers, grand = (LOSERS, ""), (GRAND_FINAL, "")
    main = tuple(
        tuple(replace(tie, purpose="") for tie in ties)
        for ties in complete_rounds(THE_MAIN, drawn_rounds[THE_MAIN], options)
    )
    losers_rounds = drawn_rounds.get(losers, ())
    if not options.redraw:
        losers_rounds = _losers_rounds(main, losers_rounds)
    layouts = [BracketLayout(MAIN, "", main)]
    if losers_rounds:
        layouts.append(BracketLayout(LOSERS, "", losers_rounds))
    return (
        *layouts,
        BracketLayout(
            GRAND_FINAL, "", drawn_rounds.get(grand) or _grand_final(main, losers_rounds, options)
        ),
    )


def _grand_final(main: Rounds, losers_rounds: Rounds, options: Options) -> Rounds:
    main_winner = winner_of(THE_MAIN, main[-1][0])
    losers_winner: TieSide | None = TieSide()
    if not options.redraw:
        last_tie = losers_rounds[-1][0] if losers_rounds else None
        losers_winner = (
            winner_of((LOSERS, ""), last_tie) if last_tie else loser_of(THE_MAIN, main[0][0])
        )
    number = rounds_to_play(len(main[0])) if not options.redraw else 0
    return (
        (
            LayoutTie(
                number, 1, (main_winner or TieSide(), losers_winner or TieSide()), GRAND_FINAL
            ),
        ),
    )


def _losers_rounds(main: Rounds, drawn_rounds: Rounds) -> Rounds:
    """Return the drawn and future rounds of the losers' bracket (order: `knockout.double`)."""
    section = (LOSERS, "")
    winners: list[TieSide | None] = [loser_of(THE_MAIN, tie) for tie in main[0]]
    rounds: list[tuple[LayoutTie, ...]] = []
    for number in range(1, 2 * len(main) - 1):
        if number % 2:
            couples = list(zip(winners[::2], winners[1::2], strict=True))
        else:
            ties, step = main[number // 2], number // 2
            dropping_losers = [loser_of(THE_MAIN, tie) for tie in ties]
            dropping_losers += [None] * (len(winners) - len(ties))  # ties that nobody reached
            couples = [
                (winner, dropping_losers[loser_origin(place, len(winners), step) - 1])
                for place, winner in enumerate(winners, start=1)
            ]
        sides = [tuple(_known_sides(couple)) for couple in couples]
        ties = ties_of(section, number + 1, [side for side in sides if side])
        ties = drawn_rounds[number - 1] if number <= len(drawn_rounds) else ties
        remaining_ties = iter(ties)
        winners = [
            winner_of(section, tie) if side and (tie := next(remaining_ties, None)) else None
            for side in sides
        ]
        if ties:
            rounds.append(ties)
    return tuple(rounds)


def _known_sides(sides: Iterable[TieSide | None]) -> list[TieSide]:
    return [side for side in sides if side is not None]
