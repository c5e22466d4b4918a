"""API of changes of entries: substitutions, partners for singles, seeds and sessions."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.names.people import Person
from tournaments.pairing.singles import LOT, METHODS
from tournaments.people.api.entries import EntrySerializer, PersonBody, find_entry, named_entry
from tournaments.people.imports.rows import MAX_NUMBER, SESSION_LENGTH
from tournaments.people.selectors.entries import reserves_of
from tournaments.people.services.marks import set_seeding
from tournaments.people.services.singles import (
    SEED_LENGTH,
    give_partner,
    pair_by_hand,
    pair_singles,
    separate_pair,
)
from tournaments.people.services.substitutions import (
    REASON_LENGTH,
    add_reserve,
    person_in_seat,
    remove_reserve,
    substitute_for_round,
    substitute_player,
)
from tournaments.site.api.fields import Body, PlayerName, Text, WholeNumber
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest

MAX_ENTRIES = 5_000  # entries in one request


class SubstituteBody(Body):
    leaves = WholeNumber(
        min_value=1, max_value=99, help_text="Position of the person in the entry, from 1."
    )
    comes = PersonBody()
    reason = Text(max_length=REASON_LENGTH)
    round = WholeNumber(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text="Serial of the only round that the substitute plays; 0: every round from now.",
    )


class SubstitutionSerializer(serializers.Serializer):
    leaves = PlayerName()
    comes = PlayerName()
    round = serializers.IntegerField(
        source="round.serial", default=0, help_text="Serial of the only round; 0: it lasts."
    )
    reason = serializers.CharField()
    author = serializers.CharField(source="author_name", allow_blank=True)
    at = serializers.DateTimeField()


class SubstitutionsView(ApiView):
    acts = {"GET": "view_public", "POST": "manage_entries"}

    @extend_schema(responses=SubstitutionSerializer(many=True))
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """List the substitutions of the entry, in order."""
        entry = find_entry(request.tournament, number)
        changes = entry.substitutions.select_related("leaves", "comes", "round")
        return self.list_answer(SubstitutionSerializer, changes)

    @extend_schema(request=SubstituteBody, responses={201: EntrySerializer})
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Substitute a person of an entry, which keeps its number and its points."""
        entry, body = find_entry(request.tournament, number), self.body(SubstituteBody)
        change = {
            "entry": entry,
            "author": self.user,
            "leaves": person_in_seat(entry, body["leaves"]),
            "comes": Person(**body["comes"]),
            "reason": body["reason"],
        }
        if body["round"]:
            round = get_object_or_404(request.tournament.rounds, serial=body["round"])
            substitute_for_round(round=round, **change)
        else:
            substitute_player(**change)
        return self.answer(EntrySerializer, find_entry(request.tournament, number), status=201)


class ReserveSerializer(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    surname = serializers.CharField(allow_blank=True)
    town = serializers.CharField(allow_blank=True)


class ReservesView(ApiView):
    acts = {"GET": "manage_entries", "POST": "manage_entries"}

    @extend_schema(responses=ReserveSerializer(many=True))
    def get(self, request: ApiRequest, slug: str) -> Response:
        """List the reserves of the season, by surname."""
        return self.list_answer(ReserveSerializer, reserves_of(request.tournament))

    @extend_schema(request=PersonBody, responses={201: ReserveSerializer})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Add a person without an entry to the reserves of the season."""
        person = Person(**self.body(PersonBody))
        reserve = add_reserve(tournament=request.tournament, author=self.user, person=person)
        return self.answer(ReserveSerializer, reserve, status=201)


class ReserveView(ApiView):
    acts = {"DELETE": "manage_entries"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, slug: str, reserve: int) -> Response:
        """Remove a person from the reserves; earlier substitutions stay."""
        player = get_object_or_404(request.tournament.players, pk=reserve, reserve=True)
        remove_reserve(player=player, author=self.user)
        return Response(status=204)


class CoupleBody(Body):
    first = WholeNumber(min_value=1, max_value=MAX_NUMBER, help_text="The pair keeps its number.")
    second = WholeNumber(min_value=1, max_value=MAX_NUMBER)


class CoupleView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=CoupleBody, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Pair two singles."""
        body = self.body(CoupleBody)
        entries = {name: named_entry(request.tournament, body[name], name) for name in body}
        pair = pair_by_hand(author=self.user, **entries)
        return self.answer(EntrySerializer, find_entry(request.tournament, pair.number))


class PartnersBody(Body):
    seed = Text(max_length=SEED_LENGTH)
    method = serializers.ChoiceField(choices=list(METHODS), required=False, default=LOT)


class PartnersView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=PartnersBody, responses=EntrySerializer(many=True))
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Draw partners for all singles; return the pairs, in the order of the draw."""
        pairs = pair_singles(
            tournament=request.tournament, author=self.user, **self.body(PartnersBody)
        )
        return self.list_answer(EntrySerializer, pairs)


class PartnerBody(Body):
    partner = PersonBody(help_text="A new person, or another one without a partner.")


class PartnerView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=PartnerBody, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Give a single a partner; the pair keeps the number."""
        partner = Person(**self.body(PartnerBody)["partner"])
        entry = find_entry(request.tournament, number)
        give_partner(entry=entry, partner=partner, author=self.user)
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


class SeparateView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=None, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Undo a pair not drawn yet; return the second single, with a new number."""
        second_entry = separate_pair(entry=find_entry(request.tournament, number), author=self.user)
        return self.answer(EntrySerializer, find_entry(request.tournament, second_entry.number))


class SeedingRow(Body):
    number = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    seed = WholeNumber(min_value=0, max_value=MAX_NUMBER, required=False)
    session = Text(max_length=SESSION_LENGTH, required=False, allow_blank=True)


class SeedingBody(Body):
    entries = SeedingRow(many=True, min_length=1, max_length=MAX_ENTRIES)  # type: ignore[call-arg]  # arguments of its list


class SeedingSerializer(serializers.Serializer):
    changed = serializers.IntegerField()


class SeedingView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=SeedingBody, responses=SeedingSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Set the seeds and sessions of many entries together."""
        rows = self.body(SeedingBody)["entries"]
        count = set_seeding(
            tournament=request.tournament,
            author=self.user,
            seeds={row["number"]: row["seed"] for row in rows if "seed" in row},
            sessions={row["number"]: row["session"] for row in rows if "session" in row},
        )
        return self.answer(SeedingSerializer, {"changed": count})
