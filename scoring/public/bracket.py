"""The brackets of a stage as pages show them, with each entry's lives in a format with lives."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from PIL import ImageFont

from scoring.actas.selectors.meetings import competitors_of, meetings
from scoring.public.cards import all_ties, card, match_url, score_in_words
from scoring.public.crosses import lives_page, lives_page_of, lives_pages, lives_part
from scoring.public.names import name_inside
from scoring.stages.selectors.bracket import (
    MAIN,
    THIRD_PLACE,
    Bracket,
    BracketRound,
    BracketSide,
    Tie,
    brackets_of,
)
from tournaments.formats.knockout.layout import BOX_HEIGHT, BOX_WIDTH, lay_out, widest_box
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.words.phases import bracket_name
from tournaments.rounds.words.rounds import DOT
from tournaments.site.page_cache import cached_value
from tournaments.site.pages import query_of

# A bracket as a picture: the text and the link of each box.
MOST_TIES = 130  # most ties in a stage's pictures: 128 entries have 127, and the third place 1
PAGE_WIDTH = 1200  # width in px of a page on a desktop
REGULAR, BOLD = "Lato-Regular.ttf", "Lato-Bold.ttf"  # fonts of the system, the same as on the pages
LETTER, LINE = 17, 20  # px: size of the letters, and distance between the lines of a name
PADDING = 9  # free px at each end of a box, and between a name and the text after it
SPARE_WIDTH = 4  # spare px of a line, because some browsers set letters a little wider
WIDTH_STEP = 10  # px from one tried width of a box to the next


def fits_in_a_picture(brackets: Sequence[Bracket]) -> bool:
    """Return whether the brackets of a stage are small enough to be drawn as pictures."""
    return sum(round.size for bracket in brackets for round in bracket.rounds) <= MOST_TIES


def bracket_picture(
    tournament: Tournament, bracket: Bracket, third_place: Bracket | None, *, linked: bool
) -> dict[str, Any]:
    """Return the context of a bracket's picture: its layout, and its rounds with their boxes.

    The bracket `third_place`, if given, adds its match in the key `third`. `linked` is whether
    lines join the boxes.
    """
    awaited_numbers = {
        place.source.number
        for bracket_round in (*bracket.rounds, *(third_place.rounds if third_place else ()))
        for tie in bracket_round.ties
        for place in tie.places
        if place.competitor is None and place.source is not None
    }
    rounds = [
        [_box(tournament, tie, awaited_numbers) for tie in bracket_round.ties]
        for bracket_round in bracket.rounds
    ]
    third_boxes = (
        [_box(tournament, third_place.rounds[0].ties[0], awaited_numbers)] if third_place else []
    )
    box = _break_names(
        [*chain.from_iterable(rounds), *third_boxes], widest_box(len(rounds), PAGE_WIDTH)
    )
    layout = lay_out(
        [bracket_round.size for bracket_round in bracket.rounds],
        linked=linked,
        third=third_place is not None,
        box=box,
    )
    picture: dict[str, Any] = {
        "layout": layout,
        "right": box[0] - PADDING,  # right edge of scores
        "rounds": [
            {
                "x": x,
                "name": name_inside(bracket_round).split(DOT, 1),
                "boxes": [
                    {**each_box, "x": x, "y": y} for each_box, y in zip(boxes, tops, strict=True)
                ],
            }
            for bracket_round, boxes, x, tops in zip(
                bracket.rounds, rounds, layout.columns, layout.boxes, strict=True
            )
        ],
    }
    if layout.third:
        x, y = layout.third
        picture["third"] = {
            "x": x,
            "y": y - 10,
            "name": _("Tercer puesto"),
            "box": {**third_boxes[0], "x": x, "y": y},
        }
    return picture


def _break_names(boxes: Sequence[dict[str, Any]], widest: int) -> tuple[int, int]:
    """Break each side's name into lines with positions; return the common size of the boxes.

    The width is at most `widest`. Prefer the fewest lines in the longest name, then the fewest
    lines in all names, then the narrowest boxes.
    """
    sides = [side for box in boxes for side in box["sides"]]
    names = {(side["text"], side["look"], side["beside"]) for side in sides}

    def cost(width: int) -> tuple[int, int, int]:
        lines = [len(_lines_of(*name, width)) for name in names]
        return max(lines), sum(lines), width

    width = min(range(BOX_WIDTH, widest + 1, WIDTH_STEP), key=cost)
    extra_height = LINE * (cost(width)[0] - 1)
    for box in boxes:
        for index, side in enumerate(box["sides"]):
            side["lines"] = _lines_of(side["text"], side["look"], side["beside"], width)
            side["y"] = (22, 45 + extra_height)[index] + (
                extra_height - LINE * (len(side["lines"]) - 1)
            ) // 2
    return width, BOX_HEIGHT + 2 * extra_height


def _lines_of(text: str, look: str, beside: int, width: int) -> list[str]:
    """Return the lines into which a text breaks in a box of `width` px.

    The first line leaves `beside` px for the text after the name. A word wider than a line breaks.
    """
    face = _face(BOLD if look == "is-winner" else REGULAR)
    room = width - 2 * PADDING - SPARE_WIDTH
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip(" ")
        if face.getlength(longer) <= room - (beside if len(lines) == 1 else 0):
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and face.getlength(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return lines


@cache
def _face(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(name, LETTER)


def _box(
    tournament: Tournament, tie: Tie, awaited_numbers: Container[int | None]
) -> dict[str, Any]:
    """Return the box of a tie, with the match number if another match waits for its outcome."""
    meeting = tie.meeting
    score = score_in_words(meeting) if meeting else None
    is_playing = meeting is not None and meeting.state == Match.State.PLAYING
    table = meeting.table if meeting and is_playing else None
    table_words = _("mesa %(table)s") % {"table": table} if table else ""
    numbers = [str(place.competitor.number) for place in tie.places if place.competitor]
    sides = [
        {
            "text": _side_in_words(place),
            "look": _look(place, meeting is not None and meeting.winner == index),
            "score": score[index] if score else None,
            "beside": _width_beside(
                str(score[index]) if score else "", "" if index else table_words
            ),
        }
        for index, place in enumerate(tie.places)
    ]
    if len(sides) == 1:
        bye_side = {"text": _("pasa sin jugar"), "look": "is-open", "score": None}
        sides.append({**bye_side, "beside": _width_beside()})
    return {
        "code": meeting.code if meeting else "",
        "url": match_url(tournament, meeting) if meeting and not meeting.is_bye else "",
        "number": meeting.number if meeting and meeting.number in awaited_numbers else None,
        "numbers": " ".join(numbers),
        "playing": is_playing,
        "table": table_words,
        "sides": sides,
    }


def _width_beside(*texts: str) -> int:
    """Return the width in px of the texts after a name."""
    return sum(round(_face(BOLD).getlength(text)) + PADDING for text in texts if text)


def _look(place: BracketSide, wins: bool) -> str:
    if place.competitor is None:
        return "is-open"
    return "is-winner" if wins else ""


def _side_in_words(place: BracketSide) -> str:
    """Return the words of a side: its entry, or the match that decides the entry."""
    if place.competitor:
        return f"{place.competitor.number} · {place.competitor.title}"
    if place.source is None:
        return _("Por decidir")
    words = _("Perdedor del %(number)s") if place.loser else _("Ganador del %(number)s")
    return words % {"number": place.source.number}


# --- Bracket --------------------------------------------------------------------------------------
PICTURE_PAGE = 0  # page number of the picture, if the list of brackets has several pages
# Most ties of a round on a page. A bracket with a larger round is split into parts.
MOST_TIES_OF_ROUND = 32


@dataclass(frozen=True, slots=True)
class BracketPart:
    """A page of the list of brackets; if `parts` is 0, the page has all ties.

    Each page from 1 to `parts` has a part of every round with at least `parts` ties. The page after
    them has the rounds of up to `MOST_TIES_OF_ROUND` ties, each with all its ties.
    """

    number: int
    parts: int

    def has(self, bracket: Bracket) -> bool:
        """Return whether the part has any tie of the bracket."""
        return any(
            bracket_round.ties[self.slice_of(bracket_round)] for bracket_round in bracket.rounds
        )

    def slice_of(self, bracket_round: BracketRound) -> slice:
        """Return the slice of a round's ties in this part; empty if the part has none."""
        if not self.parts:
            return slice(None)
        if self.number > self.parts:
            return slice(None) if bracket_round.size <= MOST_TIES_OF_ROUND else slice(0)
        if bracket_round.size < self.parts:
            return slice(0)
        edges = [bracket_round.size * (self.number - step) // self.parts for step in (1, 0)]
        return slice(*edges)


def parts_of(brackets: Sequence[Bracket]) -> int:
    """Return the number of parts of these brackets; 0 if they fit in one page.

    The page of the last rounds is not counted.
    """
    widest = max(
        (bracket_round.size for bracket in brackets for bracket_round in bracket.rounds), default=0
    )
    return -(-widest // MOST_TIES_OF_ROUND) if widest > MOST_TIES_OF_ROUND else 0


def page_of_entry(stage: Stage, number: int, audience: Audience) -> int:
    """Return the page with the last drawn match of this entry.

    If `number` is 0, return PICTURE or, if the brackets are too large for a picture, the first page
    with a match of the last drawn round. If the brackets fit in one page, return the page with the
    lives of the entry.
    """
    brackets = all_brackets(stage, audience)
    parts = parts_of(brackets)
    if parts and not number and fits_in_a_picture(brackets):
        return PICTURE_PAGE
    if not parts:
        return lives_page_of(_lives(stage, audience), number)
    pages = range(1, parts + 2)
    drawn_pages = [
        (bracket_round.number, page)
        for bracket in brackets
        for bracket_round in bracket.rounds
        for page in pages
        for tie in bracket_round.ties[BracketPart(page, parts).slice_of(bracket_round)]
        if tie.meeting and (not number or tie.meeting.has(number))
    ]
    last_round = max((round for round, _page in drawn_pages), default=0)
    return min((page for round, page in drawn_pages if round == last_round), default=1)


def followed_tie(stage: Stage, number: int, audience: Audience) -> dict[str, Any]:
    """Return the context of an entry's last match; {} if the entry has no match.

    `place` is the id of the match in the picture or, without a picture, in the list. `cards` has
    the card of the match if the list has several pages.
    """
    brackets = all_brackets(stage, audience)
    own_meetings = [
        meeting for meeting in all_ties(stage, audience).meetings if meeting.has(number)
    ]
    if not brackets or not own_meetings:
        return {}
    latest = max(own_meetings, key=lambda meeting: meeting.round)
    return {
        "number": number,
        "place": f"{'s' if fits_in_a_picture(brackets) else 'p'}-{latest.code}",
        "cards": [card(stage.tournament, latest, audience)] if parts_of(brackets) else [],
    }


def all_brackets(stage: Stage, audience: Audience) -> list[Bracket]:
    """Return every bracket of the stage, cached in memory."""

    def make() -> list[Bracket]:
        competitors = competitors_of(stage.tournament, audience)
        return list(brackets_of(stage, meetings(stage, competitors, audience), competitors))

    return cached_value(stage.tournament, f"brackets/{stage.pk}", audience, make)


def _lives(stage: Stage, audience: Audience) -> list[dict[str, Any]]:
    """Return all entries in groups by lives left; [] if the format has no lives."""
    ties = all_ties(stage, audience)
    if ties.fates is None or not stage.has_lives or not ties.meetings:
        return []
    return lives_page(ties.competitors, ties.meetings, ties.fates)


def bracket_page(tournament: Tournament, audience: Audience, page: int = 1) -> dict[str, Any]:
    """Return the context of a page: the brackets or one part of large brackets, and the lives.

    Without parts, every page has the pictures of the brackets; with parts, only `PICTURE_PAGE` has
    them.
    """
    stage = tournament.stage
    brackets = all_brackets(stage, audience)
    parts, lives = parts_of(brackets), _lives(stage, audience)
    is_picture = page == PICTURE_PAGE and parts > 0
    current_page = Paginator(range(max(parts + 1, lives_pages(lives))), 1).get_page(page or 1)
    part = BracketPart(current_page.number, parts)
    is_fixed = not stage.redraws_bracket
    third_place = next((bracket for bracket in brackets if bracket.name == THIRD_PLACE), None)
    return {
        "pictures": _pictures(tournament, brackets, third_place, is_fixed)
        if is_picture or not parts
        else [],
        "elsewhere": is_picture,
        "brackets": [
            {
                **_bracket(
                    tournament,
                    bracket,
                    is_fixed,
                    part,
                    is_alone=len(brackets) == (2 if third_place else 1),
                ),
                "third": (
                    _bracket(tournament, third_place, is_fixed, part)
                    if third_place and bracket.name == MAIN and part.number > parts
                    else None
                ),
            }
            for bracket in brackets
            if current_page.number <= parts + 1
            and bracket is not third_place
            and (not bracket.rounds or part.has(bracket))
        ],
        "numbers": _numbers(brackets, part) if current_page.number <= parts + 1 else [],
        "lives": lives_part(lives, current_page.number),
        "page": current_page,
        "parts": parts,
        "query": query_of(tournament),
    }


def _pictures(
    tournament: Tournament, brackets: Sequence[Bracket], third_place: Bracket | None, is_fixed: bool
) -> list[dict[str, Any]]:
    """Return the pictures of the brackets; the third place is below the main bracket.

    With `is_fixed` there are lines between the boxes. Return [] if the brackets are too large for a
    picture.
    """
    if not fits_in_a_picture(brackets):
        return []
    is_alone = len(brackets) == (2 if third_place else 1)
    return [
        {
            "id": f"dibujo-{bracket.name}{bracket.label}".replace("_", "-"),
            "name": ""
            if is_alone
            else bracket_name(bracket.name, bracket.label, bracket.rounds[0].entries),
            **bracket_picture(
                tournament, bracket, third_place if bracket.name == MAIN else None, linked=is_fixed
            ),
        }
        for bracket in brackets
        if bracket.rounds and bracket is not third_place
    ]


def tie_side_words(place: BracketSide) -> str:
    if place.competitor:
        return f"{place.competitor.number} · {place.competitor.title}"
    if place.source is None:
        return _("Por decidir")
    words = (
        _("Perdedor del encuentro %(number)s")
        if place.loser
        else _("Ganador del encuentro %(number)s")
    )
    return words % {"number": place.source.number}


def _bracket(
    tournament: Tournament,
    bracket: Bracket,
    is_fixed: bool,
    part: BracketPart,
    *,
    is_alone: bool = False,
) -> dict[str, Any]:
    rounds = [
        bracket_round
        for bracket_round in bracket.rounds
        if bracket_round.ties[part.slice_of(bracket_round)]
    ]
    entries = bracket.rounds[0].entries if bracket.rounds else 0
    drawn_rounds = [
        bracket_round
        for bracket_round in bracket.rounds
        if any(tie.meeting for tie in bracket_round.ties)
    ]
    current_round = (
        (drawn_rounds or bracket.rounds)[-1 if drawn_rounds else 0] if bracket.rounds else None
    )
    return {
        "id": f"{bracket.name}{bracket.label}".replace("_", "-"),
        "name": "" if is_alone else bracket_name(bracket.name, bracket.label, entries),
        "rounds": [
            {
                **_round(
                    tournament,
                    bracket_round,
                    _lines(previous_round, bracket_round) if is_fixed and previous_round else "",
                    part,
                ),
                "now": bracket_round is current_round,
                "next": _round_link(next_round),
            }
            for previous_round, bracket_round, next_round in zip(
                (None, *rounds), rounds, (*rounds[1:], None), strict=False
            )
        ],
    }


def _round_link(bracket_round: BracketRound | None) -> dict[str, str] | None:
    """Return the `id` and the `name` of a round, to link to it; None without a round."""
    return {"id": _id(bracket_round), "name": name_inside(bracket_round)} if bracket_round else None


def _id(bracket_round: BracketRound) -> str:
    return f"{bracket_round.bracket}{bracket_round.label}-{bracket_round.number}".replace("_", "-")


def _lines(previous_round: BracketRound, bracket_round: BracketRound) -> str:
    """Return the kind of lines from the round before: "joins", "follows" or ""."""
    if previous_round.size == 2 * bracket_round.size:
        return "joins"
    return "follows" if previous_round.size == bracket_round.size else ""


def _round(
    tournament: Tournament, bracket_round: BracketRound, lines: str, part: BracketPart
) -> dict[str, Any]:
    return {
        "id": _id(bracket_round),
        "name": name_inside(bracket_round),
        "lines": lines,
        "ties": [_tie(tournament, tie) for tie in bracket_round.ties[part.slice_of(bracket_round)]],
    }


def _tie(tournament: Tournament, tie: Tie) -> dict[str, Any]:
    meeting = tie.meeting
    score = score_in_words(meeting) if meeting else None
    return {
        "meeting": meeting,
        "alone": len(tie.places) == 1,
        "url": match_url(tournament, meeting) if meeting and not meeting.is_bye else "",
        "sides": [
            {
                "competitor": place.competitor,
                "words": "" if place.competitor else tie_side_words(place),
                "winner": meeting is not None and meeting.winner == side,
                "score": score[side] if score else None,
            }
            for side, place in enumerate(tie.places)
        ],
    }


def _numbers(brackets: Sequence[Bracket], part: BracketPart) -> list[dict[str, Any]]:
    """Return every entry number in this part, with the code of the entry's latest match."""
    latest_matches: dict[int, tuple[int, str]] = {}
    for bracket in brackets:
        for round in bracket.rounds:
            for tie in round.ties[part.slice_of(round)]:
                if tie.meeting is not None:
                    for competitor in tie.meeting.sides:
                        match = (round.number, tie.meeting.code)
                        latest_matches[competitor.number] = max(
                            latest_matches.get(competitor.number, match), match
                        )
    return [
        {"number": number, "code": latest_matches[number][1]} for number in sorted(latest_matches)
    ]
