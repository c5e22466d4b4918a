"""Addresses made from names."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

# The most letters of a slug. The columns have room for a number after it.
SLUG_LENGTH = 50


def unused_slug(
    name: str, rows: QuerySet[Any], default: str, reserved_slugs: Collection[str] = ()
) -> str:
    """Return a slug that none of `rows` has: «pena-el-as», or «pena-el-as-2» if the first is taken.

    `default` is the slug of a name without letters or figures; `reserved_slugs` are never
    returned.
    """
    slug = slugify(name)[:SLUG_LENGTH].strip("-_") or default
    used_slugs = {
        *reserved_slugs,
        *rows.filter(slug__startswith=slug).values_list("slug", flat=True),
    }
    number = 1
    while (candidate := slug if number == 1 else f"{slug}-{number}") in used_slugs:
        number += 1
    return candidate
