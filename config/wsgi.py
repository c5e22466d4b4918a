"""WSGI entry point."""

import os
from collections.abc import Callable
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def _application() -> Callable[..., Any]:
    """The site, which gives again what it has answered; not to who changes its templates."""
    site = get_wsgi_application()
    from django.conf import settings

    from config.ready_answers import ReadyAnswers

    return site if settings.DEBUG else ReadyAnswers(site)


application = _application()
