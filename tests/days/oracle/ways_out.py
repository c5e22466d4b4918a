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
    third_place_papers = [
        paper
        for paper in own_papers(paper_stage, n)
        if paper.purpose == "third_place" and paper.decided
    ]
    if not papers:
        return 0
    last_round = last_played_round(paper_stage)
    lost_papers = [paper for paper in papers if paper.decided and not is_won(paper, n)]
    if lost_papers and third_place_papers:
        return 10 * lost_papers[0].round + (THIRD if is_won(third_place_papers[0], n) else FOURTH)
    if lost_papers:
        return 10 * lost_papers[0].round + LOST
    last_papers = [paper for paper in papers if paper.round == last_round and paper.decided]
    if not last_papers:
        last_decided_round = max((paper.round for paper in papers if paper.decided), default=0)
        value_left_out = 10 * (last_decided_round + 1) + LOST if last_decided_round else 0
        return (
            10 * last_round + YET_TO_PLAY
            if last_round and last_decided_round >= last_round - 1
            else value_left_out
        )
    return 10 * last_round + (CHAMPION if last_papers[0].purpose == "final" else THROUGH)


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
    is_through = any(
        paper.round == last_round and is_won(paper, n)
        for paper in papers
        if paper in paper_stage.papers
    )
    return 10 * last_round + (THROUGH if is_through else YET_TO_PLAY)


def is_alive(paper_stage: PaperStage, n: int) -> bool:
    """Return whether the entry has lives left; in the final bracket, whether it has not lost.

    A round before the entry's first one costs a life.
    """
    if n in paper_stage.gone_numbers:
        return False
    # Once the bracket is drawn, there are no re-entries.
    if any(paper.purpose for paper in paper_stage.sheet):
        bracket = [paper for paper in own_papers(paper_stage, n) if paper.purpose]
        return bool(bracket) and all(is_won(paper, n) for paper in bracket if paper.decided)
    counting = [paper for paper in paper_stage.papers if n in paper.everybody]
    lost_papers = [paper for paper in counting if not is_won(paper, n)]
    rounds = [paper.round for paper in own_papers(paper_stage, n)]
    last_round = max((paper.round for paper in paper_stage.sheet), default=0)
    missed_rounds = min(rounds) - 1 if rounds else last_round
    return len(lost_papers) + missed_rounds < paper_stage.options.get(
        "lives", 3
    ) + paper_stage.reentries.get(n, 0)


# --- Brackets with second chances ---------------------------------------------------------------
def bracket_place(paper_stage: PaperStage, n: int) -> int:
    """Return the value of the tie-break `bracket_place`.

    It is 10⁸ − 10⁴ · best − worst: the entry shares the places from the best to the worst one.
    """
    numbers = drawn_numbers(paper_stage)
    if n not in numbers:
        return 0
    is_double = paper_stage.options.get("repesca") == "double"
    rank = last_round_rank if is_double else last_match_rank
    own_rank, ranks = rank(paper_stage, n), [rank(paper_stage, number) for number in numbers]
    best_place = 1 + sum(other_rank < own_rank for other_rank in ranks)
    return HIGHEST_VALUE - BEST_PLACE_WEIGHT * best_place - (best_place + ranks.count(own_rank) - 1)


def last_match_rank(paper_stage: PaperStage, n: int) -> int:
    """Return the best place of the entry's last bracket.

    If the entry lost its last match, add the number of matches of that round: the winners of the
    round come before the losers.
    """
    last_paper = own_papers(paper_stage, n)[-1]
    section = section_of(last_paper)
    best_place = best_place_of(paper_stage, section)
    if not last_paper.decided or is_won(last_paper, n):
        return best_place
    if section == "previous":
        return best_place + len(paper_stage.numbers)
    return best_place + sum(
        section_of(paper) == section and paper.round == last_paper.round
        for paper in paper_stage.sheet
    )


def last_round_rank(paper_stage: PaperStage, n: int) -> tuple[int, bool]:
    """Return a sort key: entries with a later last round come first.

    Among entries with the same last round, those that lost it come last.
    """
    last_paper = own_papers(paper_stage, n)[-1]
    return -last_paper.round, last_paper.decided and not is_won(last_paper, n)


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
    order += [
        n for n in paper_stage.numbers if n not in last_played and n not in paper_stage.gone_numbers
    ]
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
        position_before = {n: index for index, n in enumerate(order)}
        sort_key = box_sort_key(paper_stage, rounds, position_before)
        order = [
            n
            for _name, members in sorted(boxes.items(), key=lambda box: int(box[0]))
            for n in sorted(members, key=sort_key)
        ]
    return order


def box_sort_key(
    paper_stage: PaperStage, rounds: Sequence[int], position_before: Mapping[int, int]
) -> Callable[[int], tuple[int, ...]]:
    """Return a function from an entry to its sort key within its box.

    `rounds` are the rounds of the block. `position_before` has the position of each entry before
    the block.
    """
    papers = [paper for paper in paper_stage.papers if paper.round in rounds]

    def sort_key(n: int) -> tuple[int, ...]:
        points = own_score = rival_score = 0
        for paper in papers:
            if n not in paper.everybody:
                continue
            if paper.rests or paper.winner is None:
                points += DRAW
            elif is_won(paper, n):
                points += WIN
            for side, score in enumerate(paper.tallies.get(paper_stage.counted_tally, ())):
                if n in paper.sides[side]:
                    own_score += score
                else:
                    rival_score += score
        return (
            -points,
            rival_score - own_score,
            -own_score,
            position_before.get(n, len(position_before)),
            n,
        )

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
