"""The memory of a tournament, in words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.costs import asked
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
from tournaments.people.services.singles import BY_HAND
from tournaments.setup.services.tournament import edit_tournament

ROOT = Path(__file__).resolve().parents[3]
URL = "/t/casino-de-calamocha/historial/"


def acts_noted() -> set[str]:
    """Every act name given to `note(…)` in the code, also by way of a function's parameter."""
    acts: set[str] = set()
    for app in ("tournaments", "scoring", "config"):
        for path in (ROOT / app).rglob("*.py"):
            if path.name != "audit.py":
                acts |= set(_noted_in(ast.parse(path.read_text()), path))
    return acts


def _noted_in(tree: ast.Module, path: Path) -> Iterator[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for call in [*_calls(function, "note"), *_calls(function, "note_in_club")]:
            act = _argument(call, 2, "act")
            if isinstance(act, ast.Constant):
                yield act.value
                continue
            assert isinstance(act, ast.Name), f"{path}:{call.lineno}: note() of no known act"
            yield from _passed(tree, function, act.id, path)


def _passed(tree: ast.Module, function: ast.FunctionDef, name: str, path: Path) -> Iterator[str]:
    """The act names with which this module calls a function that hands its parameter on."""
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


# In the memory of halls that had penalties, and that paired again the part not begun of a round.
OF_BEFORE = {"note_penalty", "lift_penalty", "pair_rest"}


@pytest.mark.slow
def test_every_act_noted_has_a_sentence_and_every_sentence_an_act():
    assert acts_noted() | OF_BEFORE == SENTENCES.keys()


def test_a_line_says_only_what_changed(casino, pilar):
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


def test_a_role_is_said_by_its_name(casino, pilar, vecino):
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
def test_values_in_words(value, words):
    assert value_in_words(value) == words


def test_the_page_last_first_filtered_and_in_pages(casino, pilar, client_as):
    for number in range(120):
        note(casino, pilar, "set_paid", f"{number} · Paco Gil", after={"paid": True})
    browser = client_as(pilar)
    first = browser.get(URL)
    assert first.context["page"].paginator.count == 123  # created, two roles given
    assert first.context["lines"][0].line.subject == "119 · Paco Gil"
    assert "Anotó el pago: <strong>119 · Paco Gil</strong>" in first.content.decode()
    roles = browser.get(URL, {"act": "grant_role"})
    assert [line.line.subject for line in roles.context["lines"]] == ["raul", "chema"]
    assert browser.get(URL, {"page": "99"}).context["page"].number == 3


@each("query", {"act": "\x00"}, {"act": "nada"}, {"page": "-1"}, {"page": "x"})
def test_absurd_queries_show_the_page(casino, pilar, client_as, query):
    assert client_as(pilar).get(URL, query).status_code == 200


def test_the_same_queries_for_one_line_and_for_thirty(casino, pilar, client_as):
    browser = client_as(pilar)
    for _line in range(30):
        note(casino, pilar, "set_present", "1 · Paco Gil", after={"present": True})
    assert asked(browser, URL) <= 11


SERVICES = files_of("services")
VALUES = {"before", "after", "noted", "done", "counts"}  # what the services call what they note


def fields_noted() -> set[str]:
    """Every name of a value that a service writes out for `note(…)`, also in a variable."""
    found: set[str] = set()
    for path in SERVICES:
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            written: list[ast.expr] = []
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "note":
                written = [word.value for word in node.keywords if word.arg in ("before", "after")]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in VALUES:
                written = [node.value]
            for value in written:
                if isinstance(value, ast.Dict):
                    found |= {key.value for key in value.keys if isinstance(key, ast.Constant)}
    return found


def test_every_field_that_is_noted_has_words():
    noted = fields_noted()
    assert len(noted) > 30
    assert noted - set(labels_of_fields()) == set()


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
def test_values_that_are_keys_of_the_program_are_said_in_words(value, words):
    assert value_in_words(value) == words


def test_every_way_to_make_partners_has_words():
    assert {*METHODS, BY_HAND} == set(WORDS_OF["method"])
