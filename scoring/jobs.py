"""The kinds of work of this app: printing, and rehearsing the day."""

from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.pdf import Pdf
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.services import rehearsals
from tournaments.jobs import Progress, job_kind
from tournaments.models import Job


@job_kind("print", act="print_sheets")
def print_sheet(job: Job, progress: Progress) -> None:
    """Lay a sheet out piece by piece and keep the PDF as the job's file.

    `job.params` are those of `Ask`. The last step is writing the file itself.
    """
    ask = Ask.from_params(job.params)
    sheet = SHEETS[ask.sheet]
    progress.step(0, 0, _("Leyendo los datos"))
    chunks = sheet.chunks(job.tournament.look_at(ask.stage or None), ask)
    pdf = Pdf(on_page=progress.alive)
    done, total = 0, sum(chunk.units for chunk in chunks) + 1
    for chunk in chunks:
        progress.step(done, total, _("Componiendo las hojas"))
        pdf.add(render_to_string(sheet.template, chunk.context), chunk.css)
        done += chunk.units
    progress.step(done, total, _("Escribiendo el fichero"))
    progress.keep(job, f"{job.tournament.slug}-{file_name(sheet.filename, ask)}.pdf", pdf.write())
    progress.step(total, total)


@job_kind(rehearsals.KIND, act="rehearse_day")
def rehearse(job: Job, progress: Progress) -> None:
    """Play the whole day in a copy and keep the report in the job."""
    rehearsals.rehearse(job, progress)


def file_name(name: object, ask: Ask) -> str:
    """«ronda-2-actas», «clasificacion»."""
    words = [slugify(str(name))]
    if ask.match:
        words.append(slugify(ask.match))
    elif ask.round:
        words.insert(0, _("ronda-%(number)s") % {"number": ask.round})
    return "-".join(words)
