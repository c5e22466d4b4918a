"""Tests of the audit: the lines in words, the audit page, and the words of every act and field."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.costs import count_queries
from tests.layers import files_of
from tests.rows import each
from tournaments.accounts.services.roles import grant_role
from tournaments.audit.services import note
from tournaments.audit.words import (
    SENTENCES,
    WORDS_OF,
    audit_line_in_words,
    labels_of_fields,
    value_in_words,
)
from tournaments.models import AuditLine, Role
from tournaments.pairing.singles import METHODS
from tournaments.people.services.singles import HAND_METHOD
from tournaments.setup.services.tournament import edit_tournament

ROOT = Path(__file__).resolve().parents[3]
URL = "/t/casino-de-calamocha/historial/"


def acts_noted() -> set[str]:
    """Return every act name that the code passes to `note`, as text or through a parameter."""
    acts: set[str] = set()
    for app in ("tournaments", "scoring", "config"):
        for path in (ROOT / app).rglob("*.py"):
            if path.name != "audit.py":
                acts |= set(_acts_in(ast.parse(path.read_text()), path))
    return acts


def _acts_in(tree: ast.Module, path: Path) -> Iterator[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for call in [*_calls(function, "note"), *_calls(function, "note_in_club")]:
            act = _argument(call, 2, "act")
            if isinstance(act, ast.Constant):
                yield act.value
                continue
            assert isinstance(act, ast.Name), f"{path}:{call.lineno}: note() without an act name"
            yield from _acts_passed(tree, function, act.id, path)


def _acts_passed(
    tree: ast.Module, function: ast.FunctionDef, name: str, path: Path
) -> Iterator[str]:
    """Yield the act names that the module `tree` passes to `function` as its parameter `name`."""
    position = [argument.arg for argument in function.args.args].index(name)
    calls = list(_calls(tree, function.name))
    assert calls, f"{path}: nobody calls {function.name}"
    for call in calls:
        act = _argument(call, position, name)
        assert isinstance(act, ast.Constant), f"{path}:{call.lineno}: write the act's name here"
        yield act.value


def _calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
            yield node


def _argument(call: ast.Call, position: int, name: str) -> ast.expr | None:
    if len(call.args) > position:
        return call.args[position]
    return next((word.value for word in call.keywords if word.arg == name), None)


# Acts that the code no longer notes but old audits contain: penalties and partial redraws.
RETIRED_ACTS = {"note_penalty", "lift_penalty", "pair_rest"}


@pytest.mark.slow
def test_every_noted_act_has_a_sentence_and_every_sentence_an_act():
    assert acts_noted() | RETIRED_ACTS == SENTENCES.keys()


def test_audit_line_shows_only_the_changed_fields(casino, pilar):
    edit_tournament(
        tournament=casino, author=pilar, tables=10, format="swiss", format_options={"rounds": 5}
    )
    line = audit_line_in_words(AuditLine.objects.first())
    assert (line.sentence, line.before, line.after) == (
        "Cambió los ajustes",
        "mesas: 8; sistema: Eliminatoria; opciones del sistema: tercer puesto: sí; "
        "Segunda oportunidad: Sin segunda oportunidad",
        "mesas: 10; sistema: Suizo; opciones del sistema: rondas: 5",
    )


def test_audit_line_shows_the_name_of_a_role(casino, pilar, vecino):
    grant_role(tournament=casino, author=pilar, username="vecino", role=Role.DESK)
    grant_role(tournament=casino, author=pilar, username="vecino", role=Role.REFEREE)
    line = audit_line_in_words(AuditLine.objects.first())
    assert (line.before, line.after) == ("Mesa de control", "Árbitro")


@each(
    "value, words",
    (None, ""),
    (7, "7"),
    (True, "sí"),
    ({"paid": False}, "pagado: no"),
    ({"town": ""}, ""),
    ({"starts_at": "2026-12-05T16:30:00+01:00"}, "comienzo: 05/12/2026 16:30"),
    ({"lines": ["coto 3-1", "coto 3-2"]}, "anotaciones: coto 3-1, coto 3-2"),
    ({"state": "withdrawn"}, "estado: Se retiró"),
    ({"players": ["waiting", "desk"]}, "jugadores: waiting, desk"),
    ({"unheard_of": {"1": [3, 7]}}, "unheard_of: 1: 3, 7"),
)
def test_audit_value_in_words(value, words):
    assert value_in_words(value) == words


def test_audit_page_lists_the_last_line_first_with_a_filter_and_pages(casino, pilar, client_as):
    for number in range(120):
        note(casino, pilar, "set_paid", f"{number} · Paco Gil", after={"paid": True})
    browser = client_as(pilar)
    first_page = browser.get(URL)
    assert (
        first_page.context["page"].paginator.count == 123
    )  # 120 payments, the creation and two roles
    assert first_page.context["lines"][0].line.subject == "119 · Paco Gil"
    assert "Anotó el pago: <strong>119 · Paco Gil</strong>" in first_page.content.decode()
    roles_page = browser.get(URL, {"act": "grant_role"})
    assert [line.line.subject for line in roles_page.context["lines"]] == ["raul", "chema"]
    assert browser.get(URL, {"page": "99"}).context["page"].number == 3


@each("query", {"act": "\x00"}, {"act": "nada"}, {"page": "-1"}, {"page": "x"})
def test_audit_page_ignores_absurd_queries(casino, pilar, client_as, query):
    assert client_as(pilar).get(URL, query).status_code == 200


def test_audit_page_of_thirty_lines_needs_at_most_11_queries(casino, pilar, client_as):
    browser = client_as(pilar)
    for _line in range(30):
        note(casino, pilar, "set_present", "1 · Paco Gil", after={"present": True})
    assert count_queries(browser, URL) <= 11


SERVICES = files_of("services")
# The variables in which services hold the values that they note.
NOTED_VARIABLES = {"before", "after", "noted", "done", "counts"}


def fields_noted() -> set[str]:
    """Return every field name that a service writes for `note(…)`, in the call or in a variable."""
    fields: set[str] = set()
    for path in SERVICES:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            values: list[ast.expr] = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "note":
                values = [word.value for word in node.keywords if word.arg in ("before", "after")]
            elif (
                isinstance(node, ast.Assign)
                and getattr(node.targets[0], "id", "") in NOTED_VARIABLES
            ):
                values = [node.value]
            for value in values:
                if isinstance(value, ast.Dict):
                    fields |= {key.value for key in value.keys if isinstance(key, ast.Constant)}
    return fields


def test_every_noted_field_has_words():
    fields = fields_noted()
    assert len(fields) > 30
    assert fields - set(labels_of_fields()) == set()


@each(
    "value, words",
    (
        {"follows": "warning", "stage": 1, "fault": "no_muestra"},
        "fase: 1; consecuencia: apercibimiento",
    ),
    (
        {"time_up": "stands", "grace": 5},
        "al acabar el tiempo: vale el tanteo actual; minutos de cortesía: 5",
    ),
    ({"warnings": ["warning", "out"]}, "apercibimientos: apercibimiento, descalificación"),
    ({"screen": "Entrada", "shows": ["reloj"]}, "pantalla: Entrada; muestra: el reloj"),
    ({"announced_at": "2026-12-05T15:30:00+00:00"}, "se anuncia: 05/12/2026 16:30"),
    (
        {"dates": ["2026-12-17T19:30:00+00:00", "", "2027-01-07T19:30:00+00:00"]},
        "fechas: 17/12/2026 20:30, sin fecha, 07/01/2027 20:30",
    ),
    ({"method": "high_cards", "couples": [[3, 7]]}, "parejas: 3 – 7; cómo: a la carta más alta"),
    ({"method": "hand"}, "cómo: a mano"),
    (
        {"state": "postponed", "postponed_to": "2026-12-17T19:30:00+00:00"},
        "estado: Aplazado; aplazado al: 17/12/2026 20:30",
    ),
)
def test_codes_of_the_program_are_shown_in_words(value, words):
    assert value_in_words(value) == words


def test_every_method_of_making_partners_has_words():
    assert {*METHODS, HAND_METHOD} == set(WORDS_OF["method"])
