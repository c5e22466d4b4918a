"""The lines that part those who go on from those who do not, in the standings of a stage."""

from tournaments.formats.quotas import ALL, GROUP
from tournaments.models import Stage
from tournaments.selectors.stages import fed_by


def cuts_of(stage: Stage, groups: int = 1) -> dict[int, str]:
    """Return the last place of each table that goes on, with the stage to which it goes.

    Only where the place alone says it: of each group, or of everybody where all are in one table
    (`groups` is how many tables there are). {} where nobody goes on, or by other reasons.
    """
    return {
        quota["last"]: other.label
        for other in fed_by(stage)
        for quota in other.intake
        if quota["stage"] == stage.number and _is_line(quota, groups)
    }


def _is_line(quota: dict[str, int | str | bool], groups: int) -> bool:
    by_place = quota["per"] == GROUP or (quota["per"] == ALL and groups == 1)
    others = quota.get("best") or quota.get("fill") or quota.get("never_zero")
    return bool(by_place and quota["last"] and not others)
