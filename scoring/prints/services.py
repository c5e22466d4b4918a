"""Orders to print a sheet, and the letterhead."""

from dataclasses import replace
from functools import partial

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from scoring.actas.photos import StoredPicture, refuse_logo
from scoring.models import Letterhead
from scoring.models.screen import SPONSOR_LENGTH
from scoring.prints.ask import AREA, PrintAsk, requested_round
from scoring.prints.layout.heads import LEAST_CONTRAST, contrast, is_colour
from scoring.prints.selectors import LOGO, letterhead_of, reprints
from scoring.prints.sheet import Sheet
from scoring.prints.sheets import SHEETS
from tournaments.audit.services import note
from tournaments.jobs.services.jobs import start_job
from tournaments.models import Job, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.selectors.tournaments import areas
from tournaments.table_ranges import is_subset, read_tables
from tournaments.writer import Author, writer_of


def order_print(
    *,
    tournament: Tournament,
    author: User | None,
    ask: PrintAsk,
    tables: str = "",
    changed: bool = False,
) -> Job:
    """Start the job that makes the PDF, for the stage selected in the tournament.

    `tables` are the author's tables («1-12, 20»; "" for all). The links of other tables are not
    printed. With `changed`, print only the matches that have changed since the last print.

    Raises the refusals of `start_job` and, before the job is queued, Refused:
    - 400 for tables, an order, a paper or a large print that the sheet does not have;
    - 403 for the table of another referee;
    - 409 if `Sheet.refuse` refuses, such as for an unpublished round, an unfinished tournament, a
      missing bracket or an unknown match; for no areas to sort by; or for no change.
    """
    sheet = SHEETS[ask.sheet]
    ask = replace(
        ask, stage=tournament.chosen_stage or 0, tables=_tables(tournament, sheet, ask, tables)
    )
    _refuse_order(tournament, sheet, ask)
    _refuse_paper(sheet, ask)
    sheet.refuse(tournament, ask)
    if changed:
        ask = _only_changed(tournament, sheet, ask, tables)
    return start_job(tournament=tournament, owner=author, kind="print", params=ask.as_params())


def _tables(tournament: Tournament, sheet: Sheet, ask: PrintAsk, own_tables: str) -> str:
    """Return the chosen tables, or the tables whose links the author may print.

    Raises Refused: 400 `sheet_without_tables`; 403 `other_tables`.
    """
    tables = read_tables(ask.tables, tournament.table_numbers)
    allowed_tables = own_tables if sheet.bears_links(ask) else ""
    if not tables:
        return allowed_tables
    if not sheet.by_tables or ask.blank or ask.match:
        raise Refused(
            "sheet_without_tables",
            _("Esa hoja no va por mesas: deje la casilla vacía."),
            field="tables",
        )
    if not is_subset(tables, allowed_tables):
        raise Refused(
            "other_tables",
            _("Usted arbitra las mesas %(mine)s: elija entre esas."),
            status=403,
            field="tables",
            mine=allowed_tables,
        )
    return tables


def _refuse_order(tournament: Tournament, sheet: Sheet, ask: PrintAsk) -> None:
    if ask.order and (ask.order not in sheet.orders or ask.blank or ask.match):
        raise Refused("sheet_without_order", _("Esa hoja no se puede ordenar así."), field="order")
    if ask.order == AREA and not areas(tournament):
        raise Conflict(
            "no_areas",
            _("Ningún árbitro tiene mesas asignadas: repártalas en «Colaboradores»."),
            field="order",
        )


def _refuse_paper(sheet: Sheet, ask: PrintAsk) -> None:
    if ask.paper not in sheet.papers:
        raise Refused(
            "sheet_without_paper",
            _("Esa hoja no sale en %(paper)s: sale en %(papers)s."),
            field="paper",
            paper=ask.paper,
            papers=", ".join(sheet.papers),
        )
    if ask.large and not sheet.large:
        raise Refused(
            "sheet_without_large",
            _(
                "Esa hoja no sale con letra grande: salen así las que se leen de lejos o en la "
                "mano."
            ),
            field="large",
        )
    if ask.large and ask.paper not in sheet.large:
        raise Refused(
            "large_on_a4",
            _(
                "Con letra grande esa hoja solo sale en %(papers)s: en %(paper)s no caben los "
                "nombres al lado de sus columnas."
            ),
            field="paper",
            paper=ask.paper,
            papers=", ".join(sheet.large),
        )


def _only_changed(tournament: Tournament, sheet: Sheet, ask: PrintAsk, own_tables: str) -> PrintAsk:
    """Return the order limited to the changed matches, with their last imprints.

    Raises Refused 409 `nothing_changed`.
    """
    round = requested_round(tournament, ask)
    sheets, _changes = reprints(round, own_tables)
    changes = next((reprint.changes for reprint in sheets if reprint.sheet == sheet.key), {})
    if not changes:
        raise Conflict("nothing_changed", _("Nada ha cambiado desde que se imprimió."))
    return replace(ask, round=round.serial, changes=changes)


# --- Letterheads ----------------------------------------------------------------------------------
@transaction.atomic
def edit_letterhead(
    *, tournament: Tournament, author: Author, sponsor: str, colour: str
) -> Letterhead:
    """Change the sponsor's line and the colour («#7a1f2b»; "" for black).

    Raises Refused 400 for an invalid text, `colour_unreadable` and `colour_too_light`.
    """
    sponsor = clean_text(sponsor, "sponsor", SPONSOR_LENGTH, any_start=True)
    colour = checked_colour(colour)
    lock_tournament(tournament)
    letterhead = letterhead_of(tournament)
    old_values = {"sponsor": letterhead.sponsor, "colour": letterhead.colour}
    new_values = {"sponsor": sponsor, "colour": colour}
    if old_values != new_values:
        letterhead.sponsor, letterhead.colour = sponsor, colour
        letterhead.save()
        note(tournament, author, "edit_letterhead", before=old_values, after=new_values)
    return letterhead


def checked_colour(colour: str) -> str:
    """Return the colour in lower case, with its #; "" for a blank text.

    Raises Refused 400 `colour_unreadable` for other text, `colour_too_light` for low contrast.
    """
    code = colour.strip().lower()
    if not code:
        return ""
    code = f"#{code.removeprefix('#')}"
    if not is_colour(code):
        raise Refused(
            "colour_unreadable",
            _(
                "Un color se escribe con # y seis cifras del 0 al 9 o letras de la A a la F: "
                "#7a1f2b."
            ),
            field="colour",
        )
    if contrast(code) < LEAST_CONTRAST:
        raise Refused(
            "colour_too_light",
            _(
                "Ese color no se lee bien en papel blanco: su contraste es %(contrast)s y hace "
                "falta %(least)s. Elija uno más oscuro."
            ),
            field="colour",
            contrast=number_format(int(contrast(code) * 10) / 10, 1),
            least=number_format(LEAST_CONTRAST, 1),
        )
    return code


def order_logo(*, tournament: Tournament, author: Author, content: bytes) -> Job:
    """Start the job that draws a logo and replaces the current logo.

    Raises Refused 400 for content that is plainly no logo, and the refusals of `start_job`.
    """
    refuse_logo(content)
    writer = writer_of(author)
    params = {"road": writer.channel, "device": writer.device}
    return start_job(
        tournament=tournament, owner=writer.user, kind=LOGO, params=params, upload=content
    )


def keep_logo(*, tournament: Tournament, author: Author, logo: StoredPicture) -> Letterhead:
    """Replace the current logo with a stored image."""
    with transaction.atomic():
        lock_tournament(tournament)
        letterhead = letterhead_of(tournament)
        _delete_logo_file(letterhead)
        letterhead.width, letterhead.height = logo.width, logo.height
        letterhead.logo.save("logo.png", ContentFile(logo.content), save=False)
        try:
            letterhead.save()
            note(tournament, author, "keep_logo")
        except Exception:
            letterhead.logo.delete(save=False)
            raise
        return letterhead


@transaction.atomic
def remove_logo(*, tournament: Tournament, author: Author) -> Letterhead:
    """Remove the logo. Raises Refused 409 `no_logo` if there is none."""
    lock_tournament(tournament)
    letterhead = letterhead_of(tournament)
    if not letterhead.logo:
        raise Conflict("no_logo", _("No hay ningún logo que quitar."))
    _delete_logo_file(letterhead)
    letterhead.logo = ""
    letterhead.width = 0
    letterhead.height = 0
    letterhead.save()
    note(tournament, author, "remove_logo")
    return letterhead


def _delete_logo_file(letterhead: Letterhead) -> None:
    """Delete the file of the old logo once the transaction is committed."""
    if letterhead.logo.name:
        transaction.on_commit(partial(default_storage.delete, letterhead.logo.name))
