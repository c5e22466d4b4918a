from django.apps import AppConfig


class UpkeepConfig(AppConfig):
    name = "config.upkeep"

    def ready(self) -> None:
        """Register the system checks."""
        from config.upkeep.checks import house, peers  # noqa: F401
