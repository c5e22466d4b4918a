"""The admin is for looking things up: every table is there, and none can be changed."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models

from tests.rows import each
from tests.sizes import size
from tests.worlds import world

OURS = [
    model for app in ("tournaments", "scoring") for model in apps.get_app_config(app).get_models()
]
INSIDE = ("matchside", "entryplayer", "version")  # of no use by itself
SHOWN = [model for model in OURS if model._meta.model_name not in INSIDE]


@world
def support(db, client_as):
    return client_as(User.objects.create_superuser("soporte", password="tapete-2026"))


@pytest.mark.slow
@each("turn, model", *enumerate(SHOWN))
def test_listed_and_searched_but_never_changed(turn, model, support, places):
    """On each run one of the three ways is tried of each table."""
    base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
    assert support.get(base, {"q": "casino"}).status_code == 200
    row = model.objects.first()
    if row is not None:
        assert support.get(f"{base}{row.pk}/change/").status_code == 200
    one = f"{base}{row.pk}/" if row is not None else f"{base}1/"
    acts = [
        (f"{base}add/", {}),
        (f"{one}change/", {"name": "x"}),
        (f"{one}delete/", {"post": "yes"}),
    ]
    for act, typed in acts[size(turn % 3, 0) :: size(3, 1)]:
        assert support.post(act, typed).status_code == 403, act
    assert row is None or model.objects.filter(pk=row.pk).exists()


def test_every_registered_table_of_ours_is_read_only(rf, support):
    request = rf.get("/admin/")
    request.user = User.objects.get(username="soporte")
    registered: list[type[models.Model]] = [one for one in OURS if admin.site.is_registered(one)]
    assert registered == SHOWN
    for model in registered:
        kept = admin.site.get_model_admin(model)
        assert not kept.has_change_permission(request) and not kept.has_delete_permission(request)
