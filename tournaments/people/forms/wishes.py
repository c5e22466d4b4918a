"""Forms of the wishes for the draw."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats.costs import HEAVIEST
from tournaments.models import Stage
from tournaments.people.selectors.wishes import APART, TOGETHER, stage_wishes
from tournaments.people.services.wishes import MAX_ROUNDS, REASON_LENGTH
from tournaments.people.words.wishes import KINDS
from tournaments.site.forms import TwoEntriesForm


class WishesForm(forms.Form):
    """The weight and the last round of each kind of wish, such as `town` and `town_rounds`."""

    def __init__(self, *args: Any, stage: Stage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # In the stage that takes every entry, no entry comes from a group.
        self.apart = tuple(kind for kind in APART if kind != "group" or stage.intake)
        wishes = stage_wishes(stage)
        wishes_by_kind = {**wishes["apart"], **wishes["together"]}
        for kind in (*self.apart, *TOGETHER):
            weight, rounds = wishes_by_kind.get(kind, (0, 0))
            self.fields[kind] = forms.TypedChoiceField(
                label=KINDS[kind],
                coerce=int,
                initial=weight,
                choices=[(0, _("No se mira")), *((n, str(n)) for n in range(1, HEAVIEST + 1))],
            )
            self.fields[f"{kind}_rounds"] = forms.IntegerField(
                label=_("Hasta la ronda"),
                required=False,
                min_value=0,
                max_value=MAX_ROUNDS,
                initial=rounds or None,
                help_text=_("En blanco, siempre."),
            )

    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        for kind in (*self.apart, *TOGETHER):
            yield self[kind], self[f"{kind}_rounds"]

    def wishes(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Return the arguments of `set_wishes`."""
        return {"apart": self._typed_wishes(self.apart), "together": self._typed_wishes(TOGETHER)}

    def _typed_wishes(self, kinds: tuple[str, ...]) -> dict[str, tuple[int, int]]:
        return {
            kind: (self.cleaned_data[kind], self.cleaned_data[f"{kind}_rounds"] or 0)
            for kind in kinds
        }


class ForbidForm(TwoEntriesForm):
    """Two entries that should never be drawn together."""

    reason = forms.CharField(
        label=_("Motivo"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=_("Solo lo ve la organización."),
    )
