from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Resultados")

    def ready(self) -> None:
        """Make the kinds of work, the system checks and what is asked from below known."""
        from scoring import checks, jobs, ready  # noqa: F401
