"""API of clubs, their people, and the club of a tournament."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.api.team import LoggedActionSerializer
from tournaments.audit.words import audit_line_in_words
from tournaments.clubs.selectors import clubs_of, people_matching
from tournaments.clubs.services.clubs import (
    NAME_LENGTH,
    TOWN_LENGTH,
    add_officer,
    create_club,
    delete_club,
    edit_club,
    remove_officer,
    set_club,
)
from tournaments.clubs.services.people import LENGTHS, add_person, edit_person, merge_people
from tournaments.models import ClubLine, ClubPerson
from tournaments.names.text import clean_text
from tournaments.refusal import Refused
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class ClubSerializer(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    town = serializers.CharField(allow_blank=True)
    shows_people = serializers.BooleanField(help_text="Whether the pages of people are public.")


class NewClubBody(Body):
    name = Text(max_length=NAME_LENGTH)
    town = Text(max_length=TOWN_LENGTH, required=False, allow_blank=True, default="")


class ClubBody(Body):
    name = Text(max_length=NAME_LENGTH)
    town = Text(max_length=TOWN_LENGTH, allow_blank=True)
    shows_people = YesNo()


class NameBody(Body):
    name = Text(max_length=NAME_LENGTH, help_text="The name of what is deleted, typed again.")


class OfficerSerializer(serializers.Serializer):
    username = serializers.CharField(source="user.username")
    since = serializers.DateTimeField()


class OfficerBody(Body):
    username = Text(max_length=150)


class ClubLineSerializer(LoggedActionSerializer):
    """Line of a club's log. Only the lines of the requested page are put into words."""

    def to_representation(self, instance: ClubLine) -> dict[str, object]:
        return super().to_representation(audit_line_in_words(instance))


class ClubPersonSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    surname = serializers.CharField(allow_blank=True)
    town = serializers.CharField(allow_blank=True)
    licence = serializers.CharField(allow_blank=True)
    contact = serializers.CharField(allow_blank=True, help_text="Phone or mail; never public.")
    hidden = serializers.BooleanField(help_text="Whether the person has no public page.")


class ClubPersonBody(Body):
    name = Text(max_length=LENGTHS["name"])
    surname = Text(max_length=LENGTHS["surname"], required=False, allow_blank=True)
    town = Text(max_length=LENGTHS["town"], required=False, allow_blank=True)
    licence = Text(max_length=LENGTHS["licence"], required=False, allow_blank=True)
    contact = Text(max_length=LENGTHS["contact"], required=False, allow_blank=True)
    hidden = YesNo(required=False)


class PeopleFilter(serializers.Serializer):
    q = serializers.CharField(
        max_length=80,
        required=False,
        allow_blank=True,
        default="",
        help_text="Words of the name or the town.",
    )


class MergeBody(Body):
    other = WholeNumber(min_value=1, help_text="Id of the person to merge into this one.")


class TournamentClubBody(Body):
    club = Text(max_length=60, allow_blank=True, help_text="Slug of the club; blank: none.")


class ClubsView(ApiView):
    acts = {"GET": "found_club", "POST": "found_club"}

    @extend_schema(responses=ClubSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's clubs."""
        return self.list_answer(ClubSerializer, clubs_of(self.user))

    @extend_schema(request=NewClubBody, responses={201: ClubSerializer})
    def post(self, request: Request) -> Response:
        """Create a club; the caller becomes its first officer."""
        club = create_club(author=self.user, **self.body(NewClubBody))
        return self.answer(ClubSerializer, club, status=201)


class ClubView(ApiView):
    acts = {"GET": "manage_club", "PATCH": "manage_club"}

    @extend_schema(responses=ClubSerializer)
    def get(self, request: ApiRequest, club: str) -> Response:
        """Return the club."""
        return self.answer(ClubSerializer, request.club)

    @extend_schema(request=ClubBody, responses=ClubSerializer)
    def patch(self, request: ApiRequest, club: str) -> Response:
        """Change the given settings of the club."""
        values = {name: getattr(request.club, name) for name in ("name", "town", "shows_people")}
        values |= self.changes(ClubBody)
        club_after = edit_club(club=request.club, author=self.user, **values)
        return self.answer(ClubSerializer, club_after)


class ClubDeleteView(ApiView):
    acts = {"POST": "manage_club"}

    @extend_schema(request=NameBody, responses={204: None})
    def post(self, request: ApiRequest, club: str) -> Response:
        """Delete the club and its people; its tournaments stay, without a club."""
        delete_club(club=request.club, **self.body(NameBody))
        return Response(status=204)


class OfficersView(ApiView):
    acts = {"GET": "manage_club", "POST": "manage_club"}

    @extend_schema(responses=OfficerSerializer(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        """List the officers of the club."""
        return self.list_answer(OfficerSerializer, request.club.officers.select_related("user"))

    @extend_schema(request=OfficerBody, responses={201: OfficerSerializer})
    def post(self, request: ApiRequest, club: str) -> Response:
        """Make an account an officer of the club."""
        officer = add_officer(club=request.club, author=self.user, **self.body(OfficerBody))
        return self.answer(OfficerSerializer, officer, status=201)


class OfficerView(ApiView):
    acts = {"DELETE": "manage_club"}

    @extend_schema(responses={204: None})
    def delete(self, request: ApiRequest, club: str, username: str) -> Response:
        """Remove an officer, with effect from the next request of that account."""
        try:
            username = clean_text(username, "username", 150, any_start=True)
        except Refused:
            raise Http404 from None
        officers = request.club.officers.select_related("user")
        officer = get_object_or_404(officers, user__username=username)
        remove_officer(club=request.club, author=self.user, user=officer.user)
        return Response(status=204)


class ClubAuditView(ApiView):
    acts = {"GET": "manage_club"}

    @extend_schema(responses=LoggedActionSerializer(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        """List the changes of the club and of its officers, last first."""
        return self.list_answer(ClubLineSerializer, request.club.audit.all())


class ClubPeopleView(ApiView):
    acts = {"GET": "manage_club", "POST": "manage_club"}
    queries = {"GET": PeopleFilter}

    @extend_schema(responses=ClubPersonSerializer(many=True))
    def get(self, request: ApiRequest, club: str) -> Response:
        """List the people of the club."""
        return self.list_answer(
            ClubPersonSerializer, people_matching(request.club, self.query()["q"])
        )

    @extend_schema(request=ClubPersonBody, responses={201: ClubPersonSerializer})
    def post(self, request: ApiRequest, club: str) -> Response:
        """Add a person."""
        person = add_person(club=request.club, **self.body(ClubPersonBody))
        return self.answer(ClubPersonSerializer, person, status=201)


class ClubPersonView(ApiView):
    acts = {"GET": "manage_club", "PATCH": "manage_club"}

    @extend_schema(responses=ClubPersonSerializer)
    def get(self, request: ApiRequest, club: str, person: int) -> Response:
        """Return a person of the club."""
        return self.answer(ClubPersonSerializer, _person(request, person))

    @extend_schema(request=ClubPersonBody, responses=ClubPersonSerializer)
    def patch(self, request: ApiRequest, club: str, person: int) -> Response:
        """Change the given values of a person."""
        changes = self.changes(ClubPersonBody)
        return self.answer(
            ClubPersonSerializer, edit_person(person=_person(request, person), **changes)
        )


class ClubPersonMergeView(ApiView):
    acts = {"POST": "manage_club"}

    @extend_schema(request=MergeBody, responses=ClubPersonSerializer)
    def post(self, request: ApiRequest, club: str, person: int) -> Response:
        """Merge another person of the club into this person, who keeps the id."""
        target = _person(request, person)
        other = _person(request, self.body(MergeBody)["other"])
        target = merge_people(target=target, other=other, author=self.user)
        return self.answer(ClubPersonSerializer, target)


class TournamentClubView(ApiView):
    acts = {"PUT": "edit_tournament"}

    @extend_schema(request=TournamentClubBody, responses={204: None})
    def put(self, request: ApiRequest, slug: str) -> Response:
        """Put the tournament in a club that the caller runs, or in none."""
        slug_of_club = self.body(TournamentClubBody)["club"]
        club = clubs_of(self.user).filter(slug=slug_of_club).first()
        if slug_of_club and club is None:
            raise Refused(
                "club_unknown", _("Usted no lleva ningún club con esa dirección."), field="club"
            )
        set_club(tournament=request.tournament, author=self.user, club=club)
        return Response(status=204)


def _person(request: ApiRequest, person: int) -> ClubPerson:
    return get_object_or_404(request.club.people.select_related("club"), pk=person)
