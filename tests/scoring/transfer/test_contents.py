"""Every model and field of a tournament is in the file, or is left out by name."""

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

ALL = [
    model
    for app in APPS
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
]


def test_every_model_goes_or_is_left_by_name():
    going = {model._meta.label for model in models_in_file()}
    labels = {model._meta.label for model in ALL}
    assert not going & set(EXCLUDED_MODELS)
    assert labels - going == set(EXCLUDED_MODELS), (
        "a new model: a key to its tournament that is never empty takes it into the file; or name "
        "it in EXCLUDED_MODELS with the reason"
    )


@pytest.mark.parametrize("model", models_in_file(), ids=lambda model: model.__name__)
def test_a_key_leads_to_a_row_of_the_file_or_is_left_by_name(model):
    going = models_in_file()
    for field in fields_in_file(model):
        if field.is_relation:
            related = field.related_model
            assert related in going, f"{model._meta.label}.{field.name}: name it in EXCLUDED_FIELDS"
            assert related is model or going.index(related) < going.index(model)
            assert related is not model or field.null
    for field in model._meta.concrete_fields:
        assert field.null or field.has_default() or not is_excluded(model, field), field
    assert isinstance(model._meta.pk, models.AutoField | models.OneToOneField | models.BigAutoField)


def test_the_file_of_every_field_is_checked():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in models_in_file()
        for field in file_fields(fields_in_file(model))
    }
    assert fields == set(FILE_CHECKS)


def test_a_field_left_by_name_is_a_field_of_the_file():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in models_in_file()
        for field in model._meta.concrete_fields
    }
    assert set(EXCLUDED_FIELDS) <= fields


def test_the_tournament_comes_first():
    assert models_in_file()[0] is Tournament
