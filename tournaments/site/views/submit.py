"""Handling of a submitted form: run its action, or render the page again with its errors."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict

from tournaments.refusal import refusal_from
from tournaments.site.forms import REFUSALS, add_refusal


@dataclass(frozen=True, slots=True)
class Submission:
    """Outcome of a form: whether its action is `done`, the `result`, and the page's `status`."""

    done: bool
    status: int = 200
    result: Any = None


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return the submitted data, or None, for a page that both shows and receives a form."""
    return request.POST if request.method == "POST" else None


def submit(
    form: forms.BaseForm,
    act: Callable[[], Any],
    *,
    refuse: Callable[[Exception], int] | None = None,
    **names: str,
) -> Submission:
    """Call `act` if the form is valid; return the outcome.

    A refusal of `act` is added to the form by `refuse`, if given, else by `add_refusal` with
    `names`. The status is then the refusal's; it is 400 for an invalid form.
    """
    if not form.is_bound:
        return Submission(done=False)
    if not form.is_valid():
        return Submission(done=False, status=400)
    try:
        return Submission(done=True, result=act())
    except REFUSALS as error:
        status = refuse(error) if refuse else add_refusal(form, error, **names)
        return Submission(done=False, status=status)


@contextmanager
def show_outcome(request: HttpRequest, message: str = "") -> Iterator[None]:
    """Show `message` on the next page, or the refusal of a one-button action."""
    try:
        yield
    except REFUSALS as error:
        messages.error(request, str(refusal_from(error)))
    else:
        if message:
            messages.success(request, message)


def show_submission(
    request: HttpRequest, form: forms.Form, submission: Submission, message: str
) -> None:
    """Show `message` on the next page, or the errors of a one-button form."""
    if submission.done:
        messages.success(request, message)
    else:
        for errors in form.errors.values():
            messages.error(request, " ".join(map(str, errors)))
