"""Where a competitor is in the hall now, and the search for a competitor by name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Max

from scoring.actas.selectors.meetings import Competitor, Meeting, State
from scoring.stages.selectors.bracket import next_tie
from scoring.stages.selectors.quotas import Fates
from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.formats.knockout.options import GRAND_FINAL, PREVIOUS, SECOND_FINAL
from tournaments.models import Entry, Match, Stage
from tournaments.names.audience import Audience
from tournaments.names.people import fold_text, search_text, search_words
from tournaments.rounds.selectors.rounds import AwaitedEntry, awaited_entries, published_rounds

# Texts such as «27», «nº 27», «pareja 27», «#27», «pair 27».
NUMBER = re.compile(
    r"(?:pareja|jugador|trio|pair|player|numero|number|num\.?|no\.?|n\.?|#)?\s*(\d+)"
)
LONGEST_NUMBER = 5


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a competitor is in the hall now; `state` selects the sentence of a page.

    - withdrawn; waiting_list (on the waiting list); single (looks for a partner)
    - no_draw (nothing published); not_drawn (not in the round in play)
    - playing; waiting (`ahead` matches go first, or the sides `awaited` are at another table)
    - postponed; bye; done (has played its match of a round in which everybody plays)
    - free (by the clock, waits for a rival)

    `meeting` is the match that decides the state, None without a match; `postponed` has the other
    postponed matches of the competitor. Formats with elimination also have these states:

    - champion; finalist; third; fourth; consoled (has won the consolation)
    - placed (its final place is known); out
    - through (has won); ahead (has won, and waits for a rival from another bracket)
    - to_third; second_chance (has lost and plays on); hoping (to be a best loser)
    - lives (has lost a life and has more)
    """

    competitor: Competitor
    state: str
    meeting: Meeting | None = None
    ahead: int = 0
    awaited: Sequence[AwaitedEntry] = ()
    postponed: Sequence[Meeting] = ()

    @property
    def rivals(self) -> tuple[Competitor, ...]:
        return self.meeting.rivals_of(self.competitor.number) if self.meeting else ()

    @property
    def won(self) -> bool:
        return self.meeting is not None and self.meeting.won_by(self.competitor.number)


def find_competitors(competitors: Mapping[int, Competitor], text: str) -> list[Competitor]:
    """Return the competitors with that number, or with all the words in their names and towns.

    Case and accents do not count (`names.people.search_words`). Words that begin a name rank before
    words inside a name.

    >>> from scoring.actas.selectors.meetings import PublicPerson
    >>> people = PublicPerson("Paco", "Gil", "Luco"), PublicPerson("Begoña")
    >>> gil = Competitor(27, people, "", False)
    >>> [competitor.number for competitor in find_competitors({27: gil}, "BEGONA luc")]
    [27]
    >>> find_competitors({27: gil}, "28")
    []
    """
    number = requested_number(text)
    if number is not None and number in competitors:
        return [competitors[number]]
    words = search_words(text)
    if not words:
        return []
    ranked_competitors = [
        (_rank(competitor, words), competitor.number, competitor)
        for competitor in competitors.values()
    ]
    return [
        competitor
        for rank, _number, competitor in sorted(ranked_competitors, key=lambda row: row[:2])
        if rank < 2
    ]


def requested_number(text: str) -> int | None:
    """Return the number in a text such as «27» or «pareja 27»; None for any other text.

    >>> requested_number("pareja 27"), requested_number("Gil")
    (27, None)
    """
    number = NUMBER.fullmatch(fold_text(text))
    return int(number[1]) if number and len(number[1]) <= LONGEST_NUMBER else None


@dataclass(frozen=True, slots=True)
class HallNow:
    """The last published round (0 for none), and the numbers of the matches that wait for a table.

    `awaited` has, by match number, the sides of a waiting match that are still at another table.
    """

    round: int
    waiting: Sequence[int]
    awaited: Mapping[int, Sequence[AwaitedEntry]] = field(default_factory=dict)


def hall_of(stage: Stage, audience: Audience) -> HallNow:
    rounds = stage.rounds.filter(published_rounds(audience))
    number = rounds.aggregate(last=Max("number"))["last"] or 0
    waiting = Match.objects.filter(round__in=rounds, state=State.WAITING).order_by()
    numbers = {key: number or 0 for key, number in waiting.values_list("pk", "number")}
    sides = awaited_entries(stage.tournament, list(numbers), audience)
    return HallNow(
        number,
        tuple(numbers.values()),
        {numbers[key]: tuple(entries) for key, entries in sides.items()},
    )


def whereabouts(
    competitor: Competitor, meetings: Sequence[Meeting], hall: HallNow, fates: Fates | None = None
) -> Whereabouts:
    """Return where a competitor is, from its published matches.

    `fates` is for formats with elimination. `most_urgent_match` decides the table.
    """
    own_meetings = [meeting for meeting in meetings if meeting.has(competitor.number)]
    place = _whereabouts(competitor, own_meetings, hall, fates)
    postponed = [
        meeting
        for meeting in own_meetings
        if meeting.state == State.POSTPONED and meeting is not place.meeting
    ]
    return replace(place, postponed=postponed) if postponed else place


def _whereabouts(
    competitor: Competitor, meetings: Sequence[Meeting], hall: HallNow, fates: Fates | None
) -> Whereabouts:
    current_round = hall.round
    meeting = most_urgent_match(meetings)
    if competitor.withdrawn:
        return Whereabouts(competitor, "withdrawn", meeting)
    if competitor.state == Entry.State.WAITING:
        return Whereabouts(competitor, "waiting_list")
    if competitor.state == Entry.State.SINGLE:
        return Whereabouts(competitor, "single")
    if meeting is None:
        return Whereabouts(competitor, "not_drawn" if current_round else "no_draw")
    if meeting.state == State.WAITING:
        number = _waiting_number(meeting)
        return Whereabouts(
            competitor, "waiting", meeting, _ahead(hall, number), hall.awaited.get(number, ())
        )
    if meeting.state == State.PLAYING:
        return Whereabouts(competitor, "playing", meeting)
    if meeting.state == State.POSTPONED:
        return Whereabouts(competitor, "postponed", meeting)
    if fates:
        return Whereabouts(competitor, _fate(competitor, meeting, current_round, fates), meeting)
    if meeting.round < current_round:
        return Whereabouts(competitor, "not_drawn", meeting)
    return Whereabouts(competitor, "bye" if meeting.is_bye else "done", meeting)


def _rank(competitor: Competitor, words: Sequence[tuple[str, ...]]) -> int:
    """Return how well the words match the names and town of a competitor; 0 is best.

    0: each word begins a word of the name or town; 1: each word is inside the text; 2: otherwise.
    """
    people = (part for person in competitor.players for part in person)
    text = search_text(competitor.name, competitor.town, *people)
    own_words = text.split()
    if all(any(part.startswith(word) for part in own_words) for word in words):
        return 0
    return 1 if all(any(form in text for form in word) for word in words) else 2


def most_urgent_match(meetings: Iterable[Meeting]) -> Meeting | None:
    """Return the match that decides where a competitor sits; None without a match.

    It is a match at a table, else a waiting match, else the last match. Of several matches at a
    table, or of several waiting matches, it is the earliest.
    """
    order: dict[str, int] = {State.PLAYING: 2, State.WAITING: 1}

    def urgency(meeting: Meeting) -> tuple[int, int]:
        rank = order.get(meeting.state, 0)
        return rank, -meeting.round if rank else meeting.round

    return max(meetings, key=urgency, default=None)


def _waiting_number(meeting: Meeting) -> int:
    return min(
        board.number or 0 for board in meeting.boards or (meeting,) if board.state == State.WAITING
    )


def _ahead(hall: HallNow, own_number: int) -> int:
    return sum(number < own_number and number not in hall.awaited for number in hall.waiting)


def _fate(competitor: Competitor, meeting: Meeting, current_round: int, fates: Fates) -> str:
    number, won = competitor.number, meeting.won_by(competitor.number)
    if number in fates.alive and fates.over:
        return "champion"
    if meeting.is_bye and meeting.round == current_round:
        return "bye"
    if meeting.purpose == FINAL:
        return "champion" if won else "finalist"
    if meeting.purpose == THIRD_PLACE:
        return "third" if won else "fourth"
    if meeting.purpose == GRAND_FINAL and fates.over:
        return "finalist"
    if number in fates.alive:
        return _fate_of_active(competitor, meeting, current_round, fates)
    if won and meeting.purpose == SECOND_FINAL:
        return "consoled"
    if meeting.purpose == PREVIOUS and meeting.round == current_round:
        return "hoping"  # the best losers are known only after the bracket is drawn
    best, worst = fates.places.get(number, (0, 1))
    return "placed" if best == worst and meeting.purpose.partition(" ")[2] else "out"


def _fate_of_active(
    competitor: Competitor, meeting: Meeting, current_round: int, fates: Fates
) -> str:
    if fates.lives:
        if meeting.round < current_round:
            return "not_drawn"
        return "through" if meeting.won_by(competitor.number) else "lives"
    if meeting.won_by(competitor.number) or meeting.purpose == GRAND_FINAL:
        return "through" if meeting.round == current_round else "ahead"
    if meeting.purpose == PREVIOUS:
        return "hoping"
    next_match = next_tie(fates.brackets, meeting, competitor, loser=True)
    return "to_third" if next_match and next_match[0].bracket == THIRD_PLACE else "second_chance"
