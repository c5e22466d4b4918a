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
GAP, BELOW = 36, 14  # px between columns; px from a box to the box below
PITCH = BOX_HEIGHT + BELOW  # from the top of a box to the top of the next box
HEAD, THIRD = 56, 64  # px above the first box; px from the final down to the third-place box
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
    return max(BOX_WIDTH, (room - 2 * EDGE + GAP) // rounds - GAP)


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
    wide, high = box
    pitch = high + BELOW
    middles: list[list[float]] = []
    for at, size in enumerate(sizes):
        before = sizes[at - 1] if at and linked else 0
        if before == 2 * size:
            pairs = zip(middles[-1][::2], middles[-1][1::2], strict=True)
            middles.append([(upper + lower) / 2 for upper, lower in pairs])
        elif before == size:
            middles.append(middles[-1])
        else:
            step = pitch * max(sizes) / size
            middles.append([HEAD + step * (place + 0.5) - BELOW / 2 for place in range(size)])
    columns = tuple(EDGE + at * (wide + GAP) for at in range(len(sizes)))
    boxes = tuple(tuple(round(middle - high / 2) for middle in column) for column in middles)
    below = (columns[-1], boxes[-1][-1] + high + THIRD) if third else None
    lowest = max(HEAD + pitch * max(sizes), below[1] + pitch if below else 0)
    return Layout(
        width=columns[-1] + wide + EDGE,
        height=lowest + EDGE,
        box=box,
        columns=columns,
        boxes=boxes,
        lines=_lines(columns, boxes, box) if linked else (),
        third=below,
    )


def _lines(
    columns: Sequence[int], boxes: Sequence[Sequence[int]], box: tuple[int, int]
) -> tuple[str, ...]:
    """Return, for each fed box, the path to it from the one or two boxes that feed it."""
    wide, half = box[0], box[1] // 2
    paths = []
    for at in range(1, len(boxes)):
        before, own = boxes[at - 1], boxes[at]
        if len(before) not in (len(own), 2 * len(own)):
            continue
        many = len(before) // len(own)
        left, right = columns[at - 1] + wide, columns[at]
        middle = (left + right) // 2
        for place, top in enumerate(own):
            sources = before[place * many : (place + 1) * many]
            legs = "".join(f"M{left} {source + half}H{middle}V{top + half}" for source in sources)
            paths.append(f"{legs}H{right}")
    return tuple(paths)


# --- Tie ------------------------------------------------------------------------------------------
# The parts of a picture, and a bracket completed to its end.
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
    """A tie of a bracket, or a bye if it has one side.

    `round` is its round of the stage, `place` its index in that round of the bracket (from 1), and
    `places` its sides. `position` is 0 until the draw.
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
    winner = match.sides[0] if match.rest else match.winner
    return LayoutTie(number, place, sides, match.purpose, match.position, winner, match.lost)


def complete_rounds(section: Section, rounds: Rounds, options: Options) -> Rounds:
    """Return the rounds, followed by future rounds until one tie is left.

    The previa stays as it is.
    """
    while section[0] != PREVIOUS and len(rounds[-1]) > 1:
        last = rounds[-1]
        sources = [winner_of(section, tie) for tie in last]
        if options.redraw:
            left = [place for place in sources if place is not None]
            known = [place if len(last) == 2 else TieSide() for place in left]
            sides = [tuple(known[at : at + 2]) for at in range(0, len(known), 2)]
            if not sides:
                break
        else:
            couples = [sources[at : at + 2] for at in range(0, len(sources), 2)]
            sides = [tuple(place for place in couple if place) for couple in couples]
        rounds = (*rounds, ties_of(section, last[0].round + 1, sides))
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
    return next(place for place in tie.places if place.number != tie.winner)


def blank_rounds(section: Section, entries: int, number: int, options: Options) -> Rounds:
    """Return a blank first round for `entries`, as round `number`."""
    if options.redraw:
        sizes = [2] * (entries // 2) + [1] * (entries % 2)
    else:
        byes = set(bye_positions(entries))
        sizes = [1 if p in byes else 2 for p in range(1, bracket_size(entries) // 2 + 1)]
    return (ties_of(section, number, [(TieSide(),) * size for size in sizes]),)


# --- Below ----------------------------------------------------------------------------------------
# The ties of losers before they are drawn: third place, consolation, lower places.
def third_place(main: Rounds) -> Rounds:
    """Return the tie of the semifinal losers.

    Return () if there are no two semifinals, the final is drawn, or a semifinal has no loser.
    """
    if len(main) < 2 or len(main[-2]) != 2 or main[-1][0].position:
        return ()
    losers = [loser_of(THE_MAIN, tie) for tie in main[-2]]
    places = tuple(place for place in losers if place)
    if len(places) < 2:
        return ()
    return ((LayoutTie(main[-1][0].round, 1, places, THIRD_PLACE),),)


def future_consolation(main: Rounds, options: Options) -> Rounds:
    """Return a blank consolation; () if its size is unknown.

    The size is known if the main bracket starts in round 1 with several ties and no bye.
    """
    first = main[0]
    if len(first) < 2 or any(len(tie.places) < 2 for tie in first) or first[0].round != 1:
        return ()
    section = (CONSOLATION, "")
    return complete_rounds(section, blank_rounds(section, len(first), 2, options), options)


def add_placements(brackets: dict[Section, Rounds], situation: Situation, options: Options) -> None:
    """Add to `brackets` the blank brackets of losers who will play for places."""
    sure = options.repesca != CONSOLATION or bool(brackets[(CONSOLATION, "")])
    waiting = [section for section in brackets if section[0] not in (PREVIOUS, THIRD_PLACE)]
    while sure and waiting:
        section = waiting.pop()
        for ties in brackets[section]:
            places = _places_below(section, ties, brackets, options)
            late = ties[0].round < len(situation.rounds)
            if not places or late or places in brackets:
                continue
            out = sum(len(tie.places) == 2 for tie in ties)
            first = blank_rounds(places, out, ties[0].round + 1, options)
            brackets[places] = complete_rounds(places, first, options)
            waiting.append(places)


def _places_below(
    section: Section, ties: Sequence[LayoutTie], brackets: dict[Section, Rounds], options: Options
) -> Section | None:
    """Return the section in which the losers of these ties play; None if they do not."""
    name, label = section
    out = sum(len(tie.places) == 2 for tie in ties)
    if name == MAIN and options.repesca == CONSOLATION and ties[0].round == 1:
        return None
    first = 1
    if label:
        first = int(label)
    elif name == CONSOLATION:
        first = (
            1
            + sum(len(tie.places) for tie in brackets[THE_MAIN][0])
            - _entry_count(brackets[section])
        )
    best = first + len(ties)
    if out < 2 or (best, out) == (3, 2):
        return None
    return CONSOLATION if name == CONSOLATION else PLACEMENT, str(best)


def _entry_count(rounds: Rounds) -> int:
    return sum(len(tie.places) for tie in rounds[0])


# --- Two brackets ---------------------------------------------------------------------------------
# The picture of a double elimination.
def double(drawn: dict[Section, Rounds], options: Options) -> tuple[BracketLayout, ...]:
    losers, grand = (LOSERS, ""), (GRAND_FINAL, "")
    main = tuple(
        tuple(replace(tie, purpose="") for tie in ties)
        for ties in complete_rounds(THE_MAIN, drawn[THE_MAIN], options)
    )
    below = drawn.get(losers, ())
    if not options.redraw:
        below = _losers_rounds(main, below)
    pictured = [BracketLayout(MAIN, "", main)]
    if below:
        pictured.append(BracketLayout(LOSERS, "", below))
    return (
        *pictured,
        BracketLayout(GRAND_FINAL, "", drawn.get(grand) or _grand_final(main, below, options)),
    )


def _grand_final(main: Rounds, below: Rounds, options: Options) -> Rounds:
    up = winner_of(THE_MAIN, main[-1][0])
    down: TieSide | None = TieSide()
    if not options.redraw:
        last = below[-1][0] if below else None
        down = winner_of((LOSERS, ""), last) if last else loser_of(THE_MAIN, main[0][0])
    number = rounds_to_play(len(main[0])) if not options.redraw else 0
    return ((LayoutTie(number, 1, (up or TieSide(), down or TieSide()), GRAND_FINAL),),)


def _losers_rounds(main: Rounds, drawn: Rounds) -> Rounds:
    """Return the drawn and future rounds of the losers' bracket (order: `knockout.double`)."""
    section = (LOSERS, "")
    came: list[TieSide | None] = [loser_of(THE_MAIN, tie) for tie in main[0]]
    rounds: list[tuple[LayoutTie, ...]] = []
    for number in range(1, 2 * len(main) - 1):
        if number % 2:
            couples = list(zip(came[::2], came[1::2], strict=True))
        else:
            ties, step = main[number // 2], number // 2
            fallen = [loser_of(THE_MAIN, tie) for tie in ties]
            fallen += [None] * (len(came) - len(ties))  # ties that nobody reached
            couples = [
                (winner, fallen[loser_origin(place, len(came), step) - 1])
                for place, winner in enumerate(came, start=1)
            ]
        sides = [tuple(_known(couple)) for couple in couples]
        ties = ties_of(section, number + 1, [side for side in sides if side])
        ties = drawn[number - 1] if number <= len(drawn) else ties
        left = iter(ties)
        came = [
            winner_of(section, tie) if side and (tie := next(left, None)) else None
            for side in sides
        ]
        if ties:
            rounds.append(ties)
    return tuple(rounds)


def _known(places: Iterable[TieSide | None]) -> list[TieSide]:
    return [place for place in places if place is not None]
