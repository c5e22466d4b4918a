"""Texts of a round and of the podium to send, the calendar file, and the share picture."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from django.urls import reverse
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from scoring.actas.selectors.meetings import Meeting
from scoring.public.cards import State, all_ties, current_hall, label_of, score_in_words
from scoring.public.ending import (
    ending_of,
    entries_and_towns_in_words,
    final_in_words,
    step_in_words,
)
from scoring.public.paint import (
    GOLD,
    INK,
    LEADING,
    PAPER,
    RED,
    TEXT,
    TITLE,
    drawable_text,
    face_for,
    path_of,
    png_of,
    stitched_felt,
    wrap_text,
)
from scoring.rounds.selectors.calendar import Fixture, calendar_rounds
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import round_numbered, shows_later_rounds
from tournaments.site.public_address import is_only_here, is_only_near

MOST_LINES = 60  # the most matches in a message; the address in the message leads to the others
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
PART_OCTETS = 73  # most octets of a part of a folded calendar line, without its first space


class Message(NamedTuple):
    """A text to send, and the address that opens WhatsApp with it."""

    text: str

    @property
    def whatsapp(self) -> str:
        return f"https://wa.me/?text={quote(self.text)}"


def round_message(tournament: Tournament, base: str, audience: Audience) -> Message | None:
    """Return the matches of the round in play, table by table; None before the first round."""
    stage = tournament.stage
    number = current_hall(stage, audience).round
    meetings = [
        meeting for meeting in all_ties(stage, audience).meetings if meeting.round == number
    ]
    if not meetings:
        return None
    lines = [_match_line(meeting) for meeting in sorted(meetings, key=_table_sort_key)]
    if len(lines) > MOST_LINES:
        last_line = _("… y %(more)s más, en la página.") % {"more": len(lines) - MOST_LINES}
        lines = [*lines[:MOST_LINES], last_line]
    return _message(tournament, str(round_numbered(stage, number)), lines, base, "pairings")


def podium_message(tournament: Tournament, base: str, audience: Audience) -> Message | None:
    """Return the podium, the final and the number of entries of the event; None until it is over.

    The address is left out if nobody at home can open it.
    """
    ending = ending_of(tournament, audience)
    if ending is None:
        return None
    lines = [
        f"{MEDALS[step['line'].place]} {step_in_words(step['competitor'])}" for step in ending.steps
    ]
    lines += ["", *final_in_words(ending), entries_and_towns_in_words(tournament, ending)]
    reaches_home = not is_only_here(base) and not is_only_near(base)
    title = _("Clasificación final")
    return _message(tournament, title, lines, base if reaches_home else "", "standings")


def _message(
    tournament: Tournament, title: str, lines: Iterable[str], base: str, page: str
) -> Message:
    """Return the text, with the address of the page unless `base` is ""."""
    address = ["", base + reverse(page, args=[tournament.slug])] if base else []
    return Message("\n".join([f"*{tournament.name}*", title, "", *lines, *address]))


def _table_sort_key(meeting: Meeting) -> tuple[bool, int, int]:
    return (meeting.is_bye, meeting.table or 10_000, meeting.position)


def _match_line(meeting: Meeting) -> str:
    names = [f"{side.label} {side.title}" for side in meeting.sides]
    if meeting.is_bye:
        return _("Descansa %(who)s") % {"who": names[0]}
    score = score_in_words(meeting)
    if score and meeting.is_finished and len(names) == 2:
        return f"{names[0]} {score[0]}–{score[1]} {names[1]}"
    if score and meeting.is_finished:
        return " – ".join(
            f"{name} {side_score}" for name, side_score in zip(names, score, strict=False)
        )
    table_words = (
        _("Mesa %(table)s: ") % {"table": meeting.table} if meeting.state == State.PLAYING else ""
    )
    note = f" ({label_of(meeting)})" if meeting.state == State.POSTPONED else ""
    return table_words + " – ".join(names) + note


# --- The file for a calendar ----------------------------------------------------------------------
class CalendarEvent(NamedTuple):
    """An event of the calendar file; `key` is the same in every later file."""

    key: str
    title: str
    at: datetime
    place: str


def calendar_file(
    tournament: Tournament, base: str, now: datetime, audience: Audience, entry: int | None = None
) -> str:
    """Return the tournament as an iCalendar file (RFC 5545), or the calendar of an entry.

    The file has an event for each round with a date and for each postponed match with a date. If
    there are no such events, it has one event with the date of the tournament. The file of an entry
    has its matches, each at its date, with the rival and the venue.
    """
    events = [
        event
        for stage in tournament.stages.order_by("number")
        for event in _stage_events(stage, audience, entry)
    ]
    if not events:
        start = CalendarEvent("0", tournament.name, tournament.starts_at, tournament.venue)
        events = [start]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tapete//ES"]
    for event in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{tournament.slug}-{event.key}@{urlsplit(base).hostname}",
            f"DTSTAMP:{_utc_stamp(now)}",
            f"DTSTART:{_utc_stamp(event.at)}",
            f"SUMMARY:{_escape_text(event.title)}",
            *([f"LOCATION:{_escape_text(event.place)}"] if event.place else []),
            f"URL:{base}{reverse('tournament', args=[tournament.slug])}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in _fold_line(line))


def _stage_events(stage: Stage, audience: Audience, entry: int | None) -> Iterator[CalendarEvent]:
    """Yield the events of a stage; their keys come from the number of the round in the stage."""
    if not any(stage.dates) and not stage.has_calendar:
        return
    tournament = stage.tournament
    for date in calendar_rounds(stage, audience, ahead=True):
        title, key = f"{tournament.name} · {date.name}", f"{stage.number}-{date.number}"
        if date.at and (entry is None or not stage.has_calendar):
            yield CalendarEvent(key, title, date.at, tournament.venue)
        if entry is not None and not shows_later_rounds(stage, audience):
            continue
        for place, fixture in enumerate(date.fixtures):
            meeting = fixture.meeting
            is_postponed = meeting is not None and meeting.state == State.POSTPONED
            moment = meeting.postponed_to if meeting is not None and is_postponed else date.at
            if moment is None or (entry is None and not is_postponed):
                continue
            if entry is not None and not (fixture.home.has(entry) or fixture.away.has(entry)):
                continue
            event_key = f"{key}-{entry}" if entry is not None else f"{key}-p{place}"
            venue = fixture.venue or tournament.venue
            yield CalendarEvent(event_key, f"{title} · {_fixture_in_words(fixture)}", moment, venue)


def _fixture_in_words(fixture: Fixture) -> str:
    return f"{fixture.home.title} – {fixture.away.title}"


def _utc_stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape_text(text: str) -> str:
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.splitlines())


def _fold_line(line: str) -> Iterator[str]:
    """Yield the line in parts of at most `PART_OCTETS` octets, without cutting a letter.

    Every part except the first begins with one more octet, a space.
    """
    part, prefix = "", ""
    for letter in line:
        if len((part + letter).encode()) > PART_OCTETS:
            yield prefix + part
            part, prefix = "", " "
        part += letter
    yield prefix + part


# --- Share picture --------------------------------------------------------------------------------
# The picture that a messenger shows with the address of a tournament.
SIZE = WIDTH, HEIGHT = 1200, 630  # px, as Open Graph recommends
# Px from the edge to the stitching, from the left edge to the text, and width of a line of text.
EDGE, LEFT, ROOM = 28, 84, 740
TITLE_SIZES, LINES = (92, 78, 66, 56, 48, 40), 4
SMALL, GAP = 40, 26
COLOURS = 64  # colours in the file: felt, paper, gold, and the soft edges of letters


@lru_cache(maxsize=64)  # the text rarely changes, so most requests get a cached picture
def share_picture(title: str, lines: tuple[str, ...]) -> bytes:
    """Return a PNG of 1200 × 630 px with the title in letters as large as fit, above the lines.

    >>> share_picture("Maratón de San Roque", ("Guiñote",))[1:4]
    b'PNG'
    """
    picture = _felt().copy()
    pen = ImageDraw.Draw(picture)
    face, rows = _fit_title(drawable_text(title))
    small_rows = [row for line in lines for row in _small_lines(drawable_text(line))]
    height = len(rows) * face.size * LEADING + GAP + len(small_rows) * SMALL * LEADING
    top = (HEIGHT - height) / 2
    for row in rows:
        pen.text((LEFT, top), row, fill=PAPER, font=face)
        top += face.size * LEADING
    top += GAP
    for row in small_rows:
        pen.text((LEFT, top), row, fill=GOLD, font=face_for(TEXT, SMALL, row))
        top += SMALL * LEADING
    return png_of(picture, COLOURS)


def _small_lines(line: str) -> list[str]:
    return list(wrap_text(line, face_for(TEXT, SMALL, line), ROOM))[:2]


def _fit_title(title: str) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """Return the typeface in the largest size in which the title fits, and the lines of the title.

    If no size fits, return the first `LINES` lines in the last size.
    """
    for size in TITLE_SIZES:
        face = face_for(TITLE, size, title)
        rows = list(wrap_text(title, face, ROOM))
        if len(rows) * size <= TITLE_SIZES[0] * 3:
            return face, rows
    return face, rows[:LINES]


@cache
def _felt() -> Image.Image:
    """Return the cloth with a card; the card is drawn large for smooth edges."""
    large_picture = stitched_felt(WIDTH, HEIGHT, EDGE).resize(
        (2 * WIDTH, 2 * HEIGHT), Image.Resampling.LANCZOS
    )
    pen = ImageDraw.Draw(large_picture)
    pen.rounded_rectangle((1760, 260, 2240, 1000), 48, fill=PAPER, outline="#08281a", width=6)
    for radius, colour, edge in ((178, GOLD, INK), (132, GOLD, INK), (66, RED, INK)):
        box = (2000 - radius, 630 - radius, 2000 + radius, 630 + radius)
        pen.ellipse(box, fill=colour, outline=edge, width=10)
    small_picture = large_picture.resize(SIZE, Image.Resampling.LANCZOS)
    ImageDraw.Draw(small_picture).text(
        (1000, 530), "Tapete", fill=PAPER, font=ImageFont.truetype(path_of(TITLE), 44), anchor="ma"
    )
    return small_picture
