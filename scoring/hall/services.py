"""Services of the links of tables and of the screens of the hall."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.actas.services.lines import refuse_unpublished
from scoring.actas.services.results import lock_match
from scoring.models import Screen, Show
from scoring.models.screen import MOST_SCREENS, NOTICE_LENGTH, SCREEN_NAME_LENGTH
from tournaments.audit.services import note
from tournaments.models import Match, Round, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.announcing import refuse_unpublished_round
from tournaments.rounds.services.tables import lock_tournament
from tournaments.writer import Author


@transaction.atomic
def revoke_link(*, match: Match, author: Author) -> Match:
    """Replace the link of this table with a new link.

    Raises Refused 409 for a bye or an unpublished round.
    """
    match = lock_match(match)
    refuse_unpublished(match)
    match.link_serial += 1
    match.save(update_fields=["link_serial"])
    note(match.tournament, author, "revoke_link", match)
    return match


@transaction.atomic
def revoke_links(*, round: Round, author: Author) -> int:
    """Replace every link of a round and return the number of links.

    Raises Refused 409 for an unpublished round.
    """
    tournament = lock_tournament(round.tournament)
    refuse_unpublished_round(round)
    matches = round.matches.exclude(state=Match.State.BYE).order_by()
    count = matches.update(link_serial=F("link_serial") + 1)
    note(tournament, author, "revoke_links", round, after={"matches": count})
    return count


# --- Screens --------------------------------------------------------------------------------------
MOST_MINUTES = 240


@transaction.atomic
def save_screen(
    *,
    tournament: Tournament,
    author: Author,
    name: str,
    shows: Sequence[str] = (),
    notice: str = "",
    screen: Screen | None = None,
) -> Screen:
    """Set the name, the notice and the contents of `screen`, or of a new screen.

    `shows` are values of `Show`; if empty, the screen chooses by what is happening. Raises Refused:
    400 for an invalid text or value, 409 `too_many_screens`.
    """
    lock_tournament(tournament)
    name = clean_text(name, "name", SCREEN_NAME_LENGTH, required=True, any_start=True)
    notice = clean_text(notice, "notice", NOTICE_LENGTH, any_start=True)
    for show in shows:
        _check_show(show, "shows")
    if screen is None:
        screen = Screen(tournament=tournament, number=_free_number(tournament))
    screen.name = name
    screen.shows = list(dict.fromkeys(shows))
    screen.notice = notice
    screen.save()
    new_values = {"screen": name, "shows": screen.shows, "notice": notice}
    note(tournament, author, "save_screen", str(screen), after=new_values)
    return screen


@transaction.atomic
def remove_screen(*, screen: Screen, author: Author) -> None:
    """Delete a screen; its address stops working."""
    lock_tournament(screen.tournament)
    note(screen.tournament, author, "remove_screen", str(screen))
    screen.delete()


@transaction.atomic
def show_now(*, screen: Screen, author: Author, shows: str, minutes: int = 0) -> Screen:
    """Show one value of `Show` for `minutes`; then the screen returns to its setup.

    An empty `shows` makes the screen return to its setup immediately. Raises Refused 400 for an
    invalid value or number of minutes, and `no_notice` to show the notice of a screen without a
    notice.
    """
    lock_tournament(screen.tournament)
    screen.refresh_from_db()
    if shows:
        _check_show(shows, "shows")
        if not 1 <= minutes <= MOST_MINUTES:
            raise Refused(
                "minutes_out_of_range",
                _("Los minutos van de 1 a %(most)s."),
                field="minutes",
                most=MOST_MINUTES,
            )
        if shows == Show.NOTICE and not screen.notice:
            raise Refused(
                "no_notice",
                _("Esta pantalla no tiene aviso: escríbalo antes de enseñarlo."),
                field="shows",
            )
    screen.now = shows
    screen.now_until = timezone.now() + timedelta(minutes=minutes) if shows else None
    screen.save(update_fields=["now", "now_until"])
    new_values = {"shows": [shows] if shows else [], "minutes": minutes}
    note(screen.tournament, author, "show_now", str(screen), after=new_values)
    return screen


def _check_show(word: str, field: str) -> None:
    if word not in Show.values:
        raise Refused(
            "not_a_show",
            _("«%(word)s» no es algo que muestre una pantalla: %(all)s."),
            field=field,
            word=word[:NOTICE_LENGTH],
            all=", ".join(Show.values),
        )


def _free_number(tournament: Tournament) -> int:
    taken_numbers = set(
        Screen.objects.filter(tournament=tournament).values_list("number", flat=True)
    )
    free_numbers = [number for number in range(1, MOST_SCREENS + 1) if number not in taken_numbers]
    if not free_numbers:
        raise Conflict(
            "too_many_screens", _("Caben %(most)s pantallas: quite una."), most=MOST_SCREENS
        )
    return free_numbers[0]
