"""The pages of a screen of the hall. The pages turn by themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from scoring.models import Show
from scoring.public.cards import clock_now, day_now
from scoring.public.slides import bracket, final, people, standings
from scoring.public.slides.slide import Slide
from scoring.refereeing.selectors.clock import stage_refereeing
from scoring.refereeing.words import TIME_UP
from tournaments.models import Entry, Stage
from tournaments.names.audience import NOBODY, Audience
from tournaments.names.text import read_number
from tournaments.site.page_cache import cached_value

MAKERS: Mapping[str, Callable[[Stage, Audience], list[Slide]]] = {
    Show.PODIUM: standings.podium_steps,
    Show.SURNAMES: people.people_by_surname,
    Show.NUMBERS: people.people_by_number,
    Show.TABLES: people.matches_by_table,
    Show.PLAYING: lambda stage, audience: _playing(stage, audience),
    Show.SCORES: people.last_scores,
    Show.STANDINGS: standings.standings_slides,
    Show.BRACKET: bracket.bracket_slides,
    Show.CLOCK: lambda stage, audience: _clock(stage, audience),
}
LIST_SHOWS = (Show.SURNAMES, Show.NUMBERS, Show.STANDINGS)
# The most entries in a list: a longer list takes too long to turn, so people use the QR.
MOST_LISTED = 1_000
FEW_ENTRIES = 60  # the most entries of a hall whose screens get all their pages together
PAGES = 10  # pages of a part, in a larger hall
# The usual values of `Show` of a screen; a value that has no content now is skipped.
USUAL_SHOWS = (
    Show.NOTICE,
    Show.PODIUM,
    Show.SURNAMES,
    Show.PLAYING,
    Show.CLOCK,
    Show.STANDINGS,
    Show.BRACKET,
)


def slides_of(
    stage: Stage, audience: Audience, shows: Sequence[str] = (), notice: str = ""
) -> list[Slide]:
    """Return the pages of a screen, in the order of `shows` or, if it is empty, of `USUAL_SHOWS`.

    A value without content has no page. If no value has content, the only page is about the
    tournament itself.
    """
    pages = [
        page for show in shows or USUAL_SHOWS for page in _pages(stage, audience, show, notice)
    ]
    return pages or [Slide("", "welcome", stage.tournament.name, values=_welcome(stage, audience))]


@dataclass(frozen=True, slots=True)
class ScreenPart:
    """The pages sent to a screen in one response; `following` names the next part, "" for none."""

    slides: list[Slide]
    following: str = ""


def pages_of_part(
    stage: Stage, shows: Sequence[str], notice: str, part_name: str, audience: Audience
) -> ScreenPart:
    """Return all the pages of a screen or, in a large hall, the pages of the part `part_name`.

    `part_name` is a value of `Show` and the number of one of its parts («apellidos-2»). If that
    part has no pages, return the first part of the next value that has pages.
    """
    if _entry_count(stage) <= FEW_ENTRIES:
        return ScreenPart(slides_of(stage, audience, shows, notice))
    all_shows = list(shows or USUAL_SHOWS)
    name, _hyphen, number = part_name.partition("-")
    index, chunk = all_shows.index(name) if name in all_shows else 0, read_number(number) or 1
    for _show in all_shows:
        pages = _pages(stage, audience, all_shows[index], notice)
        slides = pages[(chunk - 1) * PAGES : chunk * PAGES]
        has_more = len(pages) > chunk * PAGES
        following = (
            f"{all_shows[index]}-{chunk + 1}"
            if has_more
            else f"{all_shows[(index + 1) % len(all_shows)]}-1"
        )
        if slides:
            return ScreenPart(slides, following)
        index, chunk = (index + 1) % len(all_shows), 1
    return ScreenPart(slides_of(stage, audience, all_shows[:1]))


def _entry_count(stage: Stage) -> int:
    entries = stage.tournament.entries.filter(state=Entry.State.ENTERED)
    return cached_value(stage.tournament, "entered", NOBODY, entries.count)


def _pages(stage: Stage, audience: Audience, shows: str, notice: str) -> list[Slide]:
    """Return the pages of one value of `Show`, cached in memory."""
    if shows == Show.NOTICE:
        return [Slide(Show.NOTICE, "notice", notice)] if notice else []
    if shows in LIST_SHOWS and _entry_count(stage) > MOST_LISTED:
        return []
    name = f"slides/{stage.pk}/{shows}/{get_language()}"
    return cached_value(stage.tournament, name, audience, lambda: MAKERS[shows](stage, audience))


def _playing(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the page of the final, if any, and the tables in play until the final begins."""
    slides = final.final_slides(stage, audience)
    if slides and slides[0].values["playing"]:
        return slides
    return slides + people.tables_still_playing(stage, audience)


def _clock(stage: Stage, audience: Audience) -> list[Slide]:
    clock = clock_now(stage, audience)
    if clock is None:
        return []
    time_up = TIME_UP[stage_refereeing(stage).time_up]
    return [
        Slide(Show.CLOCK, "clock", str(clock.round), values={"clock": clock, "then": str(time_up)})
    ]


def _welcome(stage: Stage, audience: Audience) -> dict[str, object]:
    return {"day": day_now(stage.tournament, stage, audience)}
