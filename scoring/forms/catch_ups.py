"""Against whom somebody who rested catches up."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.selectors.joined import seats


class CatchUpForm(forms.Form):
    """The rivals of somebody who rests: one, or as many as fill a table."""

    use_required_attribute = False

    def __init__(self, *args: Any, free: Sequence[Entry], sizes: Sequence[int], **kwargs: Any):
        super().__init__(*args, **kwargs)
        known = Entry.objects.filter(pk__in=[entry.pk for entry in free]).order_by("number")
        known = known.prefetch_related(seats())
        label = _("Contra quién: quienes ya han acabado esta ronda")
        if list(sizes) == [2]:
            self.fields["rivals"] = forms.ModelChoiceField(
                known, label=label, empty_label=_("elija")
            )
        else:
            self.fields["rivals"] = forms.ModelMultipleChoiceField(
                known, label=label, widget=forms.CheckboxSelectMultiple
            )

    def rivals(self) -> list[Entry]:
        """Those chosen. The form must have been validated."""
        chosen = self.cleaned_data["rivals"]
        return [chosen] if isinstance(chosen, Entry) else list(chosen)
