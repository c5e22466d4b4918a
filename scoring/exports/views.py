"""Files for a spreadsheet, from the pages."""

from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.exports.selectors import EXPORTS
from tournaments.permissions import public
from tournaments.site.requests import PageRequest
from tournaments.site.spreadsheets import requested_format, table_response


@require_safe
@never_cache
@public
def export(request: PageRequest, export: str) -> HttpResponse:
    """Serve the results, the standings or the calendar; `?como=` is csv, xlsx or ods."""
    return export_response(request, export, requested_format(request))


def export_response(request: PageRequest, export: str, format: str) -> HttpResponse:
    """Return the file. Raises Http404 for an unknown export, Refused 400 for an unknown format."""
    if export not in EXPORTS:
        raise Http404
    table = EXPORTS[export].table(request.tournament.stage, request.audience)
    return table_response(table, f"{request.tournament.slug}-{export}", format)
