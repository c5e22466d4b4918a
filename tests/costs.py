"""Count the queries of a page, in the same way in all tests."""

from typing import Any

from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext


def count_queries(
    browser: Any, path: str, *arguments: Any, status: int = 200, **options: Any
) -> int:
    """Return the number of queries of a page, after checking its status.

    A refusal or an error makes fewer queries than the page, and would pass any budget.
    """
    return len(page_and_queries(browser, path, *arguments, status=status, **options)[1])


def page_and_queries(
    browser: Any, path: str, *arguments: Any, status: int = 200, **options: Any
) -> tuple[HttpResponse, CaptureQueriesContext]:
    """Return the response of a page and its queries, after checking its status."""
    with CaptureQueriesContext(connection) as queries:
        answer = browser.get(path, *arguments, **options)
    assert answer.status_code == status, f"{path}: {answer.status_code}"
    return answer, queries
