"""What the site asks about the stages of a tournament and how they feed one another."""

from tournaments.models import Stage


def fed_by(stage: Stage) -> list[Stage]:
    """The stages that take somebody from this one. One query."""
    later = Stage.objects.filter(tournament=stage.tournament_id, number__gt=stage.number)
    return [
        one
        for one in later.order_by("number")
        if any(quota["stage"] == stage.number for quota in one.intake)
    ]
