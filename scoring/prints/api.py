"""API of the letterhead, and of sheets: ordered here, printed by a worker, fetched as a file."""

from typing import Any

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.actas.photos import MOST_LOGO_BYTES
from scoring.models import Letterhead
from scoring.models.screen import SPONSOR_LENGTH
from scoring.prints.actas import MOST_BLANK
from scoring.prints.ask import AREA, SURNAME
from scoring.prints.forms import MOST_COPIES, PAPERS, PrintForm
from scoring.prints.selectors import letterhead_of
from scoring.prints.services import edit_letterhead, order_logo, order_print, remove_logo
from scoring.prints.sheets import SHEETS
from scoring.prints.views import logo_response, refuse_sheet
from tournaments.jobs.api import JobSerializer, job_accepted
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.parsers import Upload
from tournaments.site.api.view import ApiView
from tournaments.site.public_address import base_url
from tournaments.site.requests import ApiRequest
from tournaments.table_ranges import RANGES_LENGTH


class PrintBody(Body):
    sheet = serializers.ChoiceField(choices=list(SHEETS))
    round = WholeNumber(
        min_value=1,
        max_value=32_000,
        required=False,
        allow_null=True,
        help_text="Number of the round in the whole tournament. Default: the round in play.",
    )
    blank = WholeNumber(
        min_value=1,
        max_value=MOST_BLANK,
        required=False,
        allow_null=True,
        help_text="For `actas`: number of blank actas.",
    )
    paper = serializers.ChoiceField(
        choices=[value for value, _label in PAPERS],
        required=False,
        help_text="Default: the usual paper of the sheet.",
    )
    large = YesNo(required=False, help_text="Print with 18 points or more, in sheets for reading.")
    match = Text(
        max_length=8,
        required=False,
        allow_blank=True,
        help_text="For `actas`: only the match with this code.",
    )
    tables = Text(
        max_length=RANGES_LENGTH,
        required=False,
        allow_blank=True,
        help_text="Only these tables: `1-12, 20`.",
    )
    copies = WholeNumber(min_value=1, max_value=MOST_COPIES, required=False, allow_null=True)
    order = serializers.ChoiceField(
        choices=[AREA, SURNAME],
        required=False,
        allow_blank=True,
        help_text="By referee's area, or by surname. Default: the order of the sheet.",
    )
    changed = YesNo(
        required=False, help_text="Only matches changed since the sheet was last printed."
    )


class PrintsView(ApiView):
    acts = {"POST": "print_sheets"}

    @extend_schema(request=PrintBody, responses={202: JobSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Print a sheet to PDF. Poll its job until it is done, then fetch its file.

        Actas and cards carry the links of the tables, so a referee gets only his own tables.
        """
        form = PrintForm(self.body(PrintBody))
        if not form.is_valid():
            wrong: dict[str, Any] = form.errors
            raise serializers.ValidationError(wrong)
        ask = form.ask(base_url(request))
        refuse_sheet(request.role, ask)
        job = order_print(
            tournament=request.tournament,
            author=self.user,
            ask=ask,
            tables=request.tables,
            changed=form.cleaned_data["changed"],
        )
        return job_accepted(self, job)


# --- Letterhead -----------------------------------------------------------------------------------
# The letterhead of the sheets: logo, sponsor and colour.
class LogoUpload(Upload):
    """A form with a logo within the size limit."""

    max_bytes = MOST_LOGO_BYTES


class LetterheadBody(Body):
    sponsor = Text(
        max_length=SPONSOR_LENGTH, allow_blank=True, help_text="One line at the foot of each sheet."
    )
    colour = Text(
        max_length=20,
        allow_blank=True,
        help_text='Six hex digits, as "#7a1f2b", with a contrast of at least 4.5 with white; "": '
        "black.",
    )


class LogoBody(Body):
    logo = serializers.FileField(allow_empty_file=True, help_text="PNG or JPEG of at most 2 MB.")


class LetterheadSerializer(serializers.ModelSerializer):
    has_logo = serializers.BooleanField(source="logo")

    class Meta:
        model = Letterhead
        fields = ("sponsor", "colour", "has_logo")


class LetterheadView(ApiView):
    acts = {"GET": "edit_tournament", "PATCH": "edit_tournament"}

    @extend_schema(responses=LetterheadSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the letterhead of the tournament's sheets."""
        return self.answer(LetterheadSerializer, letterhead_of(request.tournament))

    @extend_schema(request=LetterheadBody, responses=LetterheadSerializer)
    def patch(self, request: ApiRequest, slug: str) -> Response:
        """Change the sponsor or the colour; omitted fields stay."""
        current = letterhead_of(request.tournament)
        values = {
            "sponsor": current.sponsor,
            "colour": current.colour,
            **self.changes(LetterheadBody),
        }
        changed = edit_letterhead(tournament=request.tournament, author=self.writer, **values)
        return self.answer(LetterheadSerializer, changed)


class LogoView(ApiView):
    acts = {"GET": "edit_tournament", "POST": "edit_tournament", "DELETE": "edit_tournament"}
    parser_classes = (LogoUpload,)

    @extend_schema(responses={(200, "image/png"): OpenApiTypes.BINARY})
    def get(self, request: ApiRequest, slug: str) -> FileResponse:
        """Return the logo as it is printed: small, and on white."""
        return logo_response(letterhead_of(request.tournament))

    @extend_schema(request={"multipart/form-data": LogoBody}, responses={202: JobSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Replace the current logo. A job redraws the image."""
        content = self.body(LogoBody)["logo"].read(MOST_LOGO_BYTES + 1)
        job = order_logo(tournament=request.tournament, author=self.writer, content=content)
        return job_accepted(self, job)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str) -> Response:
        """Remove the logo."""
        remove_logo(tournament=request.tournament, author=self.writer)
        return Response(status=204)
