"""Sentences about accounts that are said in more than one place."""

from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


def second_factor_needed() -> Refused:
    """The refusal for an account of the staff without a second factor."""
    return Refused(
        "second_factor_needed",
        _(
            "En este Tapete, quien administra entra con dos pasos: actívelos en «Mi cuenta» y "
            "vuelva a intentarlo."
        ),
        status=403,
    )
