"""Pages that a club shows inside its own: the same without the frame, with `?marco=1`."""

from collections.abc import Callable
from functools import wraps

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

PARAMETER = "marco"
View = Callable[..., HttpResponse]


def embeddable(view: View) -> View:
    """Let any site show this page of `request` in a frame when it is asked for without ours.

    Such a page has nothing that acts: its links open by themselves, and a browser sends no session
    to a frame of another site.
    """

    framed = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        request.embedded = PARAMETER in request.GET  # type: ignore[attr-defined]
        return (framed if is_embedded(request) else view)(request, *args, **kwargs)

    return shown


def is_embedded(request: HttpRequest) -> bool:
    """Whether the page is shown without the frame, because it may be and was asked for so."""
    return getattr(request, "embedded", False)
