"""List the act of every address by each method, as in `docs/addresses.txt`.

    .venv/bin/python -m tests.addresses

writes that file, and `docs/roles.md`, from the code.
"""

import inspect
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import django
from django.urls import URLPattern, URLResolver, get_resolver

from tests.inside import ROOT

ADDRESSES_PAGE, ROLES_PAGE = ROOT / "docs/addresses.txt", ROOT / "docs/roles.md"
# Addresses of other packages, which check their own permissions; `estilo/` exists only with DEBUG.
THIRD_PARTY = ("cuenta/", "admin/", "estilo/")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
HEAD = """\
# The act of each address by each method. Review a change of this file like a change of a lock:
# docs/roles.md says which roles may do each act, and tests/access/test_roles.py compares both with
# the site. One address a line, in order; `python -m tests.addresses` writes it from the code.
"""


@dataclass(frozen=True)
class Address:
    """An address with the act of each method; the act is None if the view declares none."""

    route: str
    acts: Mapping[str, str | None]

    @property
    def is_api(self) -> bool:
        return self.route.startswith("api/")

    @property
    def line(self) -> str:
        pairs = (f"{method}={self.acts[method]}" for method in METHODS if method in self.acts)
        return f"/{self.route} {' '.join(pairs)}"

    def __str__(self) -> str:
        return f"/{self.route}"


def table() -> str:
    """Return the text of `docs/addresses.txt`, read from the code."""
    return HEAD + "".join(f"{line}\n" for line in sorted(address.line for address in addresses()))


def addresses() -> list[Address]:
    """Return the addresses of the site's own views, read from the code."""
    return [
        Address(route, _acts_of(pattern))
        for route, pattern in _routes_of(get_resolver().url_patterns, "")
        if not route.startswith(THIRD_PARTY) and _package_of(pattern) != "drf_spectacular"
    ]


def listed_addresses(text: str) -> list[Address]:
    """Return the addresses that a file like `docs/addresses.txt` lists."""
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [_address_of_line(line) for line in rows]


def _address_of_line(line: str) -> Address:
    # A converter has no space, so the route ends at the first space.
    route, *acts = re.split(" +", line.strip())
    return Address(route.removeprefix("/"), dict(pair.split("=", 1) for pair in acts))


def _routes_of(patterns: list[Any], prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes_of(pattern.url_patterns, route)
        else:
            yield route, pattern


def _view(pattern: URLPattern) -> Any:
    """Return the class of a class-based view, else the function."""
    for name in ("cls", "view_class"):
        if hasattr(pattern.callback, name):
            return getattr(pattern.callback, name)
    return pattern.callback


def _package_of(pattern: URLPattern) -> str:
    return str(_view(pattern).__module__.split(".")[0])


def _acts_of(pattern: URLPattern) -> dict[str, str | None]:
    view = _view(pattern)
    if hasattr(view, "acts"):
        methods = [name for name in METHODS if hasattr(view, name.lower())]
        return {method: view.acts.get(method) for method in {*methods, *view.acts}}
    act = getattr(pattern.callback, "act", None)
    return dict.fromkeys(_methods_of_page(pattern.callback), act)


def _methods_of_page(view: Any) -> tuple[str, ...]:
    """Return the methods that Django's decorators (`require_POST`, …) allow for a page."""
    while view is not None:
        if inspect.isfunction(view):
            limits = inspect.getclosurevars(view).nonlocals.get("request_method_list")
            if limits is not None:
                return tuple(method for method in METHODS if method in limits)
        view = getattr(view, "__wrapped__", None)
    return ("GET", "POST")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tests.access import roles_table

    ADDRESSES_PAGE.write_text(table())
    ROLES_PAGE.write_text(roles_table.table())
