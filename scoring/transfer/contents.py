"""The models and fields of a tournament file.

A file has every model that belongs to a tournament, with every field, except those named here with
the reason. `tests/scoring/transfer/test_contents.py` fails for a model or field that is neither in
the file nor here.
"""

from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from typing import Any, TypeAlias

from django.apps import apps
from django.conf import settings
from django.db import models

from tournaments.models import Tournament
from tournaments.site.version_triggers import APPS, path_to_tournament

ACCOUNTS = "accounts belong to a site"
CLUBS = "a club and its seasons belong to a site, and have many tournaments"
HALLS = "a hall belongs to a site; the file has the numbers of the tables"
SITE = "work of this site, not of the tournament"
# Models that the file leaves out, each with the reason.
EXCLUDED_MODELS = {
    "tournaments.Acceptance": ACCOUNTS,
    "tournaments.ApiToken": ACCOUNTS,
    "tournaments.Club": CLUBS,
    "tournaments.ClubLine": CLUBS,
    "tournaments.ClubOfficer": CLUBS,
    "tournaments.ClubPerson": CLUBS,
    "tournaments.Erasure": "what the site has deleted",
    "tournaments.Hall": HALLS,
    "tournaments.IdempotentCall": SITE,
    "tournaments.ImportPreview": SITE,
    "tournaments.Invitation": ACCOUNTS,
    "tournaments.Job": SITE,
    "tournaments.Membership": ACCOUNTS,
    "tournaments.Season": CLUBS,
    "tournaments.SeasonTournament": CLUBS,
    "tournaments.SignUp": ACCOUNTS,
    "tournaments.Version": SITE,
    "tournaments.Webhook": SITE,
    "tournaments.WebhookDelivery": SITE,
}
# Fields that the file leaves out, each with the reason. Keys of accounts are always left out; the
# name of the author is in another field.
EXCLUDED_FIELDS = {
    "tournaments.Player.club_person": CLUBS,
    "tournaments.Tournament.club": CLUBS,
    "tournaments.Tournament.hall": HALLS,
    "tournaments.Tournament.rehearsal_of": "a rehearsal is never exported",
}
# Acts whose audit lines are left out: each import adds one, and a second export would differ.
EXCLUDED_ACTS = ("import_tournament",)

Field: TypeAlias = "models.Field[Any, Any]"
Model: TypeAlias = type[models.Model]


@cache
def models_in_file() -> tuple[Model, ...]:
    """Return the models of a tournament file, each after the models that its rows refer to."""
    models_by_label = {
        model._meta.label: model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.label not in EXCLUDED_MODELS and path_to_tournament(model) is not None
    }
    graph = {
        label: sorted(
            field.related_model._meta.label
            for field in model._meta.concrete_fields
            if isinstance(field, models.ForeignKey)
            and field.related_model is not model
            and field.related_model._meta.label in models_by_label
        )
        for label, model in sorted(models_by_label.items())
    }
    return tuple(models_by_label[label] for label in TopologicalSorter(graph).static_order())


@cache
def fields_in_file(model: Model) -> tuple[Field, ...]:
    """Return the fields of a model in the file, without a primary key that is only a number."""
    return tuple(
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key and not field.is_relation) and not is_excluded(model, field)
    )


def is_excluded(model: Model, field: Field) -> bool:
    """Return whether the file leaves a field out."""
    return _is_account(field) or f"{model._meta.label}.{field.name}" in EXCLUDED_FIELDS


def _is_account(field: Field) -> bool:
    return field.is_relation and field.related_model._meta.label == settings.AUTH_USER_MODEL  # type: ignore[union-attr]


def rows_of(model: Model, tournament: Tournament) -> "models.QuerySet[models.Model]":
    """Return the rows of a model that belong to a tournament, in order of key.

    Audit lines of `EXCLUDED_ACTS` are left out.
    """
    path = path_to_tournament(model)
    assert path is not None, model
    lookup = "__".join(field.name for field in path) or "pk"
    rows = model._base_manager.filter(**{lookup: tournament.pk}).order_by("pk")
    if model._meta.label == "tournaments.AuditLine":
        return rows.exclude(act__in=EXCLUDED_ACTS)
    return rows


def file_fields(fields: Iterable[Field]) -> list[Field]:
    """Return the fields that hold a file."""
    return [field for field in fields if isinstance(field, models.FileField)]
