from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.above import Above


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Torneos")
    above: "Above"  # given by the app above

    def ready(self) -> None:
        """Make the kinds of work known."""
        from tournaments import jobs_import  # noqa: F401
