"""The next edition of a tournament, and templates of tournaments."""

from datetime import datetime

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Letterhead, Screen
from tournaments.audit.services import note
from tournaments.halls.services import refuse_tables_taken
from tournaments.models import Tournament, Visibility
from tournaments.permissions import club_role_of
from tournaments.refusal import Conflict, refuse_unknown_choice
from tournaments.rounds.services.quotas import refuse_more_tournaments
from tournaments.setup.services.checks import TEXTS, sensible_moment
from tournaments.setup.services.copies import (
    copy_people,
    copy_prices,
    copy_sign_up,
    copy_staff,
    copy_stages,
    entries_to_repeat,
    turn_into_new_rows,
)
from tournaments.setup.services.tournament import DUPLICATE_WINDOW, free_slug


class PeopleToCopy(TextChoices):
    """The entries to copy to the next edition."""

    NONE = "none", _("Ninguna: la lista empieza vacía")
    LIVE = "live", _("Las inscripciones que llegaron al final sin retirarse")
    ALL = "all", _("Todas, también las que se retiraron y la lista de espera")


@transaction.atomic
def copy_tournament(
    *,
    tournament: Tournament,
    author: User,
    name: str,
    starts_at: datetime,
    people: str = PeopleToCopy.NONE,
    staff: bool = True,
    as_template: bool = False,
) -> Tournament:
    """Create the next edition of a tournament, or with `as_template` a template of it.

    - The settings, the stages, the prices, the letterhead and the screens are always copied; the
      club, only if the author is its officer.
    - `staff` copies the roles of the other users; `people` copies the reserves, and entries as
      unpaid, absent and unseeded.
    - Each stage gets a new seed; its dates shift by the days between both beginnings.
    - The hall is not copied if another tournament has its tables on one of the new days.
    - An edition of a template has the visibility of the tournament that became the template.
    `tournaments.setup.services.copies` has the whole list.

    Raises Refused: 400 with the field at fault; 409 `is_rehearsal`, `just_created` for a double
    click, and the refusals of `refuse_more_tournaments`.
    """
    name, starts_at = TEXTS["name"](name), sensible_moment(starts_at)
    refuse_unknown_choice("people", people, PeopleToCopy.values)
    if tournament.rehearsal_of_id:
        raise Conflict("is_rehearsal", _("Es un ensayo: repita el torneo que se ensaya."))
    _refuse_twice(tournament, author, name, starts_at, as_template)
    refuse_more_tournaments(author)
    copy = Tournament.objects.get(pk=tournament.pk)
    turn_into_new_rows([copy], is_template=as_template, out_of_service=[], announcement_hours=[])
    if copy.club is not None and not club_role_of(author, copy.club):
        copy.club = None
    copy.slug = free_slug(name)
    copy.name = name
    copy.starts_at = starts_at
    if as_template and not tournament.is_template:
        copy.edition_visibility = copy.visibility
    copy.visibility = Visibility.PRIVATE if as_template else _edition_visibility(tournament)
    copy.save()
    old_day, new_day = (
        timezone.localtime(moment).date() for moment in (tournament.starts_at, starts_at)
    )
    copy_stages(tournament, copy, (new_day - old_day).days)
    copy_prices(tournament, copy)
    copy_sign_up(tournament, copy)
    copy_staff(tournament, copy, author, everybody=staff)
    entries = []
    if people != PeopleToCopy.NONE:
        entries = entries_to_repeat(tournament, only_live=people == PeopleToCopy.LIVE)
        copy_people(tournament, copy, entries, afresh=True)
    _copy_letterhead_and_screens(tournament, copy)
    _leave_hall_if_taken(copy)
    record_after = {"copied_from": tournament.slug, "entries": len(entries), "staff": staff}
    note(copy, author, "create_tournament", copy.name, after=record_after)
    return copy


def _edition_visibility(tournament: Tournament) -> str:
    return tournament.edition_visibility if tournament.is_template else tournament.visibility


def _refuse_twice(
    tournament: Tournament, author: User, name: str, starts_at: datetime, as_template: bool
) -> None:
    """Raise Refused 409 `just_created` for the second of two equal forms, from a double click."""
    # Lock the account: a second request waits.
    User.objects.select_for_update(no_key=True).get(pk=author.pk)
    equal_tournaments = Tournament.objects.filter(
        team__user=author, name=name, starts_at=starts_at, is_template=as_template
    )
    if (
        equal_tournaments.exclude(pk=tournament.pk)
        .filter(created_at__gt=timezone.now() - DUPLICATE_WINDOW)
        .exists()
    ):
        raise Conflict(
            "just_created",
            _("Acaba de crear este mismo torneo: ya está en la portada, entre los suyos."),
        )


def _leave_hall_if_taken(copy: Tournament) -> None:
    """Take the copy out of its hall if another tournament has its tables on one of its days."""
    try:
        refuse_tables_taken(copy)
    except Conflict:
        copy.hall, copy.first_table = None, 1
        copy.save(update_fields=["hall", "first_table"])


def _copy_letterhead_and_screens(source: Tournament, copy: Tournament) -> None:
    """Copy the letterhead with a copy of its logo, and the screens without their notices."""
    letterhead = Letterhead.objects.filter(tournament=source).first()
    if letterhead is not None:
        logo = _logo_content(letterhead)
        turn_into_new_rows([letterhead], tournament=copy, logo="")
        if logo:
            letterhead.logo.save("logo.png", ContentFile(logo), save=False)
        letterhead.save()
    screens = list(Screen.objects.filter(tournament=source))
    Screen.objects.bulk_create(
        turn_into_new_rows(screens, tournament=copy, notice="", now="", now_until=None)
    )


def _logo_content(letterhead: Letterhead) -> bytes:
    """Return the bytes of the logo; b"" without a logo or without its file."""
    if not letterhead.logo:
        return b""
    try:
        with letterhead.logo.open() as file:
            return bytes(file.read())
    except OSError:
        return b""
