"""`/healthz` and `/readyz`, for what watches over the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

from config.upkeep.probes import failing


class ProbesMiddleware:
    """Answer the probes of a supervisor or a load balancer.

    It comes before all others: a probe asks by the address of the machine, over HTTP, without the
    host or the HTTPS that the site wants of everybody else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.probes = {"/healthz": _alive, "/readyz": _ready}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.probes.get(request.path_info)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = answer()
        response.headers["Cache-Control"] = "no-store"
        return response


def _alive() -> HttpResponse:
    """200 while the process answers at all; nothing else is asked."""
    return JsonResponse({"status": "ok"})


def _ready() -> HttpResponse:
    """200 when all that a page may need answers, 503 with the names of what does not."""
    names = failing()
    if not names:
        return JsonResponse({"status": "ok"})
    return JsonResponse({"status": "unavailable", "failing": names}, status=503)
