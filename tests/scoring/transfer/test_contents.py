"""Tests of the contents of a tournament file: every model and field is included, or excluded by
name."""

import pytest
from django.apps import apps
from django.db import models

from scoring.transfer.contents import (
    APPS,
    EXCLUDED_FIELDS,
    EXCLUDED_MODELS,
    fields_in_file,
    file_fields,
    is_excluded,
    models_in_file,
)
from scoring.transfer.services import FILE_CHECKS
from tournaments.models import Tournament

ALL_MODELS = [
    model
    for app in APPS
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
]


def test_every_model_is_in_the_file_or_is_excluded_by_name():
    labels_in_file = {model._meta.label for model in models_in_file()}
    labels = {model._meta.label for model in ALL_MODELS}
    assert not labels_in_file & set(EXCLUDED_MODELS)
    assert labels - labels_in_file == set(EXCLUDED_MODELS), (
        "a new model: give it a key to its tournament that is never empty, to include it in "
        "the file, or add it to EXCLUDED_MODELS with the reason"
    )


@pytest.mark.parametrize("model", models_in_file(), ids=lambda model: model.__name__)
def test_a_foreign_key_leads_to_a_model_of_the_file_or_is_excluded_by_name(model):
    included_models = models_in_file()
    for field in fields_in_file(model):
        if field.is_relation:
            related_model = field.related_model
            assert related_model in included_models, (
                f"{model._meta.label}.{field.name}: name it in EXCLUDED_FIELDS"
            )
            assert related_model is model or included_models.index(
                related_model
            ) < included_models.index(model)
            assert related_model is not model or field.null
    for field in model._meta.concrete_fields:
        assert field.null or field.has_default() or not is_excluded(model, field), field
    assert isinstance(model._meta.pk, models.AutoField | models.OneToOneField | models.BigAutoField)


def test_every_file_field_has_a_check():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in models_in_file()
        for field in file_fields(fields_in_file(model))
    }
    assert fields == set(FILE_CHECKS)


def test_every_excluded_field_belongs_to_a_model_of_the_file():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in models_in_file()
        for field in model._meta.concrete_fields
    }
    assert set(EXCLUDED_FIELDS) <= fields


def test_the_tournament_comes_first():
    assert models_in_file()[0] is Tournament
