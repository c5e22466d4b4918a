"""The round in play, by table and by surname."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.actas.selectors.meetings import (
    UNFINISHED,
    Competitor,
    Meeting,
    State,
    as_ties,
    meetings_in,
)
from scoring.public.cards import card, current_hall, tie_cards
from scoring.public.round import moves
from scoring.public.whereabouts import most_urgent_match
from tournaments.formats.ladder import Ladder
from tournaments.models import Entry, EntryPlayer, Match, MatchSide, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.names.people import Person
from tournaments.names.surnames import filed_name, key_of_names
from tournaments.rounds.selectors.rounds import published_rounds, round_numbered
from tournaments.site.page_cache import cached_value
from tournaments.site.pages import query_of

LAST_FINISHED = 12  # how many finished matches the page still shows in a stage by the clock
CARDS, PEOPLE, TIES = 50, 120, 12  # the most of each on a page, for a phone to load it quickly
BYES_TITLE = gettext_lazy("Descansan en esta ronda")


def pairings_context(
    tournament: Tournament, by_surname: bool, audience: Audience, page: int = 1
) -> dict[str, Any]:
    """Return a page of the matches in play (`_read_matches`), by table or by surname."""
    stage = tournament.stage
    number, matches = current_hall(stage, audience).round, matches_in_play(stage, audience)
    round = round_numbered(stage, number)
    context = {
        "number": number,
        "serial": round.serial if round else 0,
        "round_name": str(round or ""),
        "by_calls": stage.by_calls,
        "by_surname": by_surname,
        "to_play": sum(match.state != State.BYE for match in matches),
        "finished": sum(match.state == State.FINISHED for match in matches),
        "query": query_of(tournament, por="apellido" if by_surname else ""),
    }
    if by_surname:
        return {**context, **_surname_page(tournament, stage, matches, page, audience)}
    if stage.boards():
        return {**context, **_ties_page(tournament, stage, matches, page, audience)}
    current_page = Paginator(_sorted_matches(matches), CARDS).get_page(page)
    notes = _moves(stage, matches, number, audience)
    return {
        **context,
        "page": current_page,
        "groups": _state_groups(tournament, stage, current_page, matches, number, notes, audience),
    }


def first_page_of_entry(
    tournament: Tournament, number: int, by_surname: bool, audience: Audience
) -> int:
    """Return the first page with this entry, or page 1 if the entry does not play."""
    stage = tournament.stage
    matches = matches_in_play(stage, audience)
    own_keys = {
        pk for pk in _match_keys(stage, [number]) if any(match.pk == pk for match in matches)
    }
    if by_surname:
        rows = everybody_by_surname(tournament, stage, audience)
        places = (place for place, row in enumerate(rows) if row.number == number)
        return next(places, 0) // PEOPLE + 1
    if stage.boards():
        positions = _positions(matches)
        ties = {_place(match) for match in matches if match.pk in own_keys}
        places = (place for place, position in enumerate(positions) if position in ties)
        return next(places, 0) // TIES + 1
    places = (place for place, match in enumerate(_sorted_matches(matches)) if match.pk in own_keys)
    return next(places, 0) // CARDS + 1


def followed_pairing(tournament: Tournament, number: int, audience: Audience) -> dict[str, Any]:
    """Return a competitor's match, to show above any page of a list.

    Return {} if the competitor has no match, if the list has only one page, or between teams.
    """
    stage = tournament.stage
    matches = matches_in_play(stage, audience)
    if len(matches) <= CARDS or stage.boards():
        return {}
    own_keys = _match_keys(stage, [number]) & {match.pk for match in matches}
    cards = [
        card(tournament, meeting, audience) for meeting in meetings_in(stage, own_keys, audience)
    ]
    return {"cards": cards, "number": number} if cards else {}


class MatchInPlay(NamedTuple):
    """A match of the round in play, with enough fields to find its page."""

    pk: int
    state: str
    number: int | None
    table: int | None
    round: int
    position: int
    code: str


def matches_in_play(stage: Stage, audience: Audience) -> Sequence[MatchInPlay]:
    """Return the matches of `_read_matches` for the round in play, cached in memory."""
    number = current_hall(stage, audience).round
    return cached_value(
        stage.tournament,
        f"here/{stage.pk}",
        audience,
        lambda: _read_matches(stage, number, audience),
    )


def _read_matches(stage: Stage, number: int, audience: Audience) -> list[MatchInPlay]:
    """Return the matches of the round in play and reopened earlier matches, by round and position.

    By the clock, return all matches that are not finished, and the last finished matches.
    """
    published_matches = Match.objects.filter(
        published_rounds(audience, "round"), round__stage=stage
    )
    if not stage.by_calls:
        published_matches = published_matches.filter(
            Q(round__number=number) | Q(state__in=UNFINISHED)
        )
    rows = published_matches.order_by("round__number", "position", "board").values_list(
        "pk", "state", "number", "table", "round__number", "position", "code"
    )
    matches = [MatchInPlay(*row) for row in rows]
    if not stage.by_calls:
        return matches
    finished = sorted((match for match in matches if match.state == State.FINISHED), key=_number)
    return [match for match in matches if match.state != State.FINISHED] + finished[-LAST_FINISHED:]


def _number(match: MatchInPlay) -> int:
    return match.number or 0


def _place(match: MatchInPlay) -> tuple[int, int]:
    return match.round, match.position


def _positions(matches: Sequence[MatchInPlay]) -> list[tuple[int, int]]:
    """Return the positions of the ties, unfinished ties first."""
    open_places = {_place(match) for match in matches if match.state in UNFINISHED}
    return sorted(
        dict.fromkeys(_place(match) for match in matches),
        key=lambda place: (place not in open_places, place),
    )


def _match_keys(stage: Stage, numbers: Collection[int]) -> set[int]:
    """Return the keys of the matches in which these entries sit."""
    entries = Entry.objects.filter(tournament=stage.tournament_id, number__in=numbers).order_by()
    sides = MatchSide.objects.filter(round__stage=stage, entry__in=entries.values("pk"))
    return set(sides.order_by().values_list("match", flat=True))


def _sorted_matches(matches: Sequence[MatchInPlay]) -> list[MatchInPlay]:
    """Return the matches in reading order: at tables, waiting, postponed, finished, byes."""
    order = {
        State.PLAYING: 0,
        State.WAITING: 1,
        State.POSTPONED: 2,
        State.FINISHED: 3,
        State.BYE: 4,
    }

    def place(match: MatchInPlay) -> tuple[int, int, int]:
        number = match.table if match.state == State.PLAYING else match.number
        return order[State(match.state)], number or 0, match.position

    return sorted(matches, key=place)


def _ties_page(
    tournament: Tournament,
    stage: Stage,
    matches: Sequence[MatchInPlay],
    page: int,
    audience: Audience,
) -> dict[str, Any]:
    """Return a page of the ties between teams, and of the byes."""
    positions = _positions(matches)
    current_page = Paginator(positions, TIES).get_page(page)
    places = set(current_page)
    meetings = meetings_in(
        stage, [match.pk for match in matches if _place(match) in places], audience
    )
    byes = [card(tournament, tie, audience) for tie in meetings if tie.is_bye]
    return {
        "page": current_page,
        "ties": tie_cards(tournament, meetings, audience),
        "groups": [{"title": BYES_TITLE, "cards": byes, "in_all": len(byes)}] if byes else [],
    }


def _moves(
    stage: Stage, matches: Sequence[MatchInPlay], number: int, audience: Audience
) -> dict[str, str]:
    """Return the note of each match of an escalera, by its code; {} until the round is over."""
    if not isinstance(stage.system, Ladder):
        return {}
    return moves(
        stage, meetings_in(stage, [match.pk for match in matches], audience), number, audience
    )


def _state_groups(
    tournament: Tournament,
    stage: Stage,
    matches: Iterable[MatchInPlay],
    all_matches: Sequence[MatchInPlay],
    number: int,
    notes: Mapping[str, str],
    audience: Audience,
) -> list[dict[str, Any]]:
    """Return the matches of a page in groups by state; `in_all` is the size of the whole group.

    `matches` are those of the page, `all_matches` those of every page. A match of a round other
    than `number` shows its round. `notes` has the note of each match, by its code.
    """
    titles = {
        State.PLAYING: _("En las mesas"),
        State.WAITING: _("En espera de mesa"),
        State.POSTPONED: _("Aplazados"),
        State.FINISHED: _("Terminados"),
        State.BYE: BYES_TITLE,
    }
    number = 0 if stage.by_calls else number
    awaited = current_hall(stage, audience).awaited
    queue = sorted(
        _number(match)
        for match in all_matches
        if match.state == State.WAITING and match.number not in awaited
    )
    state_counts = Counter(match.state for match in all_matches)
    meetings_by_code = {
        meeting.code: meeting
        for meeting in meetings_in(stage, [match.pk for match in matches], audience)
    }
    groups: dict[str, list[dict[str, Any]]] = {}
    for match in matches:
        if (
            match.code not in meetings_by_code
        ):  # its round was discarded after the matches were cached
            continue
        note = notes.get(match.code, "")
        if match.state == State.WAITING:
            awaited_sides = awaited.get(_number(match))
            note = (
                awaited_sides[0].sentence
                if awaited_sides
                else _queue_in_words(queue.index(_number(match)))
            )
        meeting = meetings_by_code[match.code]
        groups.setdefault(match.state, []).append(
            card(tournament, meeting, audience, note=_notes(meeting, number, note))
        )
    return [
        {"title": titles[State(state)], "cards": cards, "in_all": state_counts[state]}
        for state, cards in groups.items()
    ]


def _queue_in_words(ahead: int) -> str:
    if not ahead:
        return _("la siguiente en sentarse")
    return ngettext("%(ahead)s delante", "%(ahead)s delante", ahead) % {"ahead": ahead}


def _notes(meeting: Meeting, number: int, note: str) -> str:
    earlier = (
        ""
        if number in (0, meeting.round)
        else _("de la ronda %(round)s") % {"round": meeting.serial}
    )
    return " · ".join(part for part in (earlier, note) if part)


class FiledRow(NamedTuple):
    """A person, or an entry without people, of the round in play.

    `key` sorts the rows, `number` is the number of the entry, `place` the position of the person in
    the entry, and `apart` a text that distinguishes namesakes.
    """

    key: tuple[tuple[str, ...], tuple[str, ...]]
    number: int
    place: int
    name: str
    surname: str
    apart: str


def everybody_by_surname(
    tournament: Tournament, stage: Stage, audience: Audience
) -> Sequence[FiledRow]:
    """Return everybody in the round in alphabetical order, cached in memory."""
    matches = matches_in_play(stage, audience)
    return cached_value(
        tournament, f"filed/{stage.pk}", audience, lambda: _filed_rows(stage, matches)
    )


def _filed_rows(stage: Stage, matches: Sequence[MatchInPlay]) -> list[FiledRow]:
    """Return the people of the round by surname or nickname, and entries without people by name."""
    tournament, keys = stage.tournament, {match.pk for match in matches}
    # Filter by round: reading all sides of the rounds is faster than a list of a thousand keys.
    round_sides = MatchSide.objects.filter(
        round__stage=stage, round__number__in={match.round for match in matches}
    )
    sides = round_sides.order_by().values_list("match_id", "entry__number")
    numbers = {number for key, number in sides if key in keys}
    seats = EntryPlayer.objects.filter(entry__tournament=tournament).order_by()
    rows = seats.values_list(
        "entry__number", "position", "player__name", "player__surname", "player__apart"
    )
    filed_rows = [
        FiledRow(key_of_names(name, surname), number, place, name, surname, apart)
        for number, place, name, surname, apart in rows
        if number in numbers
    ]
    nameless = tournament.entries.filter(number__in=numbers - {row.number for row in filed_rows})
    filed_rows += [
        FiledRow(key_of_names(title, ""), number, 0, title, "", "")
        for number, title in nameless.order_by().values_list("number", "name")
    ]
    return sorted(filed_rows)


def _surname_page(
    tournament: Tournament,
    stage: Stage,
    matches: Sequence[MatchInPlay],
    page: int,
    audience: Audience,
) -> dict[str, Any]:
    """Return a page of everybody in the round: a row per person, with the board in a team."""
    current_page = Paginator(everybody_by_surname(tournament, stage, audience), PEOPLE).get_page(
        page
    )
    keys, people = {match.pk for match in matches}, list(current_page)
    keys_of_page = keys.intersection(_match_keys(stage, {row.number for row in people}))
    return {
        "page": current_page,
        "people": people_at_tables(people, meetings_in(stage, keys_of_page, audience)),
    }


def people_at_tables(
    people: Iterable[FiledRow], meetings: Iterable[Meeting]
) -> list[dict[str, Any]]:
    """Return for each person, in the given order, the name, competitor, match and rivals.

    People who play none of the `meetings` are left out. If a person plays several,
    `most_urgent_match` selects the match.
    """
    ties_by_number: defaultdict[int, list[Meeting]] = defaultdict(list)
    for meeting in as_ties(meetings):
        for side in meeting.sides:
            for competitor in side.everybody:
                ties_by_number[competitor.number].append(meeting)
    return [
        {
            "filed": filed_name(Person(row.name, row.surname)),
            "apart": row.apart,
            "competitor": competitor,
            "meeting": _board_of(tie, row.number, f"{row.name} {row.surname}".strip()),
            "rivals": tie.rivals_of(row.number),
        }
        for row in people
        if (tie := most_urgent_match(ties_by_number[row.number])) is not None
        for competitor in (_own_competitor(tie, row.number),)
    ]


def _own_competitor(tie: Meeting, number: int) -> Competitor:
    """Return the competitor of this number, without the partners of its side."""
    return next(
        competitor
        for side in tie.sides
        for competitor in side.everybody
        if competitor.number == number
    )


def _board_of(tie: Meeting, number: int, name: str) -> Meeting:
    """Return the board on which this person of a team plays; the tie if no line-up names him."""
    for board in tie.boards:
        if name in board.sides[board.side_of(number)].playing.split(" · "):
            return board
    return tie
