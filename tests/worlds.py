"""Worlds: fixtures that write in the database, built once for consecutive tests that use them.

    @world
    def casino(make_tournament):
        return make_tournament()  # a knockout with 8 tables

    @world
    def match(casino, pairs):
        ...  # its first match, in play

A test requests `match` like any fixture. Then:

1. Before pytest-django opens the transaction of a test, `pytest_fixture_setup` lists the worlds
   that the test names and the worlds they need: here `casino`, then `match`.
2. Worlds form a stack, each in a savepoint. Worlds at the bottom that the last test used
   too stay; the others are rolled back, and the missing ones are built (`Worlds.stand`).
3. The test receives deep copies of the objects that the worlds returned (`pytest_world_setup`), so
   that it may change them. Its database writes are rolled back, as in every test.

So a hundred tests of `match` build it once, and a test of `casino` alone keeps `casino` and
loses `match`. Tests of one file run consecutively, and so find the worlds of the test before.

Rules of a world: it uses other worlds and plain fixtures; it does not yield, patch or
change settings; it returns an object. In a test with real transactions (`transactional_db`) a world
is built for that test alone, like any fixture.
"""

import copy
import inspect
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

# Fixtures that a world names without using their value.
ROOTS = {"db", "transactional_db", "django_db_setup"}
COPIES = pytest.StashKey[dict[str, Any]]()
Fixture = Any  # pytest's FixtureDef


def world(build: Callable[..., Any]) -> Any:
    """Mark a fixture as a world."""
    assert not inspect.isgeneratorfunction(build), f"{build.__name__} is a world: it cannot yield"
    build.is_world = True  # type: ignore[attr-defined]
    return pytest.fixture(build)


def is_world(fixture: Fixture) -> bool:
    return getattr(fixture.func, "is_world", False)


@dataclass(frozen=True)
class Level:
    """A built world in its savepoint: its recipe, and the objects of it and the worlds below."""

    recipe: tuple[Fixture, ...]
    savepoint: transaction.Atomic
    objects: dict[str, Any]


class Worlds:
    """The stack of built worlds."""

    def __init__(self) -> None:
        self._levels: list[Level] = []

    def stand(self, fixtures: dict[str, Fixture]) -> dict[str, Any]:
        """Build these worlds, remove all others, and return copies of their objects."""
        recipes = _recipes(fixtures)
        shared_count = 0
        while self._levels[shared_count : shared_count + 1] and shared_count < len(recipes):
            if self._levels[shared_count].recipe != recipes[shared_count]:
                break
            shared_count += 1
        self.fall(shared_count)
        for recipe in recipes[shared_count:]:
            self._build(recipe, fixtures)
        return self._objects()

    def fall(self, remaining: int = 0) -> None:
        """Roll back all but the first `remaining` worlds."""
        while len(self._levels) > remaining:
            _roll_back(self._levels.pop().savepoint)

    def _objects(self) -> dict[str, Any]:
        return copy.deepcopy(self._levels[-1].objects) if self._levels else {}

    def _build(self, recipe: tuple[Fixture, ...], fixtures: dict[str, Fixture]) -> None:
        objects = self._objects()
        with ExitStack() as undo:
            savepoint = transaction.atomic()
            savepoint._from_testcase = True
            savepoint.__enter__()
            undo.callback(_roll_back, savepoint)
            fixture = recipe[-1]
            objects[fixture.argname] = _call_fixture(fixture, objects, fixtures)
            # pytest reads None as a missing value and would build it again.
            assert objects[fixture.argname] is not None, f"{fixture.argname} returns nothing"
            undo.pop_all()
        self._levels.append(Level(recipe, savepoint, objects))


def _roll_back(savepoint: transaction.Atomic) -> None:
    transaction.set_rollback(True)
    savepoint.__exit__(None, None, None)


def _recipes(fixtures: dict[str, Fixture]) -> list[tuple[Fixture, ...]]:
    """Return the recipe of each world among these fixtures: the fixtures it needs, then the world.

    A world comes after the worlds that it needs. Otherwise the world with most needs comes first,
    so that similar tests share a stack.
    """
    needs: dict[str, dict[str, Fixture]] = {}

    def ingredients(name: str) -> dict[str, Fixture]:
        if name not in needs:
            needs[name] = {}
            for part in fixtures[name].argnames:
                if part in fixtures and part not in ROOTS:
                    needs[name] |= ingredients(part)
            needs[name][name] = fixtures[name]
        return needs[name]

    worlds = [name for name, fixture in fixtures.items() if is_world(fixture)]
    worlds.sort(key=lambda name: (-len(ingredients(name)), name))
    ordered_names = dict.fromkeys(part for name in worlds for part in ingredients(name))
    return [tuple(needs[name].values()) for name in ordered_names if is_world(fixtures[name])]


def _call_fixture(fixture: Fixture, objects: dict[str, Any], fixtures: dict[str, Fixture]) -> Any:
    def value(name: str) -> Any:
        if name in ROOTS:
            return None
        if name not in objects:
            if name not in fixtures or inspect.isgeneratorfunction(fixtures[name].func):
                raise TypeError(f"The world {fixture.argname} is made of {name}, no plain fixture")
            return _call_fixture(fixtures[name], objects, fixtures)
        return objects[name]

    return fixture.func(**{name: value(name) for name in fixture.argnames})


WORLDS = Worlds()


def _has_real_transactions(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    return "transactional_db" in request.fixturenames or bool(
        marker and marker.kwargs.get("transaction")
    )


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Fixture, request: pytest.FixtureRequest) -> Any:
    """Build the worlds of a test before the database opens for it.

    For a test with real transactions, or with a database shared by its module, remove all worlds.
    """
    if not {"django_db_blocker", "django_db_setup"} <= {*fixturedef.argnames, fixturedef.argname}:
        return (yield)
    blocker = request.getfixturevalue("django_db_blocker")

    def fall() -> None:
        with blocker.unblock():
            WORLDS.fall()

    if fixturedef.argname == "_django_db_helper" and not _has_real_transactions(request):
        fixturedefs = request.node._fixtureinfo.name2fixturedefs
        with blocker.unblock():
            request.node.stash[COPIES] = WORLDS.stand(
                {name: fixturedefs[name][-1] for name in fixturedefs}
            )
        return (yield)
    fall()
    value = yield
    fixturedef.addfinalizer(fall)
    return value


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Any:
    """Drop the copies with their test: pytest keeps every test to the end."""
    value = yield
    item.stash[COPIES] = {}
    return value


@pytest.hookimpl(tryfirst=True, specname="pytest_fixture_setup")
def pytest_world_setup(fixturedef: Fixture, request: pytest.FixtureRequest) -> Any:
    """Return the copy of a built world, or None to let pytest call the fixture."""
    copies = request.node.stash.get(COPIES, {})
    # A world has no copy in a test with real transactions, or if it is requested during the test.
    if not is_world(fixturedef) or fixturedef.argname not in copies:
        return None
    value = copies[fixturedef.argname]
    fixturedef.cached_result = (value, fixturedef.cache_key(request), None)
    return value
