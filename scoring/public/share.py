"""Texts of a round and of the podium that a club sends, and the file for a calendar."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.public.cards import State, label_of, told_score
from scoring.public.held import all_played, event_of, everybody, hall_now
from scoring.public.names import PODIUM
from scoring.selectors.matches.meetings import Meeting
from scoring.selectors.rounds.calendar import Fixture, calendar
from scoring.selectors.stages.endings import event_over
from tournaments.models import Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import round_numbered

MOST_LINES = 60  # of a round: a longer message is not read, and its address is in it
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
FOLDED = 73  # octets of a line of a calendar file, which goes on after a space


class Message(NamedTuple):
    """A text to send, and the address that opens WhatsApp with it."""

    text: str

    @property
    def whatsapp(self) -> str:
        return f"https://wa.me/?text={quote(self.text)}"


def round_message(tournament: Tournament, base: str, audience: Audience) -> Message | None:
    """Return the matches of the round in play, table by table; None before the first one."""
    stage = tournament.stage
    number = hall_now(stage, audience).round
    played = [one for one in all_played(stage, audience).meetings if one.round == number]
    if not played:
        return None
    lines = [_match_line(one) for one in sorted(played, key=_by_table)]
    if len(lines) > MOST_LINES:
        more = _("… y %(more)s más, en la página.") % {"more": len(lines) - MOST_LINES}
        lines = [*lines[:MOST_LINES], more]
    return _message(tournament, str(round_numbered(stage, number)), lines, base, "pairings")


def podium_message(tournament: Tournament, base: str, audience: Audience) -> Message | None:
    """Return who stands on the podium of the whole event; None until it is over."""
    if not event_over(tournament, audience):
        return None
    known = everybody(tournament)
    lines = [
        f"{MEDALS[line.place]} {known[line.entrant].title}"
        for line in event_of(tournament, audience)
        if line.place <= PODIUM
    ]
    return _message(tournament, _("Clasificación final"), lines, base, "standings")


def _message(
    tournament: Tournament, title: str, lines: Iterable[str], base: str, page: str
) -> Message:
    address = base + reverse(page, args=[tournament.slug])
    return Message("\n".join([f"*{tournament.name}*", title, "", *lines, "", address]))


def _by_table(one: Meeting) -> tuple[bool, int, int]:
    return (one.is_bye, one.table or 10_000, one.position)


def _match_line(one: Meeting) -> str:
    names = [f"{side.label} {side.title}" for side in one.sides]
    if one.is_bye:
        return _("Descansa %(who)s") % {"who": names[0]}
    score = told_score(one)
    if score and one.is_finished and len(names) == 2:
        return f"{names[0]} {score[0]}–{score[1]} {names[1]}"
    if score and one.is_finished:
        return " – ".join(f"{name} {told}" for name, told in zip(names, score, strict=False))
    where = _("Mesa %(table)s: ") % {"table": one.table} if one.state == State.PLAYING else ""
    note = f" ({label_of(one)})" if one.state == State.POSTPONED else ""
    return where + " – ".join(names) + note


# --- The file for a calendar ----------------------------------------------------------------------
def calendar_file(tournament: Tournament, base: str, now: datetime, audience: Audience) -> str:
    """Return the tournament as an iCalendar file (RFC 5545): a date for each round that has one and
    for each postponed match with its own, or that of the event."""
    stage = tournament.stage
    rounds = calendar(stage, audience, ahead=True) if stage.has_calendar else ()
    dates = [(f"{tournament.name} · {date.name}", date.at) for date in rounds if date.at]
    dates += [
        (f"{tournament.name} · {date.name} · {_against(fixture)}", fixture.meeting.postponed_to)
        for date in rounds
        for fixture in date.fixtures
        if fixture.meeting is not None and fixture.meeting.postponed_to
    ]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tapete//ES"]
    for number, (title, at) in enumerate(dates or [(tournament.name, tournament.starts_at)]):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{tournament.slug}-{number}@{urlsplit(base).hostname}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(at)}",
            f"SUMMARY:{_escaped(title)}",
            *([f"LOCATION:{_escaped(tournament.venue)}"] if tournament.venue else []),
            f"URL:{base}{reverse('tournament', args=[tournament.slug])}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _against(fixture: Fixture) -> str:
    return f"{fixture.home.title} – {fixture.away.title}"


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """The line in parts of so many octets, no letter cut; the next ones after a space."""
    part, before = "", ""
    for letter in line:
        if len((part + letter).encode()) > FOLDED:
            yield before + part
            part, before = "", " "
        part += letter
    yield before + part
