"""What is written reckons with every published round, whoever looks.

An act that asks for the rounds that the audience knows of draws, closes or corrects without the
rounds not announced. This is read from the source, through the calls (`tests.source.calls`): the
act says `@seeing_every_round()`, or what it asks does.
"""

from dataclasses import replace

import pytest

from tests.source.calls import Code, Key, read

pytestmark = pytest.mark.slow

ROUNDS = "tournaments.selectors.rounds"
ASKED = {(ROUNDS, "published"): "", (ROUNDS, "hidden_rounds"): ""}
SAYS = "seeing_every_round"
ACTS = [
    ("scoring.services.draws.rounds", "open_next_round"),
    ("scoring.services.actas.lines", "refuse_closed"),
    ("scoring.services.refereeing.calls", "_call_the_free"),
    ("scoring.corrections.change", "change_result"),
]


@pytest.fixture(scope="module")
def code() -> Code:
    return read()


def by_who_looks(code: Code) -> dict[Key, str]:
    """Return the functions that ask for the rounds of who looks, with the way to the question."""
    found = dict(ASKED)
    growing = True
    while growing:
        growing = False
        for key, function in code.functions.items():
            if key in found or SAYS in function.decorators:
                continue
            for call in function.calls:
                reached = code.called(function, call)
                if reached in found:
                    found[key], growing = f"{call.name} {found[reached]}", True
                    break
    return found


def acts_by_who_looks(code: Code) -> list[str]:
    return [
        f"{'.'.join(key)}: {way}"
        for key, way in by_who_looks(code).items()
        if code.functions[key].whole and (".services." in key[0] or ".corrections." in key[0])
    ]


def test_no_act_depends_on_the_rounds_that_somebody_sees(code):
    assert acts_by_who_looks(code) == [], f"decorate the act with @{SAYS}()"


@pytest.mark.parametrize("key", ACTS, ids=".".join)
def test_an_act_that_does_not_say_so_is_told(code, key):
    bare = replace(code.functions[key], decorators=())
    assert key in by_who_looks(replace(code, functions={**code.functions, key: bare}))
