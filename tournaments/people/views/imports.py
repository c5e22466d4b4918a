"""Views of an import: paste or upload, review, correct, accept."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import ImportPreview, Job
from tournaments.names.text import read_number
from tournaments.people.forms.imports import ImportForm, effective_changes, posted_changes, row_form
from tournaments.people.imports.core import MAX_BYTES, RowFault
from tournaments.people.imports.rows import ALREADY, BAD, DROPPED, GOOD, ImportRow
from tournaments.people.jobs import READ_JOB
from tournaments.people.services.import_orders import import_list, order_import
from tournaments.people.services.imports import checked_rows, mend_rows
from tournaments.people.words.imports import (
    LINE_REMARKS,
    WARNINGS,
    line_numbers,
    lines_by_sentence,
    sentences,
)
from tournaments.permissions import act
from tournaments.setup.selectors.stages import entry_stages
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit

# Tab of the preview → the state of its rows, and the lines per page.
TABS = {
    "errores": (BAD, 50),
    "buenas": (GOOD, 100),
    "inscritas": (ALREADY, 100),
    "quitadas": (DROPPED, 50),
}

LINES_NAMED = 12


@act("manage_entries")
def import_page(request: UserRequest) -> HttpResponse:
    form = ImportForm(
        posted_data(request),
        request.FILES or None,
        stages=entry_stages(request.tournament),
        initial={"stage": request.tournament.stage.number},
    )
    submission = submit(
        form,
        lambda: import_list(tournament=request.tournament, author=request.user, **_source(form)),
        source="file" if "file" in request.FILES else "text",
    )
    if submission.done:
        return _preview_redirect(request, *submission.result)
    return render(
        request, "tournaments/people/import.html", {"form": form}, status=submission.status
    )


@require_safe
@act("manage_entries")
def import_preview(request: UserRequest, preview: UUID) -> HttpResponse:
    stored_preview = find_preview(request, preview)
    if stored_preview.state == ImportPreview.State.READING:
        return _waiting_page(request, stored_preview)
    rows = checked_rows(stored_preview)
    counts = Counter(row.state for row in rows)
    tab = _tab(request, counts)
    state, page_size = TABS[tab]
    tab_rows = [(place, row) for place, row in enumerate(rows) if row.state == state]
    page = Paginator(tab_rows, page_size).get_page(request.GET.get("page"))
    cursor_place = _cursor_place(tab_rows, request.GET.get("desde", ""))
    remarks = [RowFault(code, params, field) for code, params, field in stored_preview.remarks]
    context: dict[str, Any] = {
        "preview": stored_preview,
        "counts": {state: counts[state] for state in (GOOD, BAD, ALREADY, DROPPED)},
        **_single_counts(rows),
        "tab": tab,
        "page": page,
        "lines": [_line(place, row, tab, cursor_place) for place, row in page.object_list],
        "is_editable": tab != "inscritas",
        "warnings": sentences(remark for remark in remarks if remark.code in WARNINGS),
        "line_warnings": _line_warnings(rows),
        "notes": _notes(rows, remarks),
    }
    return render(request, "tournaments/people/import_preview.html", context)


@require_POST
@act("manage_entries")
def import_mend(request: UserRequest, preview: UUID) -> HttpResponse:
    stored_preview = find_preview(request, preview)
    posted_rows = posted_changes(request.POST)
    changes = effective_changes(checked_rows(stored_preview), posted_rows)
    mended_preview = mend_rows(preview=stored_preview, author=request.user, changes=changes)
    if not request.htmx:  # the message would come with the next page
        messages.success(request, _("Cambios guardados y comprobados de nuevo."))
    page = reverse("import_preview", args=[request.tournament.slug, preview])
    place = max(changes, default=min(posted_rows, default=-1))
    return redirect(page + _query_after_correction(request, checked_rows(mended_preview), place))


@require_POST
@act("manage_entries")
def import_accept(request: UserRequest, preview: UUID) -> HttpResponse:
    """Register a short list immediately; a job registers a long list."""
    stored_preview = find_preview(request, preview)
    outcome = order_import(preview=stored_preview, author=request.user)
    if isinstance(outcome, Job):
        return redirect("job", slug=request.tournament.slug, job=outcome.pk)
    _report_count(request, outcome)
    stored_preview.refresh_from_db()
    if stored_preview.state == ImportPreview.State.ACCEPTED:
        return redirect("entries", slug=request.tournament.slug)
    return redirect("import_preview", slug=request.tournament.slug, preview=preview)


def _query_after_correction(request: HttpRequest, rows: Sequence[ImportRow], place: int) -> str:
    """Return the query of the preview after a correction; "" for its first page.

    On the tabs of wrong and dropped lines, the query keeps the page. On any other tab it leads to
    the line at `place`, in the tab where that line is now.
    """
    tab = request.POST.get("ver", "")
    if tab not in TABS or not 0 <= place < len(rows):
        return ""
    if tab in ("errores", "quitadas"):  # the tab is a form: stay on its page
        page = request.POST.get("page", "")
        has_rows_left = any(row.state == TABS[tab][0] for row in rows)
        page = page if page.isdecimal() else "1"
        return f"?ver={tab}&page={page}&desde={place}" if has_rows_left else ""
    return _line_query(rows, place)


def _line_query(rows: Sequence[ImportRow], place: int) -> str:
    """Return the query and the anchor of a line, in its tab and on its page."""
    state = rows[place].state
    tab = next(tab for tab, (tab_state, _count) in TABS.items() if tab_state == state)
    rows_above = sum(row.state == state for row in rows[:place])
    return f"?ver={tab}&page={rows_above // TABS[tab][1] + 1}#linea-{place}"


def _line_warnings(rows: Sequence[ImportRow]) -> list[dict[str, Any]]:
    """Return the warnings on good rows: each has a sentence, its lines, and a link to the first."""
    good_rows = [(place, row) for place, row in enumerate(rows) if row.state == GOOD]
    warnings = [
        (place, remark)
        for place, row in good_rows
        for remark in row.remarks
        if remark.code in WARNINGS
    ]
    return [
        {
            "sentence": text,
            "lines": line_numbers([rows[place].line for place in places]),
            "link": _line_query(rows, places[0]),
        }
        for text, places in lines_by_sentence(warnings)[:LINES_NAMED]
    ]


def _notes(rows: Sequence[ImportRow], remarks: Sequence[RowFault]) -> list[dict[str, str]]:
    """Return the notes on the whole list, then one note for each code of remarks on lines."""
    list_notes = [
        {"sentence": text} for text in sentences(r for r in remarks if r.code not in WARNINGS)
    ]
    line_remarks = [
        (row.line, remark)
        for row in rows
        for remark in row.remarks
        if remark.code not in LINE_REMARKS
    ]
    return list_notes + [
        {"sentence": text, "lines": line_numbers(lines)}
        for text, lines in lines_by_sentence(line_remarks, by_code=True)
    ]


def _single_counts(rows: Sequence[ImportRow]) -> dict[str, Any]:
    """Return the number and the lines of good rows with one person of a pair.

    `other_count` is the number of all other good rows.
    """
    good_rows = [row for row in rows if row.state == GOOD]
    single_lines = [str(row.line) for row in good_rows if row.is_single]
    ellipsis = ["…"] if len(single_lines) > LINES_NAMED else []
    return {
        "single_count": len(single_lines),
        "single_lines": ", ".join(single_lines[:LINES_NAMED] + ellipsis),
        "other_count": len(good_rows) - len(single_lines),
    }


def find_preview(request: Any, preview: UUID) -> ImportPreview:
    """Return the tournament's import with that key, or raise 404."""
    previews = ImportPreview.objects.select_related("tournament")
    return get_object_or_404(previews, pk=preview, tournament=request.tournament)


def _source(form: ImportForm) -> dict[str, Any]:
    """Return the arguments of `import_list`; a file too big is cut just past the limit."""
    file: UploadedFile[Any] | None = form.cleaned_data["file"]
    stage = {"stage": form.cleaned_data.get("stage")}
    if file is None:
        return {"text": form.cleaned_data["text"], **stage}
    return {"name": file.name or "", "content": file.read(MAX_BYTES + 1), **stage}


def _preview_redirect(
    request: PageRequest, preview: ImportPreview, job: Job | None
) -> HttpResponse:
    slug = request.tournament.slug
    if job is None:
        return redirect("import_preview", slug=slug, preview=preview.pk)
    return redirect("job", slug=slug, job=job.pk)


def _waiting_page(request: PageRequest, preview: ImportPreview) -> HttpResponse:
    """Redirect to the job that reads the file, or to the import page if there is no job."""
    jobs = Job.objects.filter(kind=READ_JOB, tournament=request.tournament)
    job = jobs.filter(params__preview=str(preview.pk)).first()
    if job is not None:
        return redirect("job", slug=request.tournament.slug, job=job.pk)
    return redirect("import", slug=request.tournament.slug)


def _tab(request: HttpRequest, counts: Counter[str]) -> str:
    """Return the tab asked for, else the first tab with lines, else the tab of wrong lines."""
    requested_tab = request.GET.get("ver", "")
    if requested_tab in TABS:
        return requested_tab
    return next((tab for tab, (state, _n) in TABS.items() if counts[state]), "errores")


def _cursor_place(tab_rows: Sequence[tuple[int, ImportRow]], start_text: str) -> int:
    """Return the position of the wrong or warned row that gets the cursor; -1 for none.

    It is the first such row from the position in `start_text`, where the last correction was; if
    there is none, the first of all.
    """
    places = [
        place
        for place, row in tab_rows
        if row.errors or any(remark.code in WARNINGS for remark in row.remarks)
    ]
    start = read_number(start_text, digits=6) or 0
    return next((place for place in places if place >= start), min(places, default=-1))


def _line(place: int, row: ImportRow, tab: str, cursor_place: int) -> dict[str, Any]:
    """Return a line of the preview for the page, with its form.

    The line at `cursor_place` gets the cursor.
    """
    form = row_form(place, row) if tab != "inscritas" else None
    fields = [field for field in form if field.name != "dropped"] if form else []
    if place == cursor_place and fields:
        wrong = {error.field for error in row.errors}
        focused_field = next((field for field in fields if field.name in wrong), fields[1])
        focused_field.field.widget.attrs["autofocus"] = True
    return {
        "place": place,
        "row": row,
        "errors": sentences(row.errors),
        "remarks": sentences(remark for remark in row.remarks if remark.code in LINE_REMARKS),
        "has_warning": any(remark.code in WARNINGS for remark in row.remarks),
        "form": form,
        "fields": fields,
    }


def _report_count(request: HttpRequest, count: int) -> None:
    if not count:
        messages.info(request, _("No había nada nuevo que inscribir."))
        return
    message = ngettext("%(count)s inscripción hecha.", "%(count)s inscripciones hechas.", count)
    messages.success(request, message % {"count": count})
