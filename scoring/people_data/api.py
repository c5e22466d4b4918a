"""API that anonymises people's data, hands it over, or deletes a tournament or an account."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.people_data.selectors.club_people import stored_person_data
from scoring.people_data.selectors.stored import stored_account_data, stored_entry_data
from scoring.people_data.services.accounts import delete_account
from scoring.people_data.services.club_people import erase_person
from scoring.people_data.services.erasing import delete_tournament
from scoring.people_data.services.forgetting import anonymise_entries
from tournaments.accounts.throttling import LOGIN, note_wrong, refuse_if_throttled
from tournaments.people.api.entries import find_entry
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.refusal import Refused
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class AnonymiseBody(Body):
    numbers = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MAX_NUMBER),
        max_length=MAX_NUMBER,
        required=False,
        help_text="Numbers of the entries. Default: all.",
    )


class ForgottenSerializer(serializers.Serializer):
    anonymous = serializers.IntegerField(help_text="Entries that keep only their number.")
    deleted = serializers.IntegerField(help_text="Entries deleted, because they were in no draw.")
    files = serializers.IntegerField(help_text="Deleted photos, prints and lists.")
    elsewhere = serializers.ListField(
        child=serializers.IntegerField(), help_text="Other entries that had one of these people."
    )


class PasswordBody(Body):
    password = Text(max_length=128, trim_whitespace=False)


class AnonymiseView(ApiView):
    acts = {"POST": "anonymise"}

    @extend_schema(request=AnonymiseBody, responses=ForgottenSerializer)
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Anonymise the people of some entries, or of all.

        The entries stay as «pareja 27», with their results.
        """
        numbers = self.body(AnonymiseBody).get("numbers")
        counts = anonymise_entries(tournament=request.tournament, author=self.user, numbers=numbers)
        return self.answer(ForgottenSerializer, counts)


class DeleteBody(Body):
    name = Text(max_length=200, help_text="Name of the tournament, as a confirmation.")
    while_playing = YesNo(
        required=False, default=False, help_text="Delete it even if it is being played."
    )


class DeleteView(ApiView):
    acts = {"POST": "delete_tournament"}

    @extend_schema(request=DeleteBody, responses={204: None})
    def post(self, request: ApiRequest, slug: str) -> Response:
        """Delete a tournament with everything it has, for ever."""
        delete_tournament(tournament=request.tournament, author=self.user, **self.body(DeleteBody))
        return Response(status=204)


class EntryDataView(ApiView):
    acts = {"GET": "export_person"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return all stored data about the people of an entry, to hand over to them."""
        return Response(stored_entry_data(find_entry(request.tournament, number)))


class AccountView(ApiView):
    acts = {"POST": "own_account"}
    slows_guesses = True

    @extend_schema(request=PasswordBody, responses={204: None})
    def post(self, request: Request) -> Response:
        """Delete your own account. Its acts stay, signed «cuenta borrada 12».

        The API refuses while a tournament or a club has nobody else who runs it.
        """
        password, name = self.body(PasswordBody)["password"], request.user.get_username()
        refuse_if_throttled(self.http_request, LOGIN, name)
        if not request.user.check_password(password):
            note_wrong(self.http_request, LOGIN, name)
            raise Refused(
                "wrong_password", _("Esa no es la contraseña de esta cuenta."), field="password"
            )
        delete_account(user=self.user)
        return Response(status=204)


class AccountDataView(ApiView):
    acts = {"GET": "own_account"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Return all stored data about your own account."""
        return Response(stored_account_data(self.user))


# --- People of a club -----------------------------------------------------------------------------
class ErasedSerializer(serializers.Serializer):
    entries = serializers.IntegerField(help_text="Entries that keep only their number.")


class ClubPersonDataView(ApiView):
    acts = {"GET": "manage_club"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: ApiRequest, club: str, person: int) -> Response:
        """Return all stored data about a person of the club, to hand over to them."""
        return Response(stored_person_data(get_object_or_404(request.club.people, pk=person)))


class ClubPersonEraseView(ApiView):
    acts = {"POST": "manage_club"}

    @extend_schema(request=None, responses=ErasedSerializer)
    def post(self, request: ApiRequest, club: str, person: int) -> Response:
        """Delete a person, and anonymise their entries in the tournaments of the club."""
        club_person = get_object_or_404(request.club.people, pk=person)
        entries = erase_person(person=club_person, author=self.user)
        return self.answer(ErasedSerializer, {"entries": entries})
