"""Addresses made from names."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

# the most letters of a slug, with room for the number of a second row of that name
SLUG_LENGTH = 50


def unused_slug(
    name: str, rows: QuerySet[Any], default: str, reserved: Collection[str] = ()
) -> str:
    """Return a slug that none of `rows` has: «pena-el-as», or «pena-el-as-2» if that exists.

    `default` is the slug of a name without letters or figures; `reserved` slugs are never returned.
    """
    slug = slugify(name)[:SLUG_LENGTH].strip("-_") or default
    used = {*reserved, *rows.filter(slug__startswith=slug).values_list("slug", flat=True)}
    number = 1
    while (unused := slug if number == 1 else f"{slug}-{number}") in used:
        number += 1
    return unused
