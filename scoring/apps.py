from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Resultados")

    def ready(self) -> None:
        """Make known the kinds of work, the system checks, the words of the memory and what is
        asked from below."""
        from scoring import checks, jobs, ready  # noqa: F401
        from scoring.wording.countings import chain_in_words, counting_in_words
        from tournaments.wording.audit import SAYING

        SAYING.update(chain=chain_in_words, counting=counting_in_words)
