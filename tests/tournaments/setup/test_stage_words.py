"""Tests of the words of leagues, groups, boxes, teams and quotas: every code has its sentence."""

import ast
from dataclasses import asdict, fields
from pathlib import Path

import pytest

from tests.rows import each
from tests.tournaments.formats.test_stage_chain import bracket_stage, groups_stage, mallorca
from tournaments.formats import FORMATS, stage_chain, words
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import ALL, REST, Qualifier, Quota
from tournaments.formats.stage_chain import check
from tournaments.formats.teams import check_line_up
from tournaments.rounds.words import draws
from tournaments.rounds.words.quotas import (
    ERRORS,
    NOTES,
    problem_in_words,
    qualification_in_words,
    quota_in_words,
)

FORMAT_KEYS = ("league", "groups", "boxes", "teams")


@each("key", *FORMAT_KEYS)
def test_every_option_and_every_choice_of_a_format_has_a_label(key):
    format, format_words = FORMATS[key], words.WORDS[key]
    assert set(format_words.options) == {option.name for option in fields(format.options_class)}
    assert {name: tuple(labels) for name, labels in format_words.choices.items()} == dict(
        format.choices
    )


@each(
    "key, options, sentence",
    ("league", {}, "Liga"),
    ("league", {"legs": 2}, "Liga a 2 vueltas"),
    ("groups", {}, "Grupos de 4"),
    ("groups", {"groups": 7, "legs": 2}, "7 grupos a 2 vueltas"),
    ("groups", {"groups": 1}, "1 grupo"),
    ("groups", {"spread": "seed", "seeds": 8}, "Grupos de 4, 8 cabezas de serie"),
    ("knockout", {"seeding": "seed"}, "Eliminatoria, cabezas de serie"),
    ("knockout", {"seeding": "seed", "seeds": 1}, "Eliminatoria, 1 cabeza de serie"),
    ("knockout", {"seeds": 4}, "Eliminatoria"),
    ("totals", {"rounds": 4, "groups": 3}, "Totales de 4 rondas, en 3 grupos"),
    (
        "totals",
        {"rounds": 4, "seeding": "seed", "seeds": 4},
        "Totales de 4 rondas, 4 cabezas de serie",
    ),
    ("boxes", {}, "Ascenso y descenso, 5 bloques de 2 rondas"),
    ("boxes", {"per_block": 0}, "Ascenso y descenso, 5 bloques de todos contra todos"),
    ("teams", {"legs": 1}, "Liga por equipos a 3 mesas"),
    ("teams", {"boards": 6}, "Liga por equipos a 6 mesas y 2 vueltas"),
)
def test_format_in_words(key, options, sentence):
    assert words.format_in_words(key, asdict(FORMATS[key].options_class(**options))) == sentence


@each(
    "quota, sentence",
    (Quota(1, 1, 2), "los 2 primeros puestos de cada grupo"),
    (Quota(1), "el puesto 1.º de cada grupo"),
    (Quota(1, 3, 4), "del 3.º al 4.º puesto de cada grupo"),
    (Quota(1, 2, 0), "del 2.º al último puesto de cada grupo"),
    (Quota(1, 3, 3, best=1), "el mejor de los terceros puestos de los grupos"),
    (Quota(1, 5, 5, best=4), "los 4 mejores quintos puestos de los grupos"),
    (Quota(1, 2, 4, best=4), "los 4 mejores de los grupos desde el 2.º puesto"),
    (Quota(1, 2, 2, fill=16), "los mejores segundos puestos de los grupos, hasta completar 16"),
    (Quota(1, 2, 0, fill=16), "los mejores de cada grupo desde el 2.º puesto, hasta completar 16"),
    (Quota(1, 1, 8, per=ALL), "los 8 primeros puestos de la clasificación"),
    (Quota(1, 1, 1, per=ALL), "el puesto 1.º de la clasificación"),
    (Quota(1, 9, 16, per=ALL), "del 9.º al 16.º puesto de la clasificación"),
    (Quota(1, 9, 0, per=ALL), "del 9.º al último puesto de la clasificación"),
    (Quota(1, 9, 0, per=ALL, best=3), "los 3 mejores de la clasificación desde el 9.º"),
    (Quota(1, per=REST), "el resto"),
    (Quota(1, per=REST, best=3), "los 3 mejores del resto"),
    (
        Quota(1, per=REST, fill=64, never_zero=True),
        "el resto, hasta completar 64, nunca con cero puntos",
    ),
)
def test_quota_in_words(quota, sentence):
    assert quota_in_words(quota) == sentence


@each(
    "qualifier, sentence",
    (Qualifier(7, 1, 1, "B", 1, "group"), "1.º del grupo B"),
    (Qualifier(7, 1, 1, "", 2, "all"), "2.º de la clasificación"),
    (Qualifier(7, 1, 1, "C", 3, "group", best=True), "3.º del grupo C, entre los mejores"),
    (
        Qualifier(7, 1, 1, "C", 3, "group", best=True, by_lot=True),
        "3.º del grupo C, entre los mejores, por sorteo entre iguales",
    ),
)
def test_qualification_in_words(qualifier, sentence):
    assert qualification_in_words(qualifier) == sentence


def test_every_problem_of_the_chain_has_a_sentence():
    tree = ast.parse(Path(stage_chain.__file__).read_text())
    codes = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "_add_problem"
    }
    assert codes == set(ERRORS) | set(NOTES)


def test_problems_of_a_chain_in_words():
    stages = [groups_stage(4), bracket_stage(Quota(1, 1, 2)), bracket_stage(Quota(1, 2, 3))]
    report = check(stages, {1: (12, 12)})
    assert [problem_in_words(problem) for problem in report.problems] == [
        "El puesto 2 de la fase 1 pasa a la vez a la fase 2 y a la 3.",
        "No pasan de la fase 1: 3 de 12.",
        "A la fase 2 llegan 6: el cuadro es de 8 y algunos no juegan la primera ronda.",
        "A la fase 3 llegan 3: el cuadro es de 4 y algunos no juegan la primera ronda.",
    ]
    for problem in check(mallorca(), dict.fromkeys(range(1, 17), (3, 9))).problems:
        assert "%(" not in problem_in_words(problem)


@each(
    "line_up, sentence",
    ([(1,)], "Mesas de la alineación: 2. Ha puesto 1."),
    ([(1,), ()], "Jugadores de la mesa 2: 1. Ha puesto 0."),
    ([(1,), (9,)], "Mesa 2: 9 no está en la lista del equipo."),
    ([(1,), (1,)], "1 está dos veces: en la mesa 1 y en la 2."),
)
def test_refused_line_up_in_words(line_up, sentence):
    with pytest.raises(DrawError) as error:
        check_line_up({1, 2}, line_up, size=1, boards=2)
    refusal = draws.draw_refusal(error.value)
    assert str(refusal.sentence) % refusal.params == sentence


def test_refusals_of_groups_and_stages_have_sentences():
    for code in ("too_few_for_groups", "stage_not_played"):
        assert code in draws.ERRORS
