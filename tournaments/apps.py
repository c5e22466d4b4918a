from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save, pre_migrate
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from tournaments.ports import ScoringPort


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Torneos")
    scoring_port: "ScoringPort"  # set by `scoring`

    def ready(self) -> None:
        """Register the refusals, jobs, poster files, version triggers and receivers of signals."""
        from django.contrib.auth.signals import user_logged_in

        from rules.core import RuleError
        from tournaments.accounts.usernames import remember_on_login
        from tournaments.formats.core import DrawError
        from tournaments.games import refusals
        from tournaments.people import jobs as jobs_import  # noqa: F401
        from tournaments.programs.services import queue_deliveries
        from tournaments.refusal import REFUSAL_FUNCTIONS
        from tournaments.rounds.services.quotas import FILES
        from tournaments.rounds.words import draws
        from tournaments.sign_up import jobs as posters  # noqa: F401
        from tournaments.sign_up.selectors import files_of_posters
        from tournaments.site.version_triggers import after_migrations, before_migrations

        post_save.connect(queue_deliveries, "tournaments.AuditLine", dispatch_uid="webhooks")
        REFUSAL_FUNCTIONS[RuleError], REFUSAL_FUNCTIONS[DrawError] = (
            refusals.rule_refusal,
            draws.draw_refusal,
        )
        FILES.append(files_of_posters)
        pre_migrate.connect(before_migrations, sender=self, dispatch_uid="drop_versions")
        post_migrate.connect(after_migrations, sender=self, dispatch_uid="make_versions")
        user_logged_in.connect(remember_on_login, dispatch_uid="tapete.remember")
