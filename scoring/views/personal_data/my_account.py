"""Pages about the data kept of one's own account, and about deleting it."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.forms.people import DeleteAccountForm
from scoring.selectors.personal_data.kept import kept_of_account, organised_alone
from scoring.services.personal_data.accounts import delete_account, name_of_deleted
from tournaments.login.throttling import LOGIN, note_wrong, refuse_if_throttled
from tournaments.permissions import act
from tournaments.views.submit import posted, submit


@require_safe
@never_cache
@act("own_account")
def account_data(request: HttpRequest) -> HttpResponse:
    """A file with all that is kept about the account."""
    kept = kept_of_account(request.user)
    answer = JsonResponse(kept, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer.headers["Content-Disposition"] = 'attachment; filename="tapete.json"'
    return answer


@never_cache
@act("own_account")
def account_delete(request: HttpRequest) -> HttpResponse:
    """Delete it, with its password, once it organises no tournament alone."""
    form = DeleteAccountForm(posted(request))
    if form.is_bound and form.is_valid():
        _check_password(request, form)
    sent = submit(form, lambda: delete_account(user=request.user))
    if sent.done:
        logout(request)
        messages.success(request, _("Su cuenta se ha borrado."))
        return redirect("home")
    context = {
        "form": form,
        "alone": organised_alone(request.user),
        "said": name_of_deleted(request.user),
    }
    return render(request, "scoring/personal_data/account_delete.html", context, status=sent.status)


def _check_password(request: HttpRequest, form: DeleteAccountForm) -> None:
    """Add an error unless it is the account's password; wrong tries are throttled."""
    user = request.user
    refuse_if_throttled(request, LOGIN, user.get_username(), user)
    if not user.check_password(form.cleaned_data["password"]):
        note_wrong(request, LOGIN, user.get_username(), user=user)
        form.add_error("password", _("Esa no es la contraseña de esta cuenta."))
