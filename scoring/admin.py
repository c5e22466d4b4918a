"""Looking actas up when somebody asks for help. They are corrected on their own page."""

from django.contrib import admin

from scoring.models import Acta, Hand, Photo, RefereeCall, Result, Ruling, Signature
from tournaments.admin import ReadOnly


@admin.register(Acta)
class ActaAdmin(ReadOnly):
    list_display = ["match", "version", "live", "author_name", "reason", "created_at"]
    list_filter = ["live"]
    list_select_related = ["match"]
    search_fields = ["match__code", "match__tournament__slug", "author_name"]


@admin.register(Hand)
class HandAdmin(ReadOnly):
    list_display = ["acta", "number", "line", "author_name", "created_at"]
    list_select_related = ["acta__match"]
    search_fields = ["acta__match__code", "acta__match__tournament__slug", "line"]


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ["match", "winner", "tallies", "forfeit", "recorded_at"]
    list_select_related = ["match"]
    search_fields = ["match__code", "match__tournament__slug"]


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    list_display = [
        "entry", "stage", "fault", "follows", "points", "reason", "author_name", "at", "lifted_at",
    ]  # fmt: skip
    list_select_related = ["entry", "stage__tournament"]
    search_fields = ["entry__tournament__slug", "reason"]


@admin.register(RefereeCall)
class RefereeCallAdmin(ReadOnly):
    list_display = ["match", "at", "author_name", "answered_at", "answered_name"]
    list_select_related = ["match"]
    search_fields = ["match__code", "match__tournament__slug"]


@admin.register(Signature)
class SignatureAdmin(ReadOnly):
    list_display = ["acta", "author_name", "road", "created_at"]
    list_select_related = ["acta__match"]
    search_fields = ["acta__match__code", "acta__match__tournament__slug", "author_name"]


@admin.register(Photo)
class PhotoAdmin(ReadOnly):
    list_display = ["match", "author_name", "at"]
    list_select_related = ["match"]
    search_fields = ["match__code", "match__tournament__slug"]
