"""Sheets to print: asked for here, made by a worker, fetched as the job's file."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.forms.paper import PAPERS
from scoring.forms.prints import MOST_COPIES, PrintForm
from scoring.prints.actas import MOST_BLANK
from scoring.prints.ask import AREA, SURNAME
from scoring.prints.sheets import SHEETS
from scoring.services.prints import order_print
from scoring.views.hall.prints import refuse_sheet
from tournaments.api.fields import Body, Text, Whole, YesNo
from tournaments.api.jobs import JobSerializer, accepted
from tournaments.api.view import ApiView
from tournaments.public_address import base_url
from tournaments.table_ranges import LONGEST


class PrintBody(Body):
    sheet = serializers.ChoiceField(choices=list(SHEETS))
    round = Whole(
        min_value=1,
        max_value=32_000,
        required=False,
        allow_null=True,
        help_text="The one in play, unless given.",
    )
    blank = Whole(
        min_value=1,
        max_value=MOST_BLANK,
        required=False,
        allow_null=True,
        help_text="Of `actas`: so many empty ones.",
    )
    paper = serializers.ChoiceField(
        choices=[value for value, _label in PAPERS],
        required=False,
        help_text="The usual one of the sheet, unless given.",
    )
    large = YesNo(required=False, help_text="18 points or more, for the sheets that are read.")
    match = Text(
        max_length=8, required=False, allow_blank=True, help_text="Of `actas`: only this code."
    )
    tables = Text(
        max_length=LONGEST, required=False, allow_blank=True, help_text="Only these: `1-12, 20`."
    )
    copies = Whole(min_value=1, max_value=MOST_COPIES, required=False, allow_null=True)
    order = serializers.ChoiceField(
        choices=[AREA, SURNAME],
        required=False,
        allow_blank=True,
        help_text="Each referee's tables apart, or by surname; else that of the sheet.",
    )
    changed = YesNo(
        required=False,
        help_text="Only the matches that say something else since the sheet was last printed.",
    )


class PrintsView(ApiView):
    acts = {"POST": "print_sheets"}

    @extend_schema(request=PrintBody, responses={202: JobSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Have a sheet printed to PDF: ask its job until it is done, then for its file. Actas and
        cards, which bear the links of the tables, come for those one looks after alone."""
        form = PrintForm(self.body(PrintBody))
        if not form.is_valid():
            raise serializers.ValidationError(form.errors)
        ask = form.ask(base_url(request))
        refuse_sheet(request.role, ask)
        job = order_print(
            tournament=request.tournament,
            author=request.user,
            ask=ask,
            tables=request.tables,
            changed=form.cleaned_data["changed"],
        )
        return accepted(self, job)
