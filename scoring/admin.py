"""Read-only admin of actas, for support; corrections have their own page."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.models import (
    Acta,
    Hand,
    Letterhead,
    Photo,
    RefereeCall,
    Result,
    RoundClock,
    Ruling,
    Screen,
    Signature,
)
from scoring.people_data.services.accounts import delete_account
from tournaments.admin import AdminAccountForm, AdminNewAccountForm, ReadOnlyAdmin
from tournaments.names.audience import EVERYTHING


@admin.register(Acta)
class ActaAdmin(ReadOnlyAdmin):
    list_display = ["match", "version", "live", "author_name", "reason", "created_at"]
    list_filter = ["live"]
    search_fields = ["match__code", "match__tournament__slug", "author_name"]


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    list_display = ["acta", "number", "line", "author_name", "created_at"]
    list_select_related = ["acta__match"]
    search_fields = ["acta__match__code", "acta__match__tournament__slug", "line"]


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ["match", "winner", "tallies", "forfeit", "recorded_at"]
    search_fields = ["match__code", "match__tournament__slug"]


@admin.register(Ruling)
class RulingAdmin(ReadOnlyAdmin):
    list_display = [
        "entry_title",
        "stage",
        "fault",
        "follows",
        "points",
        "reason",
        "author_name",
        "at",
        "lifted_at",
    ]
    list_select_related = ["entry", "stage__tournament"]
    readonly_fields = ["entry_title", "player_name"]
    search_fields = ["entry__tournament__slug", "reason"]

    @admin.display
    def entry_title(self, ruling: Ruling) -> str:
        return ruling.entry.full_title_for(EVERYTHING)

    @admin.display
    def player_name(self, ruling: Ruling) -> str:
        return ruling.player.name_for(EVERYTHING) if ruling.player else ""


@admin.register(RefereeCall)
class RefereeCallAdmin(ReadOnlyAdmin):
    list_display = ["match", "at", "author_name", "answered_at", "answered_name"]
    search_fields = ["match__code", "match__tournament__slug"]


@admin.register(Signature)
class SignatureAdmin(ReadOnlyAdmin):
    list_display = ["acta", "author_name", "road", "created_at"]
    list_select_related = ["acta__match"]
    search_fields = ["acta__match__code", "acta__match__tournament__slug", "author_name"]


@admin.register(Photo)
class PhotoAdmin(ReadOnlyAdmin):
    list_display = ["match", "author_name", "at"]
    search_fields = ["match__code", "match__tournament__slug"]


@admin.register(Letterhead)
class LetterheadAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "sponsor", "colour"]
    search_fields = ["sponsor", "tournament__slug"]


@admin.register(Screen)
class ScreenAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "number", "name", "now", "now_until"]
    search_fields = ["name", "tournament__slug"]


@admin.register(RoundClock)
class RoundClockAdmin(ReadOnlyAdmin):
    list_display = ["round", "started_at", "stopped_at"]
    list_select_related = ["round__stage__tournament"]
    search_fields = ["round__stage__tournament__slug"]


class AccountAdmin(UserAdmin):
    """Django's user admin, with the fields of registration; it deletes as `delete_account` does."""

    form, add_form = AdminAccountForm, AdminNewAccountForm

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return the rows that Django would delete with an account; none needs a permission."""
        deleted, counts, _forbidden, protected = super().get_deleted_objects(objs, request)
        return deleted, counts, set(), protected

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            delete_account(user=user)


admin.site.unregister(User)
admin.site.register(User, AccountAdmin)
