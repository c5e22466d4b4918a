"""Every model and field of a tournament is in the file, or is left out by name."""

import pytest
from django.apps import apps
from django.db import models

from scoring.transfer.contents import (
    APPS,
    LEFT_FIELDS,
    LEFT_MODELS,
    file_fields,
    stays,
    travelling_fields,
    travelling_models,
)
from scoring.transfer.services import FILE_CHECKS
from tournaments.models import Tournament

ALL = [
    model
    for app in APPS
    for model in apps.get_app_config(app).get_models(include_auto_created=True)
]


def test_every_model_goes_or_is_left_by_name():
    going = {model._meta.label for model in travelling_models()}
    labels = {model._meta.label for model in ALL}
    assert not going & set(LEFT_MODELS)
    assert labels - going == set(LEFT_MODELS), (
        "a new model: a key to its tournament that is never empty takes it into the file; or name "
        "it in LEFT_MODELS with the reason"
    )


@pytest.mark.parametrize("model", travelling_models(), ids=lambda model: model.__name__)
def test_a_key_leads_to_a_row_of_the_file_or_is_left_by_name(model):
    going = travelling_models()
    for field in travelling_fields(model):
        if field.is_relation:
            related = field.related_model
            assert related in going, f"{model._meta.label}.{field.name}: name it in LEFT_FIELDS"
            assert related is model or going.index(related) < going.index(model)
            assert related is not model or field.null
    for field in model._meta.concrete_fields:
        assert field.null or field.has_default() or not stays(model, field), field
    assert isinstance(model._meta.pk, models.AutoField | models.OneToOneField | models.BigAutoField)


def test_the_file_of_every_field_is_checked():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in travelling_models()
        for field in file_fields(travelling_fields(model))
    }
    assert fields == set(FILE_CHECKS)


def test_a_field_left_by_name_is_a_field_of_the_file():
    fields = {
        f"{model._meta.label}.{field.name}"
        for model in travelling_models()
        for field in model._meta.concrete_fields
    }
    assert set(LEFT_FIELDS) <= fields


def test_the_tournament_comes_first():
    assert travelling_models()[0] is Tournament
