"""API of the calendar of a league or of groups: dates and postponed matches."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.actas.api.matches import MatchSerializer, find_match, matches_data
from scoring.rounds.selectors.calendar import CalendarRound, Fixture, calendar_rounds
from tournaments.models import Entry, Match, Stage
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.people.selectors.entries import entries_of
from tournaments.people.services.registering import VENUE_LENGTH, set_venues
from tournaments.permissions import allows
from tournaments.rounds.dates import MOST_RESTS
from tournaments.rounds.selectors.rounds import shows_later_rounds
from tournaments.rounds.services.announcing import MOST_DATES, set_dates
from tournaments.rounds.services.tables import postpone_match, resume_match
from tournaments.site.api.fields import Body, Moment, Text, WholeNumber, YesNo
from tournaments.site.api.pagination import Pages
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

MOST_VENUES = 5_000  # the most entries in one request


class FixtureSerializer(serializers.Serializer):
    home = serializers.IntegerField(source="home.number")
    away = serializers.IntegerField(source="away.number")
    group = serializers.CharField(allow_blank=True)
    venue = serializers.CharField(
        allow_blank=True, help_text="Venue of the home side, if the stage is played at home."
    )
    postponed = serializers.SerializerMethodField()
    postponed_to = serializers.DateTimeField(
        source="meeting.postponed_to", default=None, allow_null=True
    )

    def get_postponed(self, fixture: Fixture) -> bool:
        return fixture.meeting is not None and fixture.meeting.state == Match.State.POSTPONED


class DateSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="Number of the round in its stage.")
    at = serializers.DateTimeField(allow_null=True)
    serial = serializers.IntegerField(
        help_text="Number of the round in the whole tournament; 0 before its draw."
    )
    fixtures = FixtureSerializer(many=True)
    rests = serializers.SerializerMethodField()

    def get_rests(self, date: CalendarRound) -> list[int]:
        return [competitor.number for competitor in date.rests]


class DatesBody(Body):
    dates = serializers.ListField(
        child=Moment(allow_null=True),
        max_length=MOST_DATES,
        help_text="Date of each round, in order; null: no date yet.",
    )
    rests = serializers.ListField(
        child=serializers.DateField(),
        required=False,
        max_length=MOST_RESTS,
        help_text="Days of the weeks without play; absent: as they are. No date is moved.",
    )


class PagesOfRounds(Pages):
    """Pages of whole rounds.

    A page has at most `most_fixtures` matches, so that the answer stays small, but at least one
    round.
    """

    most_fixtures = 500  # below 100 kB, with a venue of usual length in each

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        longest = max((len(date.fixtures) for date in queryset), default=1)
        self.page_size = max(1, min(self.page_size, self.most_fixtures // max(1, longest)))
        return super().paginate_queryset(queryset, request, view)


class CalendarView(ApiView):
    pagination_class = PagesOfRounds
    acts = {"GET": "view_public", "PUT": "draw_round"}

    @extend_schema(responses=DateSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List every round with its hosts and byes.

        The public sees rounds to come once the first round is public, unless rounds are announced
        by hand.
        """
        return self.list_answer(DateSerializer, _calendar(request))

    @extend_schema(request=DatesBody, responses=DateSerializer(many=True))
    def put(self, request: ApiRequest, slug: str) -> Response:
        """Set the date of each round."""
        body = self.body(DatesBody)
        set_dates(
            stage=request.tournament.stage,
            author=self.user,
            dates=body["dates"],
            rests=body.get("rests"),
        )
        return self.list_answer(DateSerializer, _calendar(request))


class VenueSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="Number of the entry.")
    venue = serializers.CharField(allow_blank=True)


class VenuesSerializer(serializers.Serializer):
    at_home = serializers.BooleanField(
        help_text="Whether each match is played at the venue of the home side."
    )
    venues = VenueSerializer(many=True)


class VenueBody(Body):
    number = WholeNumber(min_value=1, max_value=MAX_NUMBER, help_text="Number of the entry.")
    venue = Text(max_length=VENUE_LENGTH, allow_blank=True)


class VenuesBody(Body):
    at_home = YesNo(required=False, help_text="Absent: as it is.")
    venues = VenueBody(  # type: ignore[call-arg]  # arguments of its list
        many=True,
        required=False,
        max_length=MOST_VENUES,
        help_text="Entries left out keep their venue.",
    )


class VenuesView(ApiView):
    acts = {"GET": "draw_round", "PUT": "draw_round"}
    pagination_class = None

    @extend_schema(responses=VenuesSerializer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the venue of each entry, and whether the stage is played at the venues."""
        return self._venues(_stage_with_dates(request))

    @extend_schema(request=VenuesBody, responses=VenuesSerializer)
    def put(self, request: ApiRequest, slug: str) -> Response:
        """Set whether the stage is played at the venue of the home side, and the venues."""
        stage, body = _stage_with_dates(request), self.body(VenuesBody)
        set_venues(
            stage=stage,
            author=self.user,
            at_home=body.get("at_home", stage.at_home),
            venues={row["number"]: row["venue"] for row in body.get("venues", [])},
        )
        return self._venues(stage)

    def _venues(self, stage: Stage) -> Response:
        entries = entries_of(stage).filter(state=Entry.State.ENTERED).order_by("number")
        return self.answer(VenuesSerializer, {"at_home": stage.at_home, "venues": entries})


def _stage_with_dates(request: Any) -> Stage:
    stage: Stage = request.tournament.stage
    if not stage.has_dates:
        raise Http404
    return stage


def _calendar(request: Any) -> list[CalendarRound]:
    stage = _stage_with_dates(request)
    organiser = allows("draw_round", request.role, request.user.is_authenticated)
    begun = shows_later_rounds(stage, request.audience)
    return calendar_rounds(stage, request.audience, ahead=organiser or begun)


# --- Postponing -----------------------------------------------------------------------------------
class TieBody(Body):
    whole_tie = YesNo(
        required=False,
        default=False,
        help_text="In a tie between teams: all its unfinished boards.",
    )


class PostponeBody(TieBody):
    to = Moment(
        required=False,
        allow_null=True,
        default=None,
        help_text="Date of the match; null: not decided. Without an offset, in the site's "
        "time zone.",
    )
    reason = Text(required=False, default="", allow_blank=True)


class PostponeView(ApiView):
    acts = {"POST": "postpone_match"}

    @extend_schema(request=PostponeBody, responses=MatchSerializer(many=True))
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Postpone a match to another day, or change its date. Returns the postponed matches."""
        match, body = find_match(request, code), self.body(PostponeBody)
        return _answer_with_matches(self, postpone_match(match=match, author=self.user, **body))


class ResumeMatchView(ApiView):
    acts = {"POST": "postpone_match"}

    @extend_schema(request=TieBody, responses=MatchSerializer(many=True))
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Put a postponed match back in the queue for a table. Returns the resumed matches."""
        match, body = find_match(request, code), self.body(TieBody)
        return _answer_with_matches(self, resume_match(match=match, author=self.user, **body))


def _answer_with_matches(view: ApiView, matches: Sequence[Match]) -> Response:
    page = view.paginate_queryset([match.pk for match in matches])
    return view.get_paginated_response(
        matches_data(view.request.tournament, page or [], view.request.audience)
    )
