"""A form sent to a page: do what it asks, or render the page again with what is wrong."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict

from tournaments.refusal import refused_from
from tournaments.site.forms import REFUSALS, put_on


@dataclass(frozen=True, slots=True)
class Sent:
    """A form, `done` or not: `made` is what the service returned, `status` that of the page."""

    done: bool
    status: int = 200
    made: Any = None


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of a form on a page that both shows it and receives it."""
    return request.POST if request.method == "POST" else None


def submit(
    form: forms.Form,
    act: Callable[[], Any],
    *,
    refuse: Callable[[Exception], int] | None = None,
    **names: str,
) -> Sent:
    """Call `act` if the form is valid; put its refusal on the form, with `refuse` if given."""
    if not form.is_bound:
        return Sent(done=False)
    if not form.is_valid():
        return Sent(done=False, status=400)
    try:
        return Sent(done=True, made=act())
    except REFUSALS as error:
        status = refuse(error) if refuse else put_on(form, error, **names)
        return Sent(done=False, status=status)


@contextmanager
def say_outcome(request: HttpRequest, done: str = "") -> Iterator[None]:
    """Say on the next page that an act of one button is `done`, or why it could not be."""
    try:
        yield
    except REFUSALS as error:
        messages.error(request, str(refused_from(error)))
    else:
        if done:
            messages.success(request, done)


def say_sent(request: HttpRequest, form: forms.Form, sent: Sent, done: str) -> None:
    """Say on the next page that an act of one button is `done`, or what is wrong with it."""
    if sent.done:
        messages.success(request, done)
    else:
        for wrong in form.errors.values():
            messages.error(request, " ".join(wrong))
