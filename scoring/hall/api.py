"""API of table links, the hall clock and the screens."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.actas.api.matches import find_match
from scoring.actas.table_links import table_url
from scoring.hall.services import (
    MOST_MINUTES,
    remove_screen,
    revoke_link,
    revoke_links,
    save_screen,
    show_now,
)
from scoring.models import Screen, Show
from scoring.models.screen import MOST_SCREENS, NOTICE_LENGTH, SCREEN_NAME_LENGTH
from scoring.public.screens import screen_numbered, screens_of
from scoring.refereeing.selectors.clock import HallClock, hall_clock
from scoring.refereeing.services.acts import MOST_EXTRA
from scoring.refereeing.services.hall_clock import (
    add_minutes,
    resume_clock,
    start_clock,
    stop_clock,
)
from tournaments.models import Match, Stage
from tournaments.rounds.selectors.rounds import published_round
from tournaments.site.api.fields import Body, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.public_address import base_url
from tournaments.site.requests import ApiRequest


class LinkSerializer(serializers.Serializer):
    url = serializers.CharField(
        help_text="Address with which anybody can write this match, and no other."
    )


class RevokedSerializer(serializers.Serializer):
    revoked = serializers.IntegerField()


class LinkView(ApiView):
    acts = {"GET": "table_links"}

    @extend_schema(responses=LinkSerializer)
    def get(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return the link of a table, as in its QR."""
        return _link_answer(self, request, find_match(request, code))


class LinkRevokeView(ApiView):
    acts = {"POST": "table_links"}

    @extend_schema(request=None, responses=LinkSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Revoke the link of a table and return the new link."""
        match = find_match(request, code)
        return _link_answer(self, request, revoke_link(match=match, author=self.writer))


class RoundLinksRevokeView(ApiView):
    acts = {"POST": "table_links"}

    @extend_schema(request=None, responses=RevokedSerializer)
    def post(self, request: ApiRequest, slug: str, serial: int) -> Response:
        """Revoke every link of a round."""
        round = published_round(request.tournament, serial, request.audience)
        if round is None:
            raise Http404
        count = revoke_links(round=round, author=self.writer)
        return self.answer(RevokedSerializer, {"revoked": count})


def _link_answer(view: ApiView, request: Request, match: Match) -> Response:
    return view.answer(LinkSerializer, {"url": table_url(base_url(request), match)})


# --- Screens --------------------------------------------------------------------------------------
# The clock of the hall, and the screens of the hall.
START, STOP, RESUME, ADD = "start", "stop", "resume", "add"


class OtherTableSerializer(serializers.Serializer):
    table = serializers.IntegerField(source="0")
    ends_at = serializers.DateTimeField(source="1")


class HallClockSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="round.serial")
    minutes = serializers.IntegerField(help_text="Minutes of a match.")
    ends_at = serializers.DateTimeField(
        help_text="End of most tables; later while the clock is stopped."
    )
    playing = serializers.IntegerField(help_text="Number of tables in play.")
    started_at = serializers.DateTimeField(
        allow_null=True, help_text="Time of the signal, if somebody gave it."
    )
    stopped_at = serializers.DateTimeField(allow_null=True)
    others = OtherTableSerializer(
        many=True, source="other_ends", help_text="Tables that end at another time."
    )


class HallClockAnswer(serializers.Serializer):
    clock = HallClockSerializer(allow_null=True, help_text="null: no match has a clock.")


class HallClockBody(Body):
    act = serializers.ChoiceField(choices=[START, STOP, RESUME, ADD])
    minutes = WholeNumber(
        min_value=-MOST_EXTRA,
        max_value=MOST_EXTRA,
        required=False,
        help_text="With `add`: extra minutes for every table. Negative numbers take back extra "
        "minutes.",
    )


class ScreenBody(Body):
    name = Text(max_length=SCREEN_NAME_LENGTH)
    shows = serializers.ListField(
        child=serializers.ChoiceField(choices=Show.values),
        required=False,
        max_length=len(Show.values),
        help_text="Pages in order; []: the screen chooses.",
    )
    notice = Text(max_length=NOTICE_LENGTH, required=False, allow_blank=True)


class ShowNowBody(Body):
    shows = serializers.ChoiceField(
        choices=Show.values, allow_blank=True, help_text='"": back to its own pages at once.'
    )
    minutes = WholeNumber(min_value=1, max_value=MOST_MINUTES, required=False, default=5)


class ScreenSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    shows = serializers.ListField(child=serializers.CharField())
    notice = serializers.CharField(allow_blank=True)
    now = serializers.CharField(allow_blank=True)
    now_until = serializers.DateTimeField(allow_null=True)


class ScreensAnswer(serializers.Serializer):
    screens = ScreenSerializer(many=True)


class HallClockView(ApiView):
    acts = {"GET": "view_public", "POST": "run_hall"}

    @extend_schema(responses=HallClockAnswer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """Return the hall clock: when the time of the tables in play is up."""
        return self._clock_answer(request.tournament.stage)

    @extend_schema(request=HallClockBody, responses=HallClockAnswer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Start, stop or resume the clock, or add minutes to every table in play."""
        body, stage = self.body(HallClockBody), request.tournament.stage
        acts = {START: start_clock, STOP: stop_clock, RESUME: resume_clock}
        if body["act"] == ADD:
            add_minutes(stage=stage, author=self.writer, minutes=body.get("minutes", 0))
        else:
            acts[body["act"]](stage=stage, author=self.writer)
        return self._clock_answer(stage)

    def _clock_answer(self, stage: Stage) -> Response:
        clock: HallClock | None = hall_clock(stage, self.request.audience)
        return self.answer(HallClockAnswer, {"clock": clock})


class ScreensView(ApiView):
    acts = {"GET": "run_hall", "POST": "run_hall"}

    @extend_schema(responses=ScreensAnswer)
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List every screen of the hall in one answer, without pagination."""
        return self.answer(ScreensAnswer, {"screens": screens_of(request.tournament)})

    @extend_schema(request=ScreenBody, responses={201: ScreenSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Set up a new screen. Its number is part of its address."""
        new_screen = save_screen(
            tournament=request.tournament, author=self.writer, **self.body(ScreenBody)
        )
        return self.answer(ScreenSerializer, new_screen, status=201)


class ScreenView(ApiView):
    acts = {"PATCH": "run_hall", "DELETE": "run_hall"}

    @extend_schema(request=ScreenBody, responses=ScreenSerializer)
    def patch(self, request: ApiRequest, slug: str, screen: int) -> Response:
        """Change the name or the contents of a screen; omitted fields stay."""
        stored_screen = find_screen(request, screen)
        current_values: dict[str, Any] = {
            "name": stored_screen.name,
            "shows": stored_screen.shows,
            "notice": stored_screen.notice,
        }
        changed_screen = save_screen(
            tournament=request.tournament,
            author=self.writer,
            screen=stored_screen,
            **{**current_values, **self.changes(ScreenBody)},
        )
        return self.answer(ScreenSerializer, changed_screen)

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, screen: int) -> Response:
        """Delete a screen."""
        remove_screen(screen=find_screen(request, screen), author=self.writer)
        return Response(status=204)


class ShowNowView(ApiView):
    acts = {"POST": "run_hall"}

    @extend_schema(request=ShowNowBody, responses=ScreenSerializer)
    def post(self, request: ApiRequest, slug: str, screen: int) -> Response:
        """Show one value of `Show` for some minutes; then the screen returns to its setup."""
        stored_screen = find_screen(request, screen)
        changed_screen = show_now(
            screen=stored_screen, author=self.writer, **self.body(ShowNowBody)
        )
        return self.answer(ScreenSerializer, changed_screen)


def find_screen(request: ApiRequest, number: int) -> Screen:
    """Return the screen of that number. Raises NotFound if there is none."""
    screen = screen_numbered(request.tournament, number) if number <= MOST_SCREENS else None
    if screen is None:
        raise NotFound
    return screen
