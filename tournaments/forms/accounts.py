"""The forms of accounts, where the words of allauth would not be understood."""

from typing import Any

from allauth.account.forms import LoginForm
from django.utils.translation import gettext_lazy as _


class EnterForm(LoginForm):
    """Logging in: what is asked for first is a name, not an act; and a phone that is closed in the
    middle of a match goes on with the same account, but for who says otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Usuario o correo electrónico")
        self.fields["login"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].initial = True
        self.fields["remember"].label = _("Seguir dentro aunque cierre el navegador")
