"""What a draw conceded, beside the least that any draw of that round could."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# By the name in `formats.core.Report.bounds`: what is counted.
COUNTED: dict[str, str | Promise] = {
    "rematches": gettext_lazy("Enfrentamientos repetidos"),
    "forbidden": gettext_lazy("Cruces prohibidos"),
    "repeated": gettext_lazy("Encuentros repetidos"),
    "partners": gettext_lazy("Compañeros repetidos"),
    "wishes": gettext_lazy("Parejas que no se han podido separar"),
    "difference_sum": gettext_lazy("Suma de diferencias"),
}

# Those of them that are counted one by one in `broken_by`, under another name.
BROKEN = {"wishes": "wish", "forbidden": "forbidden", "partners": "repeated_partner"}


def bounds_in_words(report: Mapping[str, Any]) -> list[str]:
    """A sentence for each bound that the draw knew: «Encuentros repetidos: 2. Con quienes
    había, no podían ser menos de 2.» `report` is `Round.report`."""
    return [
        _("%(what)s: %(found)s. Con quienes había, no podían ser menos de %(bound)s.")
        % {"what": COUNTED[name], "found": found, "bound": bound}
        for name, bound in report.get("bounds", {}).items()
        if name in COUNTED and (found := _found(name, report)) is not None
    ]


def _found(name: str, report: Mapping[str, Any]) -> int | None:
    """What there was; None where it is not counted by the same measure."""
    if name in BROKEN:
        touched = [broken for broken, *_numbers in report.get("broken_by", [])]
        return touched.count(BROKEN[name])
    if name in ("rematches", "repeated"):
        return len(report.get("rematches", []))
    if name == "difference_sum":
        found: int = report.get("difference_sum", 0)
        return found
    return None
