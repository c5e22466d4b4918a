"""The jobs that print sheets and prepare a logo."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.actas.photos import logo_to_keep
from scoring.prints.ask import PrintAsk, imprints_to_store, orders_by_area, requested_round
from scoring.prints.pdf import Pdf, concatenate_pdfs
from scoring.prints.selectors import LOGO
from scoring.prints.services import keep_logo
from scoring.prints.sheets import SHEETS
from tournaments.jobs.work import JobNeeds, JobPiece, Progress, job_kind, split_job, uploaded_file
from tournaments.models import Job
from tournaments.writer import Writer


def sheet_rights(params: Mapping[str, Any]) -> JobNeeds:
    """Return the rights to see a sheet: its act, and the tables whose links it prints."""
    sheet = SHEETS.get(params.get("sheet", ""))
    if sheet is None:  # a sheet of another version of the site: its links are unknown
        return JobNeeds("print_sheets", tables="")
    ask = PrintAsk.from_params(params)
    return JobNeeds(sheet.act, ask.tables if sheet.bears_links(ask) else None)


def print_piece(job: Job, piece: JobPiece, progress: Progress) -> bytes:
    """Return the PDF of a piece of a long order."""
    return _lay_out(job, PrintAsk.from_params(piece.params), progress, piece)


def join_pdfs(job: Job, pdfs: list[bytes], progress: Progress) -> None:
    """Join the PDFs of all the pieces and store the file."""
    progress.step(job.done, job.total, _("Juntando las hojas"))
    _keep(job, concatenate_pdfs(pdfs), progress)


@job_kind(
    "print",
    act="print_sheets",
    needs=sheet_rights,
    stops=True,
    make_piece=print_piece,
    join_pieces=join_pdfs,
)
def print_sheet(job: Job, progress: Progress) -> list[JobPiece] | None:
    """Print a sheet and store the PDF, or return the pieces of a long order.

    `job.params` are the fields of `PrintAsk`.
    """
    ask = PrintAsk.from_params(job.params)
    sheet = SHEETS[ask.sheet]
    progress.step(0, 0, _("Leyendo los datos"))
    tournament = job.tournament.look_at(ask.stage or None)
    # Store the imprints before reading the data, so that a change during the print is noticed.
    if imprints := imprints_to_store(tournament, ask):
        progress.write(params={**job.params, "printed": imprints})
    slices = sheet.slices(tournament, ask)
    if len(slices) > 1 and not ask.is_chosen:
        return split_job((order.as_params(), units) for order, units in slices)
    _keep(job, _lay_out(job, ask, progress), progress)
    return None


def _keep(job: Job, content: bytes, progress: Progress) -> None:
    ask = PrintAsk.from_params(job.params)
    name = file_name(SHEETS[ask.sheet].filename, ask)
    progress.keep(job, f"{job.tournament.slug}-{name}.pdf", content)
    progress.step(job.total, job.total)


def _lay_out(job: Job, ask: PrintAsk, progress: Progress, piece: JobPiece | None = None) -> bytes:
    """Return the PDF of an order or of one of its pieces.

    The progress of a piece continues from the pieces before it.
    """
    sheet = SHEETS[ask.sheet]
    tournament = job.tournament.look_at(ask.stage or None)
    chunks = [
        chunk
        for order in orders_by_area(tournament, ask)
        for chunk in sheet.pieces(tournament, order)
    ]
    if not chunks:  # the hall now has fewer tables, or a match has moved to another referee's table
        return b""
    is_of_round = sheet.of_round and not ask.blank and not ask.match
    if is_of_round and requested_round(tournament, ask).is_silent:
        for chunk in chunks:
            chunk.context["silent"] = True
    pdf = Pdf()
    done, units = (
        (piece.before, piece.units) if piece else (0, sum(chunk.units for chunk in chunks))
    )
    end = done + units
    if piece is None:
        job.total = units + 1
    total = job.total
    for chunk in chunks:
        progress.step(done, total, _("Componiendo las hojas"))
        chunk.lay_out(pdf)
        done = min(done + (0 if chunk.stamps else chunk.units), end)
    pdf.repeat(ask.copies)
    units_to_draw = end - done  # units of stamped pages, which count once they are drawn

    def report_page(page: int) -> None:
        units_drawn = units_to_draw * (page - 1) // pdf.page_count
        progress.step(done + units_drawn, total, _("Escribiendo el archivo"))

    return pdf.write(report_page)


@job_kind(LOGO, act="edit_tournament", takes_upload=True)
def make_logo_ready(job: Job, progress: Progress) -> None:
    """Redraw the uploaded logo and store it in the letterhead."""
    progress.step(0, 0, _("Preparando el logo…"))
    image = logo_to_keep(uploaded_file(job))
    writer = Writer(user=job.owner, channel=job.params["road"], device=job.params["device"])
    keep_logo(tournament=job.tournament, author=writer, logo=image)
    progress.step(1, 1)


def file_name(name: object, ask: PrintAsk) -> str:
    """Return the name of the file, such as «ronda-2-actas» or «clasificacion»."""
    words = [slugify(str(name))]
    if ask.match:
        words.append(slugify(ask.match))
    elif ask.round:
        words.insert(0, _("ronda-%(number)s") % {"number": ask.round})
    if ask.changes:
        words.append(_("cambios"))
    elif ask.tables and not ask.match:
        words.append(slugify(_("mesas") + f" {ask.tables}"))
    if ask.large:
        words.append(slugify(_("letra grande")))
    if ask.paper == "A5":
        words.append("a5")
    return "-".join(words)
