from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Torneos")

    def ready(self) -> None:
        """Make the kinds of work known."""
        from tournaments import jobs_import  # noqa: F401
