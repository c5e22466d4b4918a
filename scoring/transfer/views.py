"""Pages that export a tournament as a file, and import a tournament."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.transfer.forms import MAX_UPLOAD, TransferForm
from scoring.transfer.selectors import SUFFIX, tournament_file
from scoring.transfer.services import import_tournament
from tournaments.models import Tournament
from tournaments.permissions import act
from tournaments.refusal import Conflict
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, submit

CONTENT_TYPE = "application/zip"


@require_safe
@never_cache
@act("export_tournament")
def tournament_export(request: PageRequest) -> HttpResponse:
    """Serve the file of the tournament; `?fotos=no` leaves the photos out."""
    return file_response(request.tournament, photos=request.GET.get("fotos") != "no")


def file_response(tournament: Tournament, *, photos: bool) -> HttpResponse:
    """Return the tournament's file as a download. Raises the Refused of `tournament_file`."""
    response = HttpResponse(tournament_file(tournament, photos=photos), content_type=CONTENT_TYPE)
    name = f"{tournament.slug}{SUFFIX}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@act("create_tournament")
def tournament_import(request: UserRequest) -> HttpResponse:
    """Import a tournament from a file; if it is here already, link to it for a user with a role."""
    form = TransferForm(posted_data(request), request.FILES or None)
    copy = ""

    def import_file() -> Tournament:
        nonlocal copy
        try:
            return import_tournament(author=request.user, **import_arguments(form.cleaned_data))
        except Conflict as refusal:
            copy = refusal.params.get("slug", "")
            raise

    submission = submit(form, import_file)
    if submission.done:
        messages.success(
            request,
            _(
                "Torneo traído, con todos sus datos. Nombre ahora a sus colaboradores en este "
                "sitio."
            ),
        )
        return redirect("panel", slug=submission.result.slug)
    context = {"form": form, "copy": copy}
    return render(request, "scoring/transfer/import.html", context, status=submission.status)


def import_arguments(values: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `import_tournament` from the cleaned values of a form."""
    content = values["file"].read(MAX_UPLOAD + 1)
    return {"content": content, "as_another": values.get("as_another", False)}
