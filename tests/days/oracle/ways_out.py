"""How far each got where who loses goes out, and the orders that formats give themselves: as
docs/standings.md and docs/draw.md say it."""

from collections.abc import Callable, Mapping, Sequence

from tests.days.oracle.papers import Hall, Paper

CHAMPION, THROUGH, YET_TO_PLAY, THIRD, FOURTH, LOST = 9, 6, 5, 2, 1, 0
# `bracket_place`: 10⁸ − 10⁴ · best − worst.
ALL, BEST = 10**8, 10**4
WIN, DRAW = 2, 1


def own(hall: Hall, n: int) -> list[Paper]:
    """Everything published with this one in it, void or not, in order."""
    return [paper for paper in hall.sheet if n in paper.everybody and n not in paper.guests]


def won(paper: Paper, n: int) -> bool:
    """Whether this one goes on: a rest is won where who loses goes out."""
    return paper.rests or (paper.winner is not None and n in paper.sides[paper.winner])


def being_played(hall: Hall) -> int:
    """Return the last round with a result or a rest; a match made void has no result."""
    return max((paper.round for paper in hall.papers), default=0)


def exit_round(hall: Hall, n: int) -> int:
    """The round and the step of `exit_round`."""
    mine = [paper for paper in own(hall, n) if paper.purpose != "third_place"]
    third = [paper for paper in own(hall, n) if paper.purpose == "third_place" and paper.decided]
    if not mine:
        return 0
    now = being_played(hall)
    lost = [paper for paper in mine if paper.decided and not won(paper, n)]
    if lost and third:
        return 10 * lost[0].round + (THIRD if won(third[0], n) else FOURTH)
    if lost:
        return 10 * lost[0].round + LOST
    last = [paper for paper in mine if paper.round == now and paper.decided]
    if not last:
        through = max((paper.round for paper in mine if paper.decided), default=0)
        left_out = 10 * (through + 1) + LOST if through else 0
        return 10 * now + YET_TO_PLAY if now and through >= now - 1 else left_out
    return 10 * now + (CHAMPION if last[0].purpose == "final" else THROUGH)


# --- Lives --------------------------------------------------------------------------------------
def survival(hall: Hall, n: int) -> int:
    """The round and the step of `survival`."""
    mine = [paper for paper in own(hall, n) if paper.purpose != "third_place"]
    now = being_played(hall)
    if not is_alive(hall, n):
        counting = [paper for paper in mine if paper in hall.papers]
        return 10 * counting[-1].round + LOST if counting else 0
    if not now:
        return 0
    if [one for one in hall.numbers if is_alive(hall, one)] == [n]:
        return 10 * now + CHAMPION
    through = any(paper.round == now and won(paper, n) for paper in mine if paper in hall.papers)
    return 10 * now + (THROUGH if through else YET_TO_PLAY)


def is_alive(hall: Hall, n: int) -> bool:
    """Whether it has lives left and is in no bracket lost."""
    if n in hall.gone:
        return False
    if any(paper.purpose for paper in hall.sheet):  # nobody comes back once the last match is drawn
        last = [paper for paper in own(hall, n) if paper.purpose]
        return bool(last) and all(won(paper, n) for paper in last if paper.decided)
    counting = [paper for paper in hall.papers if n in paper.everybody]
    lost = [paper for paper in counting if not won(paper, n)]
    rounds = [paper.round for paper in own(hall, n)]
    now = max((paper.round for paper in hall.sheet), default=0)
    missed = min(rounds) - 1 if rounds else now
    return len(lost) + missed < hall.options.get("lives", 3) + hall.again.get(n, 0)


# --- Brackets with second chances ---------------------------------------------------------------
def bracket_place(hall: Hall, n: int) -> int:
    """10⁸ − 10⁴ · best − worst of the places still shared."""
    drawn = drawn_in(hall)
    if n not in drawn:
        return 0
    double = hall.options.get("repesca") == "double"
    where = by_last_round if double else by_last_match
    mine, everybody = where(hall, n), [where(hall, one) for one in drawn]
    best = 1 + sum(one < mine for one in everybody)
    return ALL - BEST * best - (best + everybody.count(mine) - 1)


def by_last_match(hall: Hall, n: int) -> int:
    """The best place of its bracket; who lost, below the matches of that round."""
    last = own(hall, n)[-1]
    section = section_of(last)
    first = base_of(hall, section)
    if not last.decided or won(last, n):
        return first
    if section == "previous":
        return first + len(hall.numbers)
    return first + sum(section_of(p) == section and p.round == last.round for p in hall.sheet)


def by_last_round(hall: Hall, n: int) -> tuple[int, bool]:
    """The last round in which it was drawn, those who have not lost in it before those who have."""
    last = own(hall, n)[-1]
    return -last.round, last.decided and not won(last, n)


def section_of(paper: Paper) -> str:
    """The bracket of a match, by what it is for."""
    named = {"": "main", "final": "main", "second_final": "consolation"}
    return named.get(paper.purpose, paper.purpose)


def base_of(hall: Hall, section: str) -> int:
    """The best place of a bracket."""
    if section == "third_place":
        return 3
    if section == "consolation":
        playing = {n for p in hall.sheet if section_of(p) == section for n in p.everybody}
        return len(drawn_in(hall)) - len(playing) + 1
    *_, number = f"{section} 1".split(" ") if " " not in section else section.split(" ")
    return int(number)


def drawn_in(hall: Hall) -> set[int]:
    return {n for paper in hall.sheet for n in paper.everybody}


# --- Orders of their own ------------------------------------------------------------------------
def ladder_order(hall: Hall) -> list[int]:
    """The tables of the last round, the winner first; who has not played; who left earlier."""
    now = max((paper.round for paper in hall.sheet), default=0)
    seated: dict[int, int] = {}
    for paper in hall.sheet:
        seated |= dict.fromkeys(paper.everybody, paper.round)
    order = line(hall, now)
    order += [n for n in hall.numbers if n not in seated and n not in hall.gone]
    for round in range(now - 1, 0, -1):
        order += [n for n in line(hall, round) if seated[n] == round]
    return [n for n in order if n in hall.numbers]


def line(hall: Hall, round: int) -> list[int]:
    found: list[int] = []
    for paper in hall.sheet:
        if paper.round == round:
            ahead = paper.winner or 0
            found += [*sum(paper.sides[ahead:], ()), *sum(paper.sides[:ahead], ())]
    return found


def boxes_order(hall: Hall) -> list[int]:
    """Box by box: points of the block, difference, what was won, the order before, the number."""
    order: list[int] = []
    for rounds in blocks(hall):
        sheet = [paper for paper in hall.sheet if paper.round in rounds]
        boxes: dict[str, set[int]] = {}
        for paper in sheet:
            boxes.setdefault(paper.group, set()).update(paper.everybody)
        before = {n: at for at, n in enumerate(order)}
        value = ranked_by(hall, rounds, before)
        order = [
            n
            for _name, people in sorted(boxes.items(), key=lambda box: int(box[0]))
            for n in sorted(people, key=value)
        ]
    return order


def ranked_by(
    hall: Hall, rounds: Sequence[int], before: Mapping[int, int]
) -> Callable[[int], tuple[int, ...]]:
    papers = [paper for paper in hall.papers if paper.round in rounds]

    def value(n: int) -> tuple[int, ...]:
        points = made = conceded = 0
        for paper in papers:
            if n not in paper.everybody:
                continue
            if paper.rests or paper.winner is None:
                points += DRAW
            elif won(paper, n):
                points += WIN
            for side, number in enumerate(paper.tallies.get(hall.counted, ())):
                if n in paper.sides[side]:
                    made += number
                else:
                    conceded += number
        return -points, conceded - made, -made, before.get(n, len(before)), n

    return value


def blocks(hall: Hall) -> list[range]:
    """The rounds of each block, by the largest box of its first round."""
    now, start = max((paper.round for paper in hall.sheet), default=0), 1
    found = []
    while start <= now:
        sizes: dict[str, int] = {}
        for paper in hall.sheet:
            if paper.round == start:
                sizes[paper.group] = sizes.get(paper.group, 0) + len(paper.everybody)
        largest = max(sizes.values())
        all_meet = largest - 1 + largest % 2
        long = min(hall.options.get("per_block", 2) or all_meet, all_meet)
        found.append(range(start, min(start + long, now + 1)))
        start += long
    return found
