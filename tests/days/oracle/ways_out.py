"""Rounds of elimination, places of brackets, and orders of ladders and boxes, for the oracle.

They are computed as docs/standings/ and docs/draw/ describe them. `n` is the number of an
entry.
"""

from collections.abc import Callable, Mapping, Sequence

from tests.days.oracle.papers import Paper, PaperStage

# Steps within a round: `exit_round` and `survival` are ten times the round, plus a step.
CHAMPION, THROUGH, YET_TO_PLAY, THIRD, FOURTH, LOST = 9, 6, 5, 2, 1, 0
# The value of `bracket_place` is 10⁸ − 10⁴ · (best place) − (worst place).
HIGHEST_VALUE, BEST_PLACE_WEIGHT = 10**8, 10**4
WIN, DRAW = 2, 1  # points of a match in boxes


def own_papers(paper_stage: PaperStage, n: int) -> list[Paper]:
    """Return the entry's published papers in order, without matches in which it is a guest."""
    return [paper for paper in paper_stage.sheet if n in paper.everybody and n not in paper.guests]


def is_won(paper: Paper, n: int) -> bool:
    """Return whether the entry won the match; a rest counts as won."""
    return paper.rests or (paper.winner is not None and n in paper.sides[paper.winner])


def last_played_round(paper_stage: PaperStage) -> int:
    """Return the last round with a result or a rest; a void match has no result."""
    return max((paper.round for paper in paper_stage.papers), default=0)


def exit_round(paper_stage: PaperStage, n: int) -> int:
    """Return the value of the tie-break `exit_round`: ten times the round, plus the step."""
    papers = [paper for paper in own_papers(paper_stage, n) if paper.purpose != "third_place"]
    third = [
        paper
        for paper in own_papers(paper_stage, n)
        if paper.purpose == "third_place" and paper.decided
    ]
    if not papers:
        return 0
    last_round = last_played_round(paper_stage)
    lost = [paper for paper in papers if paper.decided and not is_won(paper, n)]
    if lost and third:
        return 10 * lost[0].round + (THIRD if is_won(third[0], n) else FOURTH)
    if lost:
        return 10 * lost[0].round + LOST
    last = [paper for paper in papers if paper.round == last_round and paper.decided]
    if not last:
        through = max((paper.round for paper in papers if paper.decided), default=0)
        left_out = 10 * (through + 1) + LOST if through else 0
        return (
            10 * last_round + YET_TO_PLAY if last_round and through >= last_round - 1 else left_out
        )
    return 10 * last_round + (CHAMPION if last[0].purpose == "final" else THROUGH)


# --- Lives --------------------------------------------------------------------------------------
def survival(paper_stage: PaperStage, n: int) -> int:
    """Return the value of the tie-break `survival`: ten times the round, plus the step."""
    papers = [paper for paper in own_papers(paper_stage, n) if paper.purpose != "third_place"]
    last_round = last_played_round(paper_stage)
    if not is_alive(paper_stage, n):
        counting = [paper for paper in papers if paper in paper_stage.papers]
        return 10 * counting[-1].round + LOST if counting else 0
    if not last_round:
        return 0
    if [number for number in paper_stage.numbers if is_alive(paper_stage, number)] == [n]:
        return 10 * last_round + CHAMPION
    through = any(
        paper.round == last_round and is_won(paper, n)
        for paper in papers
        if paper in paper_stage.papers
    )
    return 10 * last_round + (THROUGH if through else YET_TO_PLAY)


def is_alive(paper_stage: PaperStage, n: int) -> bool:
    """Return whether the entry has lives left; in the final bracket, whether it has not lost.

    A round before the entry's first one costs a life.
    """
    if n in paper_stage.gone:
        return False
    # Once the bracket is drawn, there are no re-entries.
    if any(paper.purpose for paper in paper_stage.sheet):
        bracket = [paper for paper in own_papers(paper_stage, n) if paper.purpose]
        return bool(bracket) and all(is_won(paper, n) for paper in bracket if paper.decided)
    counting = [paper for paper in paper_stage.papers if n in paper.everybody]
    lost = [paper for paper in counting if not is_won(paper, n)]
    rounds = [paper.round for paper in own_papers(paper_stage, n)]
    last_round = max((paper.round for paper in paper_stage.sheet), default=0)
    missed = min(rounds) - 1 if rounds else last_round
    return len(lost) + missed < paper_stage.options.get("lives", 3) + paper_stage.again.get(n, 0)


# --- Brackets with second chances ---------------------------------------------------------------
def bracket_place(paper_stage: PaperStage, n: int) -> int:
    """Return the value of the tie-break `bracket_place`.

    It is 10⁸ − 10⁴ · best − worst: the entry shares the places from `best` to `worst`.
    """
    numbers = drawn_numbers(paper_stage)
    if n not in numbers:
        return 0
    double = paper_stage.options.get("repesca") == "double"
    rank = by_last_round if double else by_last_match
    own_rank, ranks = rank(paper_stage, n), [rank(paper_stage, number) for number in numbers]
    best = 1 + sum(other_rank < own_rank for other_rank in ranks)
    return HIGHEST_VALUE - BEST_PLACE_WEIGHT * best - (best + ranks.count(own_rank) - 1)


def by_last_match(paper_stage: PaperStage, n: int) -> int:
    """Return the best place of the entry's last bracket.

    If the entry lost its last match, add the number of matches of that round: the winners of the
    round come before the losers.
    """
    last = own_papers(paper_stage, n)[-1]
    section = section_of(last)
    best = best_place_of(paper_stage, section)
    if not last.decided or is_won(last, n):
        return best
    if section == "previous":
        return best + len(paper_stage.numbers)
    return best + sum(
        section_of(paper) == section and paper.round == last.round for paper in paper_stage.sheet
    )


def by_last_round(paper_stage: PaperStage, n: int) -> tuple[int, bool]:
    """Return a sort key: entries with a later last round come first.

    Among entries with the same last round, those that lost it come last.
    """
    last = own_papers(paper_stage, n)[-1]
    return -last.round, last.decided and not is_won(last, n)


def section_of(paper: Paper) -> str:
    """Return the bracket that a match belongs to, from its purpose."""
    sections = {"": "main", "final": "main", "second_final": "consolation"}
    return sections.get(paper.purpose, paper.purpose)


def best_place_of(paper_stage: PaperStage, section: str) -> int:
    """Return the best place that a bracket decides."""
    if section == "third_place":
        return 3
    if section == "consolation":
        playing = {
            n
            for paper in paper_stage.sheet
            if section_of(paper) == section
            for n in paper.everybody
        }
        return len(drawn_numbers(paper_stage)) - len(playing) + 1
    *_, number = f"{section} 1".split(" ") if " " not in section else section.split(" ")
    return int(number)


def drawn_numbers(paper_stage: PaperStage) -> set[int]:
    return {n for paper in paper_stage.sheet for n in paper.everybody}


# --- Orders of ladders and boxes ----------------------------------------------------------------
def ladder_order(paper_stage: PaperStage) -> list[int]:
    """Return the entries in the order of a ladder.

    First the tables of the last round, the winner of each first; then entries without a match;
    then entries whose last match was in an earlier round, the latest round first.
    """
    last_round = max((paper.round for paper in paper_stage.sheet), default=0)
    last_played: dict[int, int] = {}
    for paper in paper_stage.sheet:
        last_played |= dict.fromkeys(paper.everybody, paper.round)
    order = order_of_round(paper_stage, last_round)
    order += [n for n in paper_stage.numbers if n not in last_played and n not in paper_stage.gone]
    for round in range(last_round - 1, 0, -1):
        order += [n for n in order_of_round(paper_stage, round) if last_played[n] == round]
    return [n for n in order if n in paper_stage.numbers]


def order_of_round(paper_stage: PaperStage, round: int) -> list[int]:
    """Return the entries of a round of a ladder, table by table, the winner of each first."""
    order: list[int] = []
    for paper in paper_stage.sheet:
        if paper.round == round:
            winner = paper.winner or 0
            order += [*sum(paper.sides[winner:], ()), *sum(paper.sides[:winner], ())]
    return order


def boxes_order(paper_stage: PaperStage) -> list[int]:
    """Return the entries in the order of the boxes after the last block.

    Within a box: points of the block, difference, tally won, the order before the block, number.
    """
    order: list[int] = []
    for rounds in blocks(paper_stage):
        sheet = [paper for paper in paper_stage.sheet if paper.round in rounds]
        boxes: dict[str, set[int]] = {}
        for paper in sheet:
            boxes.setdefault(paper.group, set()).update(paper.everybody)
        before = {n: index for index, n in enumerate(order)}
        sort_key = box_sort_key(paper_stage, rounds, before)
        order = [
            n
            for _name, members in sorted(boxes.items(), key=lambda box: int(box[0]))
            for n in sorted(members, key=sort_key)
        ]
    return order


def box_sort_key(
    paper_stage: PaperStage, rounds: Sequence[int], before: Mapping[int, int]
) -> Callable[[int], tuple[int, ...]]:
    """Return a function from an entry to its sort key within its box.

    `rounds` are those of the block, and `before` has the position of each entry before the block.
    """
    papers = [paper for paper in paper_stage.papers if paper.round in rounds]

    def sort_key(n: int) -> tuple[int, ...]:
        points = scored = conceded = 0
        for paper in papers:
            if n not in paper.everybody:
                continue
            if paper.rests or paper.winner is None:
                points += DRAW
            elif is_won(paper, n):
                points += WIN
            for side, score in enumerate(paper.tallies.get(paper_stage.counted, ())):
                if n in paper.sides[side]:
                    scored += score
                else:
                    conceded += score
        return -points, conceded - scored, -scored, before.get(n, len(before)), n

    return sort_key


def blocks(paper_stage: PaperStage) -> list[range]:
    """Return the rounds of each block.

    The largest box in the first round of a block gives the length of the block.
    """
    last_round, start = max((paper.round for paper in paper_stage.sheet), default=0), 1
    all_blocks = []
    while start <= last_round:
        sizes: dict[str, int] = {}
        for paper in paper_stage.sheet:
            if paper.round == start:
                sizes[paper.group] = sizes.get(paper.group, 0) + len(paper.everybody)
        largest = max(sizes.values())
        all_meet = largest - 1 + largest % 2
        length = min(paper_stage.options.get("per_block", 2) or all_meet, all_meet)
        all_blocks.append(range(start, min(start + length, last_round + 1)))
        start += length
    return all_blocks
