"""A match that who rested plays to catch up, in words."""

from django.utils.translation import gettext as _


def only_counts_for(label: str | int) -> str:
    """The words beside such a match; `label` is the number of who rested."""
    return _("recuperación: solo cuenta para el número %(number)s") % {"number": label}
