"""Check refusals of the rules, of a draw or of a service."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules.core import RuleError
from tournaments.formats.core import DrawError
from tournaments.refusal import Refused


@contextmanager
def is_refused(code: Any = None, **expected: Any) -> Iterator[None]:
    """Check that the block raises a refusal with this code and these values.

    Each value is an attribute of the refusal (`field`, `status`…) or one of its params.
    """
    with pytest.raises((RuleError, DrawError, Refused)) as error:
        yield
    expected |= {} if code is None else {"code": code}
    actual = {
        **error.value.params,
        **{name: getattr(error.value, name) for name in expected if hasattr(error.value, name)},
    }
    assert {name: actual[name] for name in expected} == expected


def refusal_of(act: Callable[[], object]) -> tuple[str, str, int]:
    """Return the code, field and status of the act's refusal, which must have a sentence."""
    with pytest.raises(Refused) as refusal_info:
        act()
    assert str(refusal_info.value)
    return refusal_info.value.code, refusal_info.value.field, refusal_info.value.status


def conflict_of(act: Callable[[], object]) -> str:
    """Return the code of the act's refusal, which must be a conflict (409)."""
    code, _field, status = refusal_of(act)
    assert status == 409
    return code
