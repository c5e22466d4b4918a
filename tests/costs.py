"""Query counts of pages, all measured in the same way."""

from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext


def asked(browser: Any, path: str, *told: Any, status: int = 200, **more: Any) -> int:
    """Return how many queries a page costs, after checking its status.

    A refusal or an error makes fewer queries than the page, and would pass any budget.
    """
    return len(measured(browser, path, *told, status=status, **more)[1])


def measured(
    browser: Any, path: str, *told: Any, status: int = 200, **more: Any
) -> tuple[HttpResponse, CaptureQueriesContext]:
    """Return the response too."""
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(path, *told, **more)
    assert answer.status_code == status, f"{path}: {answer.status_code}"
    return answer, queries
