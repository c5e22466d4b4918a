"""The results of the latest matches, compared with their actas."""

from django.core.checks import CheckMessage, Info, Warning
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.upkeep.checks import machine_check
from scoring.services.rescoring import look_at_latest

LATEST = 200  # matches; all of them would take minutes in a federation


@machine_check("results")
def results() -> CheckMessage:
    """Fold the latest finished matches again; `rebuild_results` is due when one differs."""
    looked, differing = look_at_latest(LATEST)
    if not differing:
        return Info(
            ngettext(
                "el último resultado es el que dice su acta",
                "los últimos %(n)s resultados son los que dicen sus actas",
                looked,
            )
            % {"n": looked}
            if looked
            else _("todavía no hay ninguno")
        )
    return Warning(
        ngettext(
            "%(wrong)s de los últimos %(n)s resultados no es el que dice su acta.",
            "%(wrong)s de los últimos %(n)s resultados no son los que dicen sus actas.",
            len(differing),
        )
        % {"wrong": len(differing), "n": looked},
        hint=_(
            "Véalos con «manage.py rebuild_results --all --check» y rehágalos con "
            "«manage.py rebuild_results --all»."
        ),
    )
