"""The kinds of work of this app: sheets, the rehearsal, photos of the paper, draws made again."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.pdf import Pdf
from scoring.photos import photo_to_keep
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.selectors.draws.checked import CHECK, repeat
from scoring.selectors.matches.actas import PHOTO
from scoring.services import rehearsals
from scoring.services.photos import add_photo
from tournaments.models import Job, Match, Round
from tournaments.services.draws.drafts import round_gone
from tournaments.worker.jobs import Needs, Progress, came_with, job_kind
from tournaments.writer import Writer


def needed(params: Mapping[str, Any]) -> Needs:
    """Return what it takes to see a sheet: its act, and the tables whose links it bears."""
    sheet = SHEETS.get(params.get("sheet", ""))
    if sheet is None:  # of another version of the site: nobody knows what it bears
        return Needs("print_sheets", tables="")
    ask = Ask.from_params(params)
    return Needs(sheet.act, ask.tables if sheet.bears_links(ask) else None)


@job_kind("print", act="print_sheets", needs=needed)
def print_sheet(job: Job, progress: Progress) -> None:
    """Lay a sheet out piece by piece and keep the PDF; `job.params` are those of `Ask`."""
    ask = Ask.from_params(job.params)
    sheet = SHEETS[ask.sheet]
    progress.step(0, 0, _("Leyendo los datos"))
    chunks = sheet.chunks(job.tournament.look_at(ask.stage or None), ask)
    pdf = Pdf()
    done, total = 0, sum(chunk.units for chunk in chunks) + 1
    for chunk in chunks:
        progress.step(done, total, _("Componiendo las hojas"))
        chunk.lay_out(pdf, sheet.template)
        done += 0 if chunk.stamps else chunk.units
    to_draw = total - 1 - done  # what is stamped takes its time as it is drawn

    def tell(page: int) -> None:
        drawn = to_draw * (page - 1) // pdf.page_count
        progress.step(done + drawn, total, _("Escribiendo el fichero"))

    written = pdf.write(tell)
    progress.keep(job, f"{job.tournament.slug}-{file_name(sheet.filename, ask)}.pdf", written)
    progress.step(total, total)


@job_kind(rehearsals.KIND, act="rehearse_day")
def rehearse(job: Job, progress: Progress) -> None:
    """Play the whole day in a copy and keep the report in the job."""
    rehearsals.rehearse(job, progress)


@job_kind(PHOTO, act="enter_result", takes_upload=True)
def make_photo_ready(job: Job, progress: Progress) -> None:
    """Keep the photo that came with the acta of the match in `job.params`."""
    progress.step(0, 0, _("Preparando la foto…"))
    match = Match.objects.filter(tournament=job.tournament, pk=job.params["match"]).first()
    if match is None:
        raise round_gone()
    match.tournament = job.tournament
    kept = photo_to_keep(came_with(job))
    writer = Writer(user=job.owner, channel=job.params["road"], device=job.params["device"])
    add_photo(match=match, author=writer, kept=kept)
    progress.step(1, 1)


@job_kind(CHECK, act="view_panel")
def check_draw(job: Job, progress: Progress) -> None:
    """Draw a published round again and keep what comes out in the job."""
    rounds = Round.objects.whole().select_related("stage__tournament")
    round = rounds.filter(tournament=job.tournament, pk=job.params["round"]).first()
    if round is None:
        raise round_gone()
    progress.write(params={**job.params, "repeated": repeat(round).as_json()})


def file_name(name: object, ask: Ask) -> str:
    """«ronda-2-actas», «clasificacion»."""
    words = [slugify(str(name))]
    if ask.match:
        words.append(slugify(ask.match))
    elif ask.round:
        words.insert(0, _("ronda-%(number)s") % {"number": ask.round})
    return "-".join(words)
