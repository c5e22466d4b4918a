"""`manage.py addresses`: the act of every address by each method. `docs/addresses.txt` keeps it."""

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.urls import URLPattern, URLResolver, get_resolver

WRITTEN = settings.BASE_DIR / "docs/addresses.txt"
# Addresses of other people's packages, which keep their own doors; the last one is of DEBUG only.
THIRD_PARTY = ("cuenta/", "idioma/", "admin/", "estilo/")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
HEAD = """\
# The act of each address by each method. Review a change of this file like a change of a lock:
# docs/roles.md says which roles may do each act, and tests/test_roles.py compares both with the
# site. One address a line, in order; `manage.py addresses --write` writes it from the code.
"""


@dataclass(frozen=True)
class Address:
    """One address with the act of each of its methods, None where the view says no act."""

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


class Command(BaseCommand):
    help = "Escribe el acto de cada dirección y método, como lo guarda docs/addresses.txt."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--write", action="store_true", help="en docs/addresses.txt")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["write"]:
            WRITTEN.write_text(table())
        else:
            self.stdout.write(table(), ending="")


def table() -> str:
    """The whole file, from the code."""
    return HEAD + "".join(f"{line}\n" for line in sorted(address.line for address in addresses()))


def addresses() -> list[Address]:
    """Return the addresses of the site's own views, as the code has them."""
    return [
        Address(route, _acts(pattern))
        for route, pattern in _walk(get_resolver().url_patterns, "")
        if not route.startswith(THIRD_PARTY) and _owner(pattern) != "drf_spectacular"
    ]


def written(text: str) -> list[Address]:
    """Return the addresses that a file like `docs/addresses.txt` lists."""
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [_read(line) for line in rows]


def _read(line: str) -> Address:
    # A converter keeps no space, so the route ends at the first one.
    route, *acts = re.split(" +", line.strip())
    return Address(route.removeprefix("/"), dict(pair.split("=", 1) for pair in acts))


def _walk(patterns: list[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route, pattern


def _view(pattern: URLPattern) -> Any:
    """The class of a view made from one, else the function."""
    for name in ("cls", "view_class"):
        if hasattr(pattern.callback, name):
            return getattr(pattern.callback, name)
    return pattern.callback


def _owner(pattern: URLPattern) -> str:
    return str(_view(pattern).__module__.split(".")[0])


def _acts(pattern: URLPattern) -> dict[str, str | None]:
    view = _view(pattern)
    if hasattr(view, "acts"):
        offered = [name for name in METHODS if hasattr(view, name.lower())]
        return {method: view.acts.get(method) for method in {*offered, *view.acts}}
    act = getattr(pattern.callback, "act", None)
    return dict.fromkeys(_methods_of_page(pattern.callback), act)


def _methods_of_page(view: Any) -> tuple[str, ...]:
    """The methods that Django's decorators (`require_POST`, …) let through to a page's view."""
    while view is not None:
        if inspect.isfunction(view):
            limits = inspect.getclosurevars(view).nonlocals.get("request_method_list")
            if limits is not None:
                return tuple(method for method in METHODS if method in limits)
        view = getattr(view, "__wrapped__", None)
    return ("GET", "POST")
