"""Sentences on accounts that several pages share."""

from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


def second_factor_needed() -> Refused:
    """Return the refusal for a staff account without a second factor."""
    return Refused(
        "second_factor_needed",
        _(
            "En este Tapete, quien administra entra con dos pasos: actívelos en «Mi cuenta» y "
            "vuelva a intentarlo."
        ),
        status=403,
    )
