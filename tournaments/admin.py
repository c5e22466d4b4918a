"""Read-only administration, to look things up for a user. Services make every change."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from tournaments.models import (
    Acceptance,
    ApiToken,
    AuditLine,
    Charge,
    Club,
    ClubLine,
    ClubOfficer,
    ClubPerson,
    DrawCommitment,
    Entry,
    EntryRequest,
    Erasure,
    Extra,
    ForbiddenCouple,
    Hall,
    IdempotentCall,
    ImportPreview,
    Invitation,
    Job,
    LineUp,
    Match,
    Membership,
    Movement,
    Place,
    Player,
    Prize,
    Round,
    Season,
    SeasonTournament,
    SignUp,
    SignUpSettings,
    Stage,
    Substitution,
    Swap,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import name_key
from tournaments.setup.selectors.tournaments import rows_with_words


class ReadOnlyAdmin(admin.ModelAdmin):
    """Model admin that lists, searches and shows rows. Nobody can add, change or delete a row."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search the words as typed, and as `name_key` writes them: «Mª» finds «María Gil»."""
        key = name_key(search_term)
        rows, has_duplicates = super().get_search_results(request, queryset, search_term)
        rows_by_key, has_key_duplicates = super().get_search_results(request, queryset, key)
        return rows | rows_by_key, has_duplicates or has_key_duplicates

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ["name", "slug", "town", "shows_people"]
    search_fields = ["name", "slug", "town"]


@admin.register(ClubOfficer)
class ClubOfficerAdmin(ReadOnlyAdmin):
    list_display = ["club", "user", "since"]
    search_fields = ["club__slug", "user__username"]


@admin.register(ClubLine)
class ClubLineAdmin(ReadOnlyAdmin):
    list_display = ["at", "club", "author_name", "act", "subject"]
    list_filter = ["act"]
    search_fields = ["club__slug", "author_name", "subject"]


@admin.register(ClubPerson)
class ClubPersonAdmin(ReadOnlyAdmin):
    list_display = ["name", "surname", "town", "club", "hidden"]
    search_fields = ["identity", "club__slug"]


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ["name", "slug", "venue", "starts_at", "tables", "game"]
    list_filter = ["game"]
    search_fields = ["name", "slug", "venue"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search as the front page does."""
        return rows_with_words(queryset, search_term, *self.search_fields), False


@admin.register(Hall)
class HallAdmin(ReadOnlyAdmin):
    list_display = ["name", "tables", "creator"]
    search_fields = ["name"]


@admin.register(Stage)
class StageAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "number", "format", "seed"]
    search_fields = ["tournament__name", "tournament__slug", "seed"]


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "user", "role"]
    list_filter = ["role"]
    search_fields = ["tournament__name", "user__username"]


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ["name", "surname", "town", "tournament"]
    search_fields = ["identity", "tournament__slug"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "number", "town", "state", "paid", "present"]
    list_filter = ["state"]
    readonly_fields = ["title"]
    search_fields = ["tournament__slug", "players__identity"]

    @admin.display
    def title(self, entry: Entry) -> str:
        return entry.title_for(EVERYTHING)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ["stage", "number", "state", "seed", "published_at", "announced_at"]
    list_filter = ["state"]
    list_select_related = ["stage__tournament"]
    search_fields = ["stage__tournament__slug", "seed"]


@admin.register(DrawCommitment)
class DrawCommitmentAdmin(ReadOnlyAdmin):
    """Admin of commitments. It hides their secrets, which the pages reveal in due time."""

    exclude = ["secret"]
    list_display = ["stage", "round_number", "digest", "made_at", "word", "opened_at"]
    list_select_related = ["stage__tournament"]
    search_fields = ["stage__tournament__slug", "digest"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "round", "number", "code", "table", "state"]
    list_filter = ["state"]
    search_fields = ["code", "tournament__slug"]


@admin.register(Swap)
class SwapAdmin(ReadOnlyAdmin):
    list_display = ["round", "first_id", "second_id", "author_name", "reason", "at"]
    search_fields = ["reason", "author_name"]


@admin.register(Place)
class PlaceAdmin(ReadOnlyAdmin):
    list_display = ["stage", "entry_id", "seed", "source"]
    list_select_related = ["stage__tournament"]
    readonly_fields = ["title"]
    search_fields = ["stage__tournament__slug", "source"]

    @admin.display
    def title(self, place: Place) -> str:
        return place.entry.title_for(EVERYTHING)


@admin.register(Substitution)
class SubstitutionAdmin(ReadOnlyAdmin):
    list_display = ["entry_id", "who_leaves", "who_comes", "author_name", "reason", "at"]
    readonly_fields = ["title", "who_leaves", "who_comes"]
    list_select_related = ["leaves", "comes"]
    search_fields = ["leaves__identity", "comes__identity", "reason"]

    @admin.display
    def title(self, substitution: Substitution) -> str:
        return substitution.entry.title_for(EVERYTHING)

    @admin.display
    def who_leaves(self, substitution: Substitution) -> str:
        return substitution.leaves.name_for(EVERYTHING)

    @admin.display
    def who_comes(self, substitution: Substitution) -> str:
        return substitution.comes.name_for(EVERYTHING)


@admin.register(ForbiddenCouple)
class ForbiddenCoupleAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "first_id", "second_id", "reason"]
    readonly_fields = ["first_title", "second_title"]
    search_fields = ["tournament__slug", "reason"]

    @admin.display
    def first_title(self, couple: ForbiddenCouple) -> str:
        return couple.first.title_for(EVERYTHING)

    @admin.display
    def second_title(self, couple: ForbiddenCouple) -> str:
        return couple.second.title_for(EVERYTHING)


@admin.register(LineUp)
class LineUpAdmin(ReadOnlyAdmin):
    list_display = ["side_id", "name", "position"]
    readonly_fields = ["name"]
    list_select_related = ["player"]
    search_fields = ["player__identity"]

    @admin.display
    def name(self, line_up: LineUp) -> str:
        return line_up.player.name_for(EVERYTHING)


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnlyAdmin):
    list_display = ["at", "tournament", "author_name", "act", "subject", "reason"]
    list_filter = ["act"]
    search_fields = ["tournament__slug", "author_name", "subject", "reason"]


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "tournament", "kind", "state", "done", "total", "attempts"]
    list_filter = ["kind", "state"]
    search_fields = ["tournament__slug", "message"]


@admin.register(ImportPreview)
class ImportPreviewAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "tournament", "source", "state"]
    search_fields = ["tournament__slug", "source"]


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "role", "tables", "places", "made_at", "expires_at", "revoked_at"]
    search_fields = ["tournament__slug", "author_name"]


@admin.register(Acceptance)
class AcceptanceAdmin(ReadOnlyAdmin):
    list_display = ["invitation", "user", "at"]
    list_select_related = ["invitation__tournament", "user"]
    search_fields = ["invitation__tournament__slug", "user__username"]


@admin.register(SignUpSettings)
class SignUpSettingsAdmin(ReadOnlyAdmin):
    list_display = ["tournament_id", "opened", "opens_at", "closes_at", "minimum"]
    search_fields = ["tournament__slug", "notice"]


@admin.register(EntryRequest)
class EntryRequestAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "tournament_id", "state", "entry_id"]
    search_fields = ["tournament__slug", "town"]


class AdminNewAccountForm(AdminUserCreationForm):
    """Django's form of a new account, with the sign-up's check of the username."""

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name


class AdminAccountForm(UserChangeForm):
    """Django's form of an account. It checks a changed username as the sign-up does."""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name.casefold() != self.instance.username.casefold():
            name = get_adapter().clean_username(name)
        return name


admin.site.unregister(Authenticator)  # allauth's admin shows the secrets


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    exclude = ["data"]
    list_display = ["user", "type", "created_at", "last_used_at"]
    search_fields = ["user__username"]


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    exclude = ["digest", "session_hash"]
    list_display = ["name", "user", "made_at", "used_at", "expires_at"]
    search_fields = ["name", "user__username"]


@admin.register(SignUp)
class SignUpAdmin(ReadOnlyAdmin):
    list_display = ["user", "asked_at"]
    search_fields = ["user__username"]


@admin.register(Erasure)
class ErasureAdmin(ReadOnlyAdmin):
    list_display = ["at", "kind", "key", "author", "counts"]
    list_filter = ["kind"]
    list_select_related = ["author"]
    search_fields = ["=kind"]


@admin.register(IdempotentCall)
class IdempotentCallAdmin(ReadOnlyAdmin):
    exclude = ["answer"]
    list_display = ["user", "key", "at"]
    search_fields = ["user__username", "key"]


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ["name", "club", "counts", "public"]
    search_fields = ["name", "club__slug"]


@admin.register(SeasonTournament)
class SeasonTournamentAdmin(ReadOnlyAdmin):
    list_display = ["season", "tournament", "weight", "going_on"]
    search_fields = ["season__name", "tournament__slug"]


@admin.register(Extra)
class ExtraAdmin(ReadOnlyAdmin):
    list_display = ["name", "tournament", "price"]
    search_fields = ["name", "tournament__slug"]


@admin.register(Charge)
class ChargeAdmin(ReadOnlyAdmin):
    list_display = ["entry", "kind", "concept", "amount", "at"]
    search_fields = ["concept", "entry__tournament__slug"]


@admin.register(Movement)
class MovementAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "kind", "number", "amount", "method", "at"]
    list_filter = ["kind"]
    search_fields = ["concept", "tournament__slug"]


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "category", "place", "percent", "amount", "thing"]
    search_fields = ["tournament__slug", "thing"]


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "url"]
    search_fields = ["tournament__slug", "url"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    list_display = ["webhook", "kind", "state"]
    search_fields = ["webhook__tournament__slug", "kind"]
