"""What the page and the screen of a hall show."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.models import Show
from scoring.public.cards import clock_now
from scoring.public.slides import PAGES, slides_of
from scoring.public.slides.slide import Slide
from scoring.refereeing.selectors.clock import HallClock
from tournaments.halls.selectors import tournaments_of_today
from tournaments.models import Hall, RequestCache, Tournament
from tournaments.permissions import Asking, audience_of, visible_to
from tournaments.setup.selectors.stages import stages_of
from tournaments.site.page_cache import revision

SHOWS = (Show.PODIUM, Show.SURNAMES, Show.PLAYING, Show.STANDINGS)
NO_ROLE = ""


@dataclass(frozen=True, slots=True)
class TournamentClock:
    """A tournament with a round in play by the clock."""

    tournament: Tournament
    clock: HallClock


@dataclass(frozen=True, slots=True)
class HallScreen:
    """The pages of a hall's screen, each with its tournament, and the clocks in play.

    `clock` is the clock of the hall if all its rounds end at the same moment, else None.
    """

    pages: Sequence[tuple[Tournament, Slide]]
    clocks: Sequence[TournamentClock]

    @property
    def clock(self) -> HallClock | None:
        ends = {(one.clock.ends_at, one.clock.stopped_at) for one in self.clocks}
        return self.clocks[0].clock if len(ends) == 1 else None


def shown_tournaments(hall: Hall, request: Asking) -> list[Tournament]:
    """Return today's tournaments of the hall, without the private ones of other teams."""
    visible = set(visible_to(request).filter(hall=hall).values_list("pk", flat=True))
    shown = [tournament for tournament in tournaments_of_today(hall) if tournament.pk in visible]
    for tournament in shown:  # the pages of a hall only read, so each question is asked once
        tournament.request_cache = RequestCache(tournament, reads=True)
    return shown


def screen_version(tournaments: Sequence[Tournament]) -> str:
    """Return the versions of the tournaments as the public sees them."""
    revisions = (
        f"{tournament.pk}.{revision(tournament, audience_of(tournament, NO_ROLE))}"
        for tournament in tournaments
    )
    return "-".join(revisions)


def hall_screen(tournaments: Sequence[Tournament]) -> HallScreen:
    """Return the pages of each tournament in turn, as the public sees it, with its name."""
    pages: list[tuple[Tournament, Slide]] = []
    for tournament in tournaments:
        audience = audience_of(tournament, NO_ROLE)
        for show in SHOWS:
            pages += [
                (tournament, _titled(tournament, slide))
                for slide in slides_of(tournament.stage, audience, [show])[:PAGES]
                if slide.shows  # not the page of welcome
            ]
        if not any(shown is tournament for shown, _slide in pages):
            pages += [(tournament, slide) for slide in slides_of(tournament.stage, audience)[:1]]
    return HallScreen(pages, clocks_of(tournaments))


def clocks_of(tournaments: Sequence[Tournament]) -> list[TournamentClock]:
    """Return the clock of each round in play, as the public sees it."""
    clocks = (
        (tournament, clock_now(stage, audience_of(tournament, NO_ROLE)))
        for tournament in tournaments
        for stage in stages_of(tournament)
    )
    return [TournamentClock(tournament, clock) for tournament, clock in clocks if clock is not None]


def _titled(tournament: Tournament, slide: Slide) -> Slide:
    return replace(slide, title=f"{tournament.name} · {slide.title}")
