"""Names of stages."""

from django.utils.translation import gettext

from tournaments.models import Stage


def stage_title(stage: Stage) -> str:
    """«1 · Fase de grupos», or «Fase 1» where it has no name."""
    if not stage.name:
        return gettext("Fase %(number)s") % {"number": stage.number}
    return f"{stage.number} · {stage.name}"
