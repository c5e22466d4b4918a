"""Undoing migrations: whole, or refused before anything is touched.

Django undoes each in a transaction of its own, so a plan that failed half-way would stay there.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps.registry import Apps
from django.core.exceptions import FieldError
from django.core.management.base import CommandError
from django.db import connections, models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import Count, Q
from django.db.models.functions import Length
from django.utils.functional import cached_property

from tournaments.wording.going_back import refusal

Plan = Iterable[tuple[Migration, bool]]
Rows = models.QuerySet[Any]


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss of undoing a migration: rows of a model, whole or in some `fields`.

    No model: the migration cannot be undone.
    """

    migration: str
    model: str = ""
    field: str = ""
    rows: int = 0


def refuse_loss(*, plan: Plan = (), apps: Apps, using: str, **_signal: Any) -> None:
    """Before a plan is begun (`pre_migrate`): raise CommandError with what it would lose."""
    lost = losses(plan, apps, using)
    if lost:
        raise CommandError(refusal(lost))


def losses(plan: Plan, apps: Apps, using: str) -> list[Loss]:
    """Return what the plan would lose, in its order; `apps` has the models as they are now."""
    undone = [migration for migration, backwards in plan if backwards]
    if not undone:
        return []
    look = _Look(apps, using)
    return [loss for migration in undone for loss in look.at(migration)]


class _Look:
    """Walks the plan from the newest migration to the oldest, with the names of today."""

    def __init__(self, apps: Apps, using: str) -> None:
        self.apps, self.using = apps, using
        self.models: dict[tuple[str, str], str] = {}  # what a model of then is called today
        self.fields: dict[tuple[str, str, str], str] = {}

    @cached_property
    def loader(self) -> MigrationLoader:
        return MigrationLoader(connections[self.using])

    def at(self, migration: Migration) -> Iterator[Loss]:
        where = f"{migration.app_label}.{migration.name}"
        for operation in reversed(migration.operations):
            if not operation.reversible:
                yield Loss(where)
                continue
            if isinstance(operation, operations.RenameModel):
                self._renamed(migration.app_label, operation)
            elif isinstance(operation, operations.RenameField):
                self._renamed_field(migration.app_label, operation)
            elif (model := self._model(migration.app_label, operation)) is not None:
                for field, rows in self._lost(migration, operation, model):
                    if count := rows.count():
                        yield Loss(where, model._meta.label_lower, field, count)

    def _lost(
        self, migration: Migration, operation: Operation, model: type[models.Model]
    ) -> Iterator[tuple[str, Rows]]:
        """The field or the constraint at stake, "" for the whole row, and the rows it concerns."""
        rows = model._base_manager.using(self.using)
        if isinstance(operation, operations.CreateModel):
            yield "", rows.all()
        elif isinstance(operation, operations.AddField):
            name = self._field(migration.app_label, operation)
            yield name, _other_than_default(rows.all(), name, operation.field)
        elif isinstance(operation, operations.AlterField):
            name = self._field(migration.app_label, operation)
            before = self._before(migration, operation).fields[operation.name]
            yield name, _unfit(rows.all(), name, before)
        elif isinstance(operation, operations.RemoveConstraint):
            known = self._before(migration, operation).options["constraints"]
            back = next(field for field in known if field.name == operation.name)
            yield back.name, _against(rows.all(), back)

    def _before(self, migration: Migration, operation: Any) -> Any:
        """The state of its model before an operation; no queries."""
        app = migration.app_label
        state = self.loader.project_state((app, migration.name), at_end=False)
        for earlier in migration.operations[: migration.operations.index(operation)]:
            earlier.state_forwards(app, state)
        return state.models[app, operation.model_name_lower]

    def _model(self, app: str, operation: Operation) -> type[models.Model] | None:
        """The model of today that an operation was about; None where there is none any more."""
        then = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
        try:
            return self.apps.get_model(app, self.models.get((app, then), then))
        except LookupError:
            return None

    def _field(self, app: str, operation: Any) -> str:
        then = (app, operation.model_name_lower, operation.name)
        return self.fields.get(then, operation.name)

    def _renamed(self, app: str, operation: operations.RenameModel) -> None:
        then, now = operation.old_name_lower, operation.new_name_lower
        self.models[app, then] = self.models.pop((app, now), now)

    def _renamed_field(self, app: str, operation: operations.RenameField) -> None:
        model, then, now = operation.model_name_lower, operation.old_name, operation.new_name
        self.fields[app, model, then] = self.fields.pop((app, model, now), now)


def _other_than_default(rows: Rows, name: str, field: Any) -> Rows:
    """The rows in which a field says something that going forward again would not write."""
    if field.many_to_many:
        through = rows.model._meta.get_field(name).remote_field.through
        own = through._base_manager.using(rows.db)
        return own.all() if through._meta.auto_created else own.none()
    if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
        return rows
    if field.has_default():
        if callable(field.default) and field.default not in (list, dict):
            return rows
    elif not field.null and not field.empty_strings_allowed:
        return rows
    default = models.Field.get_default(field)  # of a relation too, whose model is only a name
    return (
        rows.filter(**{f"{name}__isnull": False})
        if default is None
        else rows.exclude(**{name: default})
    )


def _unfit(rows: Rows, name: str, before: Any) -> Rows:
    """The rows whose value the field of then has no place for: too long, empty or no choice."""
    unfit, empty = Q(pk__in=[]), Q(**{f"{name}__isnull": True})
    if not before.null:
        unfit |= empty
    if before.choices:
        known = [key for key, _label in before.flatchoices] + [""] * before.blank
        unfit |= ~Q(**{f"{name}__in": known}) & ~empty
    if before.max_length:
        rows = rows.alias(letters=Length(name))
        unfit |= Q(letters__gt=before.max_length)
    return rows.filter(unfit)


def _against(rows: Rows, constraint: Any) -> Rows:
    """The rows that a constraint of then does not allow; all, where it cannot be told."""
    try:
        if isinstance(constraint, models.CheckConstraint):
            return rows.exclude(constraint.condition)
        held = rows.filter(constraint.condition) if constraint.condition else rows
        times = held.order_by().values(*constraint.fields).annotate(times=Count("pk"))
        return times.filter(times__gt=1)
    except FieldError:
        return rows
