"""The service that sets how a stage counts and ranks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.standings.counting import Counting, CountingError, counting_of
from scoring.standings.selectors.counting import is_fixed, sensible_tiebreaks, usual_preset
from scoring.standings.tiebreaks import unknown_keys
from scoring.standings.words.counting import counting_refusal
from tournaments.audit.services import note
from tournaments.models import Stage
from tournaments.refusal import Refused
from tournaments.rounds.services.tables import lock_tournament

MOST_POINTS = 1_000
MOST_COUNTED = 1_000_000
MOST_ROUNDS = 100
# The least and the greatest value of each number of a counting.
LIMITS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("win", "draw", "loss"), (-MOST_POINTS, MOST_POINTS)),
    **dict.fromkeys(("forfeit_win", "forfeit_loss"), (-MOST_POINTS, MOST_POINTS)),
    **dict.fromkeys(("cap", "cap_difference"), (0, MOST_COUNTED)),
    **dict.fromkeys(("bye_counted", "forfeit_counted"), (-MOST_COUNTED, MOST_COUNTED)),
    "best": (0, MOST_ROUNDS),
}
MOST_SEATED = 5


@transaction.atomic
def set_standings(
    *, stage: Stage, author: User | None, chain: Sequence[str], counting: Mapping[str, Any]
) -> Stage:
    """Set the tie-breaks that rank the stage, in order, and how its matches count.

    `counting` has the fields of `Counting` that differ from the defaults. Standings are derived
    from results, so their rules may change at any time.

    Raises Refused 400:
    - for an empty chain, a tie-break that is repeated, unknown or useless in this stage, or a
      tie-break after the lot;
    - for an impossible counting;
    - for any change if the format's own order decides which entries go up and down.
    """
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["chain", "counting"])
    settings_before = {"chain": stage.chain, "counting": stage.counting}
    _refuse_fixed(stage, chain, counting)
    stage.chain, stage.counting = checked_chain(stage, chain), checked_counting(counting).as_json()
    settings_after = {"chain": stage.chain, "counting": stage.counting}
    if settings_after == settings_before:
        return stage
    stage.save(update_fields=["chain", "counting"])
    note(
        tournament,
        author,
        "set_standings",
        stage.label,
        before=settings_before,
        after={"stage": stage.number, **settings_after},
    )
    return stage


def _refuse_fixed(stage: Stage, chain: Sequence[str], counting: Mapping[str, Any]) -> None:
    if not is_fixed(stage):
        return
    preset = usual_preset(stage)
    if tuple(chain) != preset.chain or checked_counting(counting) != preset.counting:
        raise Refused(
            "standings_fixed",
            _(
                "Aquí el orden no se puede cambiar: decide quién sube y quién baja. En el "
                "bloque, dos puntos por ganar y uno por empatar o descansar; después, "
                "diferencia, a favor y puesto anterior."
            ),
            field="chain",
        )


def checked_chain(stage: Stage, chain: Sequence[str]) -> list[str]:
    """Return the chain as a list. Raises Refused 400 (field `chain`) if the stage cannot use it."""
    if not chain:
        raise Refused(
            "chain_empty", _("Añada al menos un criterio de clasificación."), field="chain"
        )
    unknown = unknown_keys(chain, stage.tournament.game)
    if unknown:
        raise Refused(
            "tiebreak_unknown",
            _("No hay ningún desempate «%(key)s» en este juego."),
            field="chain",
            key=unknown[0][:40].encode("ascii", "replace").decode(),
        )
    if len(set(chain)) < len(chain):
        raise Refused("tiebreak_twice", _("Hay un desempate repetido."), field="chain")
    possible = sensible_tiebreaks(stage)
    for key in chain:
        if key not in possible:
            raise Refused(
                "tiebreak_senseless",
                _("El desempate «%(key)s» no sirve en este sistema."),
                field="chain",
                key=key,
            )
    if "lot" in chain[:-1]:
        raise Refused(
            "lot_not_last",
            _("Después del sorteo no queda ningún empate: el sorteo va el último."),
            field="chain",
        )
    return list(chain)


def checked_counting(values: Mapping[str, Any]) -> Counting:
    """Return the counting with these values.

    Raises Refused 400 for an impossible value (field `counting.<name>`) or an unknown name (field
    `counting`).
    """
    try:
        counting = counting_of(values)
        for name, (low, high) in LIMITS.items():
            value = getattr(counting, name)
            if value is not None and not low <= value <= high:
                raise CountingError(name, value)
        if len(counting.table) > MOST_SEATED or not all(
            0 <= points <= MOST_POINTS for points in counting.table
        ):
            raise CountingError("table", list(counting.table))
    except CountingError as error:
        raise Refused(
            "counting_impossible", counting_refusal(error), field=_member(error)
        ) from error
    return counting


def _member(error: CountingError) -> str:
    is_field = error.field in Counting.__dataclass_fields__
    return f"counting.{error.field}" if is_field else "counting"
