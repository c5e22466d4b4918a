"""API of the files for a spreadsheet."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from scoring.exports.selectors import API_NAMES
from scoring.exports.views import export_response
from tournaments.jobs.api import AnyAccept
from tournaments.money.selectors import accounts_table
from tournaments.people.selectors.entries_table import entries_table
from tournaments.site.api.view import ApiView
from tournaments.site.spreadsheets import KINDS, table_response

FILES = {(200, kind.partition(";")[0]): OpenApiTypes.BINARY for kind in KINDS.values()}


class FormatFilter(serializers.Serializer):
    format = serializers.ChoiceField(choices=list(KINDS), required=False, default="csv")


class ExportView(ApiView):
    acts = {"GET": "view_public"}
    queries = {"GET": FormatFilter}
    content_negotiation_class = AnyAccept

    @extend_schema(responses=FILES)
    def get(self, request: Any, slug: str, export: str) -> HttpResponse:
        """Return the `results`, `standings` or `calendar` of the stage as a file.

        CSV has semicolons. A text that begins like a formula gets an apostrophe before it.
        """
        if export not in API_NAMES:
            raise Http404
        return export_response(request, API_NAMES[export], self.query()["format"])


class EntriesExportView(ApiView):
    acts = {"GET": "manage_entries"}
    queries = {"GET": FormatFilter}
    content_negotiation_class = AnyAccept

    @extend_schema(responses=FILES)
    def get(self, request: Any, slug: str) -> HttpResponse:
        """Return the entries as a file that `imports/` can read."""
        table = entries_table(request.tournament)
        return table_response(table, f"{slug}-inscripciones", self.query()["format"])


class AccountsExportView(ApiView):
    acts = {"GET": "close_accounts"}
    queries = {"GET": FormatFilter}
    content_negotiation_class = AnyAccept

    @extend_schema(responses=FILES)
    def get(self, request: Any, slug: str) -> HttpResponse:
        """Return every movement of the book, and the totals of the closing account below."""
        table = accounts_table(request.tournament)
        return table_response(table, f"{slug}-cuentas", self.query()["format"])
