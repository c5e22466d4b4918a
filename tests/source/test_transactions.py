"""Acts are atomic: rows are locked and audit lines are written only within a transaction.

The test follows the calls in the source. A function needs a transaction if, outside `atomic`, it
locks rows, writes an audit line, or calls a function that needs a transaction. Only the functions
of CALLED_IN_TRANSACTION and private functions of services may leave the transaction to their
callers.

Limits: calls are followed by name, through imports and within a class, not through values (except
`calls.STAND_FOR`), and a query is assumed to run where it is written. The tests of races and of
half acts check what only a database can show.
"""

from dataclasses import replace

import pytest

from tests.source.calls import Code, Function, Key, read_code

pytestmark = pytest.mark.slow

LOCK = "select_for_update"
NOTES = [("tournaments.audit.services", name) for name in ("note", "note_in_club")]
# `note_wrong` writes only an audit line about a throttled guess, so it needs no transaction.
EXCEPTIONS = {("tournaments.accounts.throttling", "note_wrong")}
# Functions called within the transaction of an act, by module.
CALLED_IN_TRANSACTION = {
    "scoring.adapters": {"welcome"},
    "scoring.actas.services.corrections": {"replace_acta"},
    "scoring.actas.services.lines": {"HeldActa.write", "find_for_line", "lock_for_line"},
    "scoring.actas.services.signing": {
        "conclude",
        "make_only_live",
        "sign_locked",
        "sign_if_other",
    },
    "scoring.actas.services.results": {"lock_match", "save_result"},
    "scoring.stages.services": {"let_in_the_rest"},
    "tournaments.audit.services": {"note", "note_in_club"},
    "tournaments.halls.services": {"refuse_tables_taken"},
    "tournaments.money.services.moves": {"lock_money", "lock_account"},
    "tournaments.clubs.services.linking": {
        "delete_unplayed_people",
        "relink_player",
        "link_people",
        "lock_club",
        "lock_tournaments",
    },
    "tournaments.people.services.rows": {
        "delete_unused_people",
        "lock",
        "lock_entry",
        "lock_entry_with_names",
        "player_of",
        "rename",
        "seat",
    },
    "tournaments.rounds.services.quotas": {"refuse_more_jobs"},
    "tournaments.accounts.services.roles": {"put_in_team"},
    "tournaments.rounds.services.tables": {
        "finish_locked",
        "lock_matches",
        "lock_if_free",
        "lock_tournament",
    },
}
ACTS = [
    ("tournaments.setup.services.tournament", "_save_tournament"),
    ("tournaments.setup.services.stages", "change_rounds"),
    ("tournaments.people.services.wishes", "set_wishes"),
    ("tournaments.people.services.wishes", "forbid_couple"),
    ("tournaments.accounts.services.roles", "accept_invitation"),
    ("tournaments.rounds.services.drafts", "publish"),
    ("tournaments.rounds.services.tables", "move_match"),
    ("scoring.actas.services.rescoring", "_rescore_locked"),
    ("scoring.rounds.services.rounds", "redraw_round"),
    ("scoring.actas.services.photos", "add_photo"),
]


@pytest.fixture(scope="module")
def code() -> Code:
    return read_code()


def reasons_to_need_transaction(code: Code) -> dict[Key, str]:
    """Return each function that needs a transaction from its callers, with the reason."""
    reasons: dict[Key, str] = dict.fromkeys(NOTES, "writes the audit line")
    changed = True
    while changed:
        changed = False
        for key, function in code.functions.items():
            if (
                key not in reasons
                and key not in EXCEPTIONS
                and (reason := _reason(code, function, reasons))
            ):
                reasons[key], changed = reason, True
    return reasons


def _reason(code: Code, function: Function, reasons: dict[Key, str]) -> str:
    for call in function.calls:
        if call.within:
            continue
        if call.name.split(".")[-1] == LOCK:
            return f"line {call.line} locks rows"
        if (called_function := code.target_of(function, call)) in reasons:
            return f"line {call.line}: {call.name}, {reasons[called_function]}"
    return ""


def outside(code: Code) -> list[str]:
    """Return the functions that lack a transaction of their own, with the reason for it.

    Functions of `CALLED_IN_TRANSACTION` and private functions of services may leave it to their
    callers.
    """
    return [
        f"{'.'.join(key)}: {reason}"
        for key, reason in reasons_to_need_transaction(code).items()
        if key[1] not in CALLED_IN_TRANSACTION.get(key[0], ())
        and not ("services" in key[0].split(".") and key[1].startswith("_"))
    ]


def code_without_transaction(code: Code, key: Key) -> Code:
    """Return the same code with the transaction of one function removed."""
    function = code.functions[key]
    calls = [replace(call, within=False) for call in function.calls]
    return replace(code, functions={**code.functions, key: replace(function, calls=calls)})


def test_rows_are_locked_and_audit_lines_written_only_in_a_transaction(code):
    assert outside(code) == [], "decorate the act with @transaction.atomic"


def test_every_function_of_held_exists_and_needs_a_transaction(code):
    reasons = reasons_to_need_transaction(code)
    assert {
        (module, name) for module in CALLED_IN_TRANSACTION for name in CALLED_IN_TRANSACTION[module]
    } <= reasons.keys()


@pytest.mark.parametrize("key", ACTS, ids=".".join)
def test_an_act_without_its_transaction_is_found(code, key):
    assert key in reasons_to_need_transaction(code_without_transaction(code, key))
