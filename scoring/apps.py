from django.apps import AppConfig, apps
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Resultados")

    def ready(self) -> None:
        """Register the jobs, checks and games, the files for the storage quota, and the adapter."""
        from scoring import adapters
        from scoring.actas import jobs as photos  # noqa: F401
        from scoring.actas.selectors.actas import files_of_photos
        from scoring.forecast import jobs as rehearsals  # noqa: F401
        from scoring.games import GAMES
        from scoring.prints import checks, jobs  # noqa: F401
        from scoring.prints.selectors import files_of_logos
        from scoring.rounds import jobs as draws  # noqa: F401
        from tournaments.games import GAMES as GAME_WORDS
        from tournaments.rounds.services.quotas import FILES

        GAME_WORDS.update({key: face.sentences for key, face in GAMES.items()})
        FILES.extend((files_of_photos, files_of_logos))
        from tournaments.apps import TournamentsConfig

        tournaments = apps.get_app_config("tournaments")
        assert isinstance(tournaments, TournamentsConfig)
        tournaments.scoring_port = adapters
