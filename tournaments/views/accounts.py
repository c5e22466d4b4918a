"""One's own account: the name others see, and the keys of one's programs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.accounts import ShownNameForm, TokenForm
from tournaments.login.second_factor import has_second_factor
from tournaments.models import ApiToken
from tournaments.permissions import act
from tournaments.selectors.tokens import tokens_of
from tournaments.services.access.accounts import set_shown_name
from tournaments.services.access.tokens import make_token, revoke_token
from tournaments.views.submit import posted, submit


@act("own_account")
@never_cache
def my_account(request: HttpRequest) -> HttpResponse:
    """The name that others see, and the ways to everything else of the account."""
    initial = {"shown_name": request.user.get_full_name()}
    form = ShownNameForm(posted(request), initial=initial)
    sent = submit(
        form, lambda: set_shown_name(user=request.user, name=form.cleaned_data["shown_name"])
    )
    if sent.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("my_account")
    context = {
        "form": form,
        "two_steps": has_second_factor(request.user),
        "tokens": len(tokens_of(request.user)),
    }
    return render(request, "tournaments/accounts/my_account.html", context, status=sent.status)


@act("own_account")
@never_cache
def my_tokens(request: HttpRequest) -> HttpResponse:
    """The keys, and the form of a new one: its secret is on the answer and nowhere else."""
    form, made, secret = TokenForm(posted(request)), None, ""
    sent = submit(form, lambda: make_token(user=request.user, **form.cleaned_data))
    if sent.done:
        made, secret = sent.made
        form = TokenForm()
    context = {"form": form, "tokens": tokens_of(request.user), "made": made, "secret": secret}
    return render(request, "tournaments/accounts/my_tokens.html", context, status=sent.status)


@act("own_account")
@require_POST
def token_revoke(request: HttpRequest, token: int) -> HttpResponse:
    owned = get_object_or_404(ApiToken, pk=token, user=request.user)
    revoke_token(token=owned)
    messages.success(request, _("Token retirado: el programa que lo use ya no entra."))
    return redirect("my_tokens")
