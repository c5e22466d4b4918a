"""The screen of a hall and the clocks of its tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.models import Show
from scoring.public.cards import clock_now
from scoring.public.slides import PAGES, slides_of
from scoring.public.slides.slide import Slide
from scoring.refereeing.selectors.clock import HallClock
from tournaments.halls.selectors import tournaments_of_today
from tournaments.models import Hall, RequestCache, Tournament
from tournaments.permissions import RequestProtocol, audience_of, visible_tournaments
from tournaments.setup.selectors.stages import stages_of
from tournaments.site.page_cache import revision

SHOWS = (Show.PODIUM, Show.SURNAMES, Show.PLAYING, Show.STANDINGS)
NO_ROLE = ""  # the role of the public


@dataclass(frozen=True, slots=True)
class TournamentClock:
    """The clock of a round in play, with its tournament."""

    tournament: Tournament
    clock: HallClock


@dataclass(frozen=True, slots=True)
class HallScreen:
    """The pages of a hall's screen, each with its tournament, and the clocks of rounds in play."""

    pages: Sequence[tuple[Tournament, Slide]]
    clocks: Sequence[TournamentClock]

    @property
    def clock(self) -> HallClock | None:
        """Return the clock if all clocks have the same end and the same stop, else None."""
        ends = {
            (tournament_clock.clock.ends_at, tournament_clock.clock.stopped_at)
            for tournament_clock in self.clocks
        }
        return self.clocks[0].clock if len(ends) == 1 else None


def shown_tournaments(hall: Hall, request: RequestProtocol) -> list[Tournament]:
    """Return today's tournaments of the hall that the request may see."""
    visible_keys = set(visible_tournaments(request).filter(hall=hall).values_list("pk", flat=True))
    tournaments = [
        tournament for tournament in tournaments_of_today(hall) if tournament.pk in visible_keys
    ]
    for tournament in tournaments:  # the pages of a hall only read, so each query is made only once
        tournament.request_cache = RequestCache(tournament, reads=True)
    return tournaments


def screen_version(tournaments: Sequence[Tournament]) -> str:
    """Return the public versions of the tournaments as one text."""
    revisions = (
        f"{tournament.pk}.{revision(tournament, audience_of(tournament, NO_ROLE))}"
        for tournament in tournaments
    )
    return "-".join(revisions)


def hall_screen(tournaments: Sequence[Tournament]) -> HallScreen:
    """Return the public pages of each tournament, one tournament after another, and the clocks.

    The pages of a tournament are those of `SHOWS`, with its name in their titles. A tournament
    without such pages has the first of its usual pages.
    """
    pages: list[tuple[Tournament, Slide]] = []
    for tournament in tournaments:
        audience = audience_of(tournament, NO_ROLE)
        for show in SHOWS:
            pages += [
                (tournament, _slide_with_tournament(tournament, slide))
                for slide in slides_of(tournament.stage, audience, [show])[:PAGES]
                if slide.shows  # leave out the welcome page
            ]
        if not any(owner is tournament for owner, _slide in pages):
            pages += [(tournament, slide) for slide in slides_of(tournament.stage, audience)[:1]]
    return HallScreen(pages, clocks_of(tournaments))


def clocks_of(tournaments: Sequence[Tournament]) -> list[TournamentClock]:
    """Return the clock of each round in play that the public may see."""
    clocks = (
        (tournament, clock_now(stage, audience_of(tournament, NO_ROLE)))
        for tournament in tournaments
        for stage in stages_of(tournament)
    )
    return [TournamentClock(tournament, clock) for tournament, clock in clocks if clock is not None]


def _slide_with_tournament(tournament: Tournament, slide: Slide) -> Slide:
    return replace(slide, title=f"{tournament.name} · {slide.title}")
