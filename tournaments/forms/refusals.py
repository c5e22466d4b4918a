"""Putting a refusal on the form it came from, with what was typed kept."""

from django import forms

from rules.core import RuleError
from tournaments.formats.core import DrawError
from tournaments.refusal import Refused, refused_from

REFUSALS = (Refused, RuleError, DrawError)


def put_on(form: forms.Form, error: Exception, **names: str) -> int:
    """Add the sentence to its field, or to the whole form, and return the HTTP status.

    `names` says which field of the form stands for which one of the refusal.
    """
    refused = refused_from(error)
    assert refused is not None, error
    field = names.get(refused.field, refused.field)
    form.add_error(field if field in form.fields else None, str(refused))
    return refused.status
