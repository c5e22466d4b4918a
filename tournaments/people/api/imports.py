"""API of an import: read a list, review it, fix it, accept it."""

from collections import Counter
from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import ImportPreview, Job
from tournaments.people.imports.core import MAX_BYTES, MAX_ROWS, RowFault
from tournaments.people.imports.rows import ALREADY, BAD, DROPPED, FIELDS, GOOD, ImportRow
from tournaments.people.services.import_orders import import_list, order_import
from tournaments.people.services.imports import FIELD_LENGTH, PEOPLE_LENGTH, checked_rows, mend_rows
from tournaments.people.views.imports import find_preview
from tournaments.people.words.imports import fault_sentence
from tournaments.setup.services.stages import MOST_STAGES
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.parsers import Json, Upload
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

STATES = (GOOD, BAD, ALREADY, DROPPED)
FAILED = "failed"
LIST_STATES = (*ImportPreview.State.values, FAILED)


class FaultSerializer(serializers.Serializer):
    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class CountsSerializer(serializers.Serializer):
    good = serializers.IntegerField()
    bad = serializers.IntegerField()
    already = serializers.IntegerField(help_text="Already registered, or repeated in the list.")
    dropped = serializers.IntegerField()


class ImportSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    state = serializers.ChoiceField(
        choices=LIST_STATES, help_text="failed: the file could not be read; the job has the reason."
    )
    created_at = serializers.DateTimeField()
    job = serializers.UUIDField(
        allow_null=True, help_text="Job that reads or registers the list, if any."
    )
    counts = CountsSerializer()
    remarks = FaultSerializer(many=True)


class RowSerializer(serializers.Serializer):
    place = serializers.IntegerField(help_text="Position in the list, from 0.")
    line = serializers.IntegerField(help_text="Line of the source, from 1.")
    number = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True, help_text="Name of a team.")
    people = serializers.CharField(
        allow_blank=True, help_text="People of a team, separated by bars."
    )
    player_1 = serializers.CharField(allow_blank=True)
    player_2 = serializers.CharField(allow_blank=True)
    player_3 = serializers.CharField(allow_blank=True)
    town = serializers.CharField(allow_blank=True)
    session = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(help_text="Seed of the entry; 0: unseeded.")
    stage = serializers.CharField(allow_blank=True, help_text="Stage of the entry, as in the list.")
    left = serializers.CharField(allow_blank=True, help_text="Text that fits no field.")
    paid = serializers.BooleanField()
    present = serializers.BooleanField()
    state = serializers.ChoiceField(choices=STATES)
    entry = serializers.IntegerField(allow_null=True, help_text="Number of the registered entry.")
    errors = FaultSerializer(many=True)  # type: ignore[assignment]  # a field of that name
    remarks = FaultSerializer(many=True)


class AcceptedSerializer(serializers.Serializer):
    registered = serializers.IntegerField(help_text="Registered entries; 0 if a job does it.")
    job = serializers.UUIDField(allow_null=True)


STAGE_HELP = "Stage of the rows without one. Default: the first stage."


class TextBody(Body):
    text = Text(
        max_length=MAX_BYTES, help_text="One entry a line, with cells separated by tabs, ; | or ,"
    )
    stage = WholeNumber(min_value=1, max_value=MOST_STAGES, required=False, help_text=STAGE_HELP)


class FileBody(Body):
    file = serializers.FileField(allow_empty_file=True, help_text="CSV, XLSX or ODS.")
    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_STAGES, required=False, help_text=STAGE_HELP
    )


class MendedBody(Body):
    place = WholeNumber(min_value=0, max_value=MAX_ROWS)
    number = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    name = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    people = Text(max_length=PEOPLE_LENGTH, required=False, allow_blank=True)
    player_1 = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    player_2 = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    player_3 = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    town = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    stage = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    left = Text(max_length=FIELD_LENGTH, required=False, allow_blank=True)
    dropped = YesNo(required=False)


class RowsBody(Body):
    rows = MendedBody(many=True, min_length=1, max_length=MAX_ROWS)  # type: ignore[call-arg]  # arguments of its list


class RowFilter(serializers.Serializer):
    state = serializers.ChoiceField(choices=STATES, required=False)


class ImportsView(ApiView):
    acts = {"POST": "manage_entries"}
    parser_classes = (Json, Upload)

    @extend_schema(
        request={"application/json": TextBody, "multipart/form-data": FileBody},
        responses={201: ImportSerializer},
    )
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Read a text or a file; entries are registered only when the list is accepted.

        A job reads files, and texts of thousands of lines: the state is then `reading`.
        """
        preview, job = import_list(
            tournament=request.tournament, author=self.user, **self._source(request)
        )
        if job is not None:  # the job may have ended already
            preview.refresh_from_db()
            job.refresh_from_db()
        answer = self.answer(ImportSerializer, _preview_values(preview, job), status=201)
        answer.headers["Location"] = reverse("api_import", args=[slug, preview.pk])
        return answer

    def _source(self, request: Request) -> dict[str, Any]:
        if request.content_type.startswith("multipart/"):
            body = self.body(FileBody)
            file = body.pop("file")
            return {"name": file.name or "", "content": file.read(MAX_BYTES + 1), **body}
        return self.body(TextBody)


class ImportView(ApiView):
    acts = {"GET": "manage_entries"}

    @extend_schema(responses=ImportSerializer)
    def get(self, request: ApiRequest, slug: str, preview: UUID) -> Response:
        """Return an imported list, with the number of rows in each state."""
        stored_preview = find_preview(request, preview)
        job = Job.objects.filter(
            tournament=request.tournament, params__preview=str(stored_preview.pk)
        ).first()
        return self.answer(ImportSerializer, _preview_values(stored_preview, job))


class ImportRowsView(ApiView):
    acts = {"GET": "manage_entries", "PATCH": "manage_entries"}
    queries = {"GET": RowFilter}

    @extend_schema(responses=RowSerializer(many=True))
    def get(self, request: Request, slug: str, preview: UUID) -> Response:
        """List the rows, each with its faults."""
        rows = checked_rows(find_preview(request, preview))
        state = self.query().get("state")
        listed_rows = [
            _row(place, row) for place, row in enumerate(rows) if state in (None, row.state)
        ]
        return self.list_answer(RowSerializer, listed_rows)

    @extend_schema(request=RowsBody, responses=ImportSerializer)
    def patch(self, request: Request, slug: str, preview: UUID) -> Response:
        """Correct some rows, or drop them."""
        changes = {row.pop("place"): row for row in self.body(RowsBody)["rows"]}
        stored_preview = find_preview(request, preview)
        mended_preview = mend_rows(preview=stored_preview, author=self.user, changes=changes)
        return self.answer(ImportSerializer, _preview_values(mended_preview, None))


class ImportAcceptView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=None, responses={200: AcceptedSerializer, 202: AcceptedSerializer})
    def post(self, request: Request, slug: str, preview: UUID) -> Response:
        """Register the good rows; bad rows stay to be fixed.

        A job registers a long list: the answer is then 202.
        """
        outcome = order_import(preview=find_preview(request, preview), author=self.user)
        if isinstance(outcome, int):
            return self.answer(AcceptedSerializer, {"registered": outcome, "job": None})
        return self.answer(AcceptedSerializer, {"registered": 0, "job": outcome.pk}, status=202)


def _preview_values(preview: ImportPreview, job: Job | None) -> dict[str, Any]:
    counts = Counter(row.state for row in checked_rows(preview))
    remarks = [RowFault(code, params, field) for code, params, field in preview.remarks]
    is_being_read = preview.state == ImportPreview.State.READING
    has_failed = is_being_read and job is not None and job.state == Job.State.FAILED
    return {
        **{name: getattr(preview, name) for name in ("id", "source", "created_at")},
        "state": FAILED if has_failed else preview.state,
        "job": job.pk if job else None,
        "counts": {state: counts[state] for state in STATES},
        "remarks": [_fault(remark) for remark in remarks],
    }


def _row(place: int, row: ImportRow) -> dict[str, Any]:
    names = (
        *("line", *FIELDS, "name", "people", "session", "seed", "stage", "left"),
        *("paid", "present", "state", "entry"),
    )
    return {
        "place": place,
        **{name: getattr(row, name) for name in names},
        "errors": [_fault(fault) for fault in row.errors],
        "remarks": [_fault(fault) for fault in row.remarks],
    }


def _fault(fault: RowFault) -> dict[str, str]:
    return {"code": fault.code, "field": fault.field, "message": fault_sentence(fault)}
