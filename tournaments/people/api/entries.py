"""API of the entries: list, register, change, mark."""

from typing import Any

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.response import Response

from tournaments.models import MAX_SQUAD, MAX_TABLES, Entry, Tournament
from tournaments.names.people import Person
from tournaments.people.imports.rows import (
    MAX_NUMBER,
    NAME_LENGTH,
    SESSION_LENGTH,
    SURNAME_LENGTH,
    TOWN_LENGTH,
)
from tournaments.people.selectors.entries import MARKS, ORDERS, entry_list
from tournaments.people.services.marks import mark_all, promote, unmark_all
from tournaments.people.services.registering import (
    VENUE_LENGTH,
    delete_entry,
    edit_entry,
    register_entry,
    set_fixed_table,
    set_paid,
    set_present,
    set_venues,
)
from tournaments.people.services.stages import move_entry
from tournaments.permissions import may
from tournaments.refusal import Refused
from tournaments.rounds.selectors.places import seats
from tournaments.setup.services.stages import MOST_STAGES
from tournaments.site.api.fields import Body, EntryTitle, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class PersonSerializer(serializers.Serializer):
    name = serializers.CharField(source="player.name")
    surname = serializers.CharField(source="player.surname", allow_blank=True)
    town = serializers.CharField(source="player.town", allow_blank=True)


class EntrySerializer(serializers.Serializer):
    number = serializers.IntegerField()
    title = EntryTitle(source="*")
    name = serializers.CharField(allow_blank=True, help_text="Name of a team.")
    players = PersonSerializer(many=True, source="seats")
    town = serializers.CharField(allow_blank=True)
    session = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(help_text="Seed of the entry; 0: unseeded.")
    stage = serializers.IntegerField(source="enters", help_text="Stage that the entry joins.")
    paid = serializers.BooleanField()
    present = serializers.BooleanField()
    state = serializers.ChoiceField(choices=Entry.State.choices)
    effect = serializers.ChoiceField(
        choices=Entry.Effect.choices, help_text="Effect of its withdrawal on its matches."
    )
    anonymised = serializers.SerializerMethodField(
        help_text="Whether the entry is anonymised: its title is then «pareja 27»."
    )
    fixed_table = serializers.IntegerField(help_text="Fixed table; 0: none.")
    venue = serializers.CharField(allow_blank=True, help_text="Where the entry plays at home.")
    again = serializers.IntegerField(help_text="Number of re-entries.")

    def get_anonymised(self, entry: Entry) -> bool:
        return entry.anonymised_at is not None


class EntryFilter(serializers.Serializer):
    q = serializers.CharField(
        max_length=80,
        required=False,
        default="",
        allow_blank=True,
        help_text="Words of names and towns, or the number.",
    )
    state = serializers.ChoiceField(choices=Entry.State.choices, required=False)
    paid = serializers.BooleanField(required=False)
    present = serializers.BooleanField(required=False)
    enters = serializers.IntegerField(
        required=False, help_text="Only entries that join this stage."
    )
    order = serializers.ChoiceField(choices=ORDERS, required=False, default="number")


class PersonBody(Body):
    name = Text(max_length=NAME_LENGTH, help_text="Name or nickname.")
    surname = Text(max_length=SURNAME_LENGTH, required=False, default="", allow_blank=True)
    town = Text(max_length=TOWN_LENGTH, required=False, default="", allow_blank=True)


class EntryPatchBody(Body):
    players = PersonBody(  # type: ignore[call-arg]  # arguments of its list
        many=True,
        min_length=0,
        max_length=MAX_SQUAD,
        help_text="As many people as the tournament's `entry_size`; in a team, up to `squad`.",
    )
    name = Text(
        max_length=NAME_LENGTH, required=False, allow_blank=True, help_text="Name of a team."
    )
    town = Text(max_length=TOWN_LENGTH, required=False, allow_blank=True)
    session = Text(max_length=SESSION_LENGTH, required=False, allow_blank=True)
    seed = WholeNumber(min_value=0, max_value=MAX_NUMBER, required=False)
    stage = WholeNumber(
        min_value=1,
        max_value=MOST_STAGES,
        required=False,
        help_text="Stage that the entry joins: the first, or another one that takes entries. It "
        "can change until the entry is drawn.",
    )
    paid = YesNo(required=False)
    present = YesNo(required=False)
    fixed_table = WholeNumber(
        min_value=0,
        max_value=MAX_TABLES,
        required=False,
        help_text="Fixed table in every round; 0: none.",
    )
    venue = Text(
        max_length=VENUE_LENGTH,
        required=False,
        allow_blank=True,
        help_text="Where the entry plays at home. Only the organiser may send it.",
    )


class EntryBody(EntryPatchBody):
    number = WholeNumber(
        min_value=1,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        help_text="Default: the next number after the highest.",
    )
    single = YesNo(required=False, help_text="Whether the person looks for a partner.")


class EntriesView(ApiView):
    acts = {"GET": "manage_entries", "POST": "manage_entries"}
    queries = {"GET": EntryFilter}

    @extend_schema(responses=EntrySerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the entries, including withdrawn entries."""
        query = self.query()
        entries = entry_list(request.tournament, query.pop("q"), query.pop("order"))
        rows = [
            entry
            for entry in entries
            if all(getattr(entry, name) == value for name, value in query.items())
        ]
        return self.list_answer(EntrySerializer, rows)

    @extend_schema(request=EntryBody, responses={201: EntrySerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Register a pair, a trio, a team or one player, according to the tournament.

        When every place is taken, the entry joins the waiting list.
        """
        body = self.body(EntryBody)
        body["players"], table = _people(body["players"]), body.pop("fixed_table", 0)
        venue = body.pop("venue", "")
        with transaction.atomic():
            entry = register_entry(tournament=request.tournament, author=self.user, **body)
            entry = set_fixed_table(entry=entry, author=self.user, table=table)
            if venue:
                _set_venue(self, entry, venue)
                entry = find_entry(request.tournament, entry.number)
        answer = self.answer(EntrySerializer, entry, status=201)
        answer.headers["Location"] = reverse("api_entry", args=[slug, entry.number])
        return answer


class EntryView(ApiView):
    acts = {"GET": "manage_entries", "PATCH": "manage_entries", "DELETE": "manage_entries"}

    @extend_schema(responses=EntrySerializer)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return an entry."""
        return self.answer(EntrySerializer, find_entry(request.tournament, number))

    @extend_schema(request=EntryPatchBody, responses=EntrySerializer)
    def patch(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Change the given fields; if one is refused, change nothing."""
        entry = find_entry(request.tournament, number)
        changes, author = self.changes(EntryPatchBody), self.user
        with transaction.atomic():
            own_changes = {
                name: changes[name] for name in ("name", "session", "seed") if name in changes
            }
            if own_changes or "players" in changes or "town" in changes:
                players = (
                    _people(changes["players"]) if "players" in changes else _current_people(entry)
                )
                town = changes.get("town", entry.town)
                edit_entry(entry=entry, author=author, players=players, town=town, **own_changes)
            if "stage" in changes:
                move_entry(entry=entry, author=author, stage=changes["stage"])
            if "paid" in changes:
                set_paid(entry=entry, author=author, paid=changes["paid"])
            if "present" in changes:
                set_present(entry=entry, author=author, present=changes["present"])
            if "fixed_table" in changes:
                set_fixed_table(entry=entry, author=author, table=changes["fixed_table"])
            if "venue" in changes:
                _set_venue(self, find_entry(request.tournament, number), changes["venue"])
        return self.answer(EntrySerializer, find_entry(request.tournament, number))

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Delete an entry made by mistake, before any draw has it."""
        delete_entry(entry=find_entry(request.tournament, number), author=self.user)
        return Response(status=204)


class PromoteView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=None, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Give a place to an entry of the waiting list."""
        promote(entry=find_entry(request.tournament, number), author=self.user)
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


def find_entry(tournament: Tournament, number: int) -> Entry:
    """Return the entry with this number, with its people. Raises Http404."""
    return get_object_or_404(tournament.entries.prefetch_related(seats()), number=number)


def named_entry(tournament: Tournament, number: int, field: str) -> Entry:
    """Return the entry with this number, which the body has in `field`. Raises Refused 400."""
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise Refused(
            "entry_unknown", _("Nadie tiene el número %(number)s."), field=field, number=number
        )
    return entry


def _set_venue(view: ApiView, entry: Entry, venue: str) -> None:
    """Set where the entry plays at home. Raises PermissionDenied for a role that draws no rounds.

    The page of the calendar, where a person sets it, asks for the same act.
    """
    tournament = view.request.tournament
    if not may(view.user, "draw_round", tournament):
        raise PermissionDenied
    stage = tournament.stages.get(number=entry.enters)
    venues = {entry.number: venue}
    set_venues(stage=stage, author=view.user, at_home=stage.at_home, venues=venues)


def _people(players: list[dict[str, Any]]) -> list[Person]:
    return [Person(**player) for player in players]


def _current_people(entry: Entry) -> list[Person]:
    people = [seat.player for seat in entry.seats.all()]
    return [Person(player.name, player.surname, player.town) for player in people]


# --- Marks ----------------------------------------------------------------------------------------
# One request marks every entry as paid or present; another request undoes it.
LAST_LINE = 2**63 - 1  # keys of audit lines are 64 bits


class MarkAllBody(Body):
    mark = serializers.ChoiceField(choices=[(mark, mark) for mark in MARKS])


class UnmarkAllBody(MarkAllBody):
    line = WholeNumber(
        min_value=1, max_value=LAST_LINE, help_text="`line` of the answer to marking."
    )


class MarkedSerializer(serializers.Serializer):
    line = serializers.IntegerField(
        allow_null=True, help_text="Value that undoes the marking; null: nothing changed."
    )
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Changed entries.")


class MarkAllView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=MarkAllBody, responses=MarkedSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Mark every entry with a place as paid or as present."""
        mark = self.body(MarkAllBody)["mark"]
        line = mark_all(tournament=request.tournament, author=self.user, mark=mark)
        values = {"line": line and line.pk, "numbers": line.after["pairs"] if line else []}
        return self.answer(MarkedSerializer, values)


class UnmarkAllView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=UnmarkAllBody, responses=MarkedSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Undo the last marking: only the entries that it changed."""
        body = self.body(UnmarkAllBody)
        numbers = unmark_all(tournament=request.tournament, author=self.user, **body)
        return self.answer(MarkedSerializer, {"line": None, "numbers": numbers})
