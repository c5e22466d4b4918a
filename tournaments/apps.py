from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.ports import ScoringPort


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Torneos")
    scoring_port: "ScoringPort"  # plugged in by `scoring`

    def ready(self) -> None:
        """Register the jobs of this app; remember devices that log in."""
        from django.contrib.auth.signals import user_logged_in

        from tournaments.login.accounts import remember
        from tournaments.worker import jobs_import  # noqa: F401

        user_logged_in.connect(remember, dispatch_uid="tapete.remember")
