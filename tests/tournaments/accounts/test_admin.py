"""Tests of the admin: every table is listed and searched, and none can be changed."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models

from tests.rows import each
from tests.sizes import size
from tests.worlds import world

OUR_MODELS = [
    model for app in ("tournaments", "scoring") for model in apps.get_app_config(app).get_models()
]
MODELS_WITHOUT_ADMIN = (
    "matchside",
    "entryplayer",
    "version",
)  # without a list of their own in the admin
ADMIN_MODELS = [model for model in OUR_MODELS if model._meta.model_name not in MODELS_WITHOUT_ADMIN]


@world
def support(db, client_as):
    return client_as(User.objects.create_superuser("soporte", password="tapete-2026"))


@pytest.mark.slow
@each("turn, model", *enumerate(ADMIN_MODELS))
def test_every_admin_table_is_listed_and_searched_but_never_changed(turn, model, support, places):
    """A short run tries one of the three POST requests on each table, a full run all three."""
    base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    assert support.get(base, {"q": "casino"}).status_code == 200
    row = model.objects.first()
    if row is not None:
        assert support.get(f"{base}{row.pk}/change/").status_code == 200
    row_url = f"{base}{row.pk}/" if row is not None else f"{base}1/"
    requests = [
        (f"{base}add/", {}),
        (f"{row_url}change/", {"name": "x"}),
        (f"{row_url}delete/", {"post": "yes"}),
    ]
    for address, fields in requests[size(turn % 3, 0) :: size(3, 1)]:
        assert support.post(address, fields).status_code == 403, address
    assert row is None or model.objects.filter(pk=row.pk).exists()


def test_every_registered_model_is_read_only(rf, support):
    request = rf.get("/admin/")
    request.user = User.objects.get(username="soporte")
    registered_models: list[type[models.Model]] = [
        ours for ours in OUR_MODELS if admin.site.is_registered(ours)
    ]
    assert registered_models == ADMIN_MODELS
    for model in registered_models:
        page = admin.site.get_model_admin(model)
        assert not page.has_change_permission(request) and not page.has_delete_permission(request)
