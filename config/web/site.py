"""The site, ready to answer, once for all the processes that will."""

import gc
from collections.abc import Callable
from typing import Any


def site() -> Callable[..., Any]:
    """Set Django up and import every page. It is done before the forks, which share it."""
    from config.wsgi import application  # isort: skip
    from django.db import connections

    import config.urls  # noqa: F401

    connections.close_all()  # none may be shared by two processes
    gc.freeze()  # a collection would write on every page of memory that the forks share
    return application
