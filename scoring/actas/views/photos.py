"""Pages that add, show and delete photos of the paper, for users with a role."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.actas.forms import PhotoForm
from scoring.actas.photos import MOST_BYTES
from scoring.actas.selectors.actas import get_photo
from scoring.actas.services.photos import order_photo, remove_photo
from scoring.actas.views.pieces import match_or_404, match_to_write, photo_context, writer
from scoring.models import Photo
from tournaments.models import Match
from tournaments.permissions import act
from tournaments.site.requests import UserRequest
from tournaments.site.views.submit import show_outcome
from tournaments.tasks import resend_lost_jobs


@require_POST
@act("enter_result")
def photo_add(request: UserRequest, code: str) -> HttpResponse:
    match, form = match_to_write(request, code), PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["photo"])))
        return _acta_redirect(match)
    content = form.cleaned_data["photo"].read(MOST_BYTES + 1)
    with show_outcome(request, _("Foto recibida. Se guarda con el acta en un momento.")):
        order_photo(match=match, author=writer(request), content=content)
    return _acta_redirect(match)


@never_cache
@require_safe
@act("enter_result")
def photo_list(request: UserRequest, code: str) -> HttpResponse:
    """Return the list of photos, which polls while a job prepares a photo."""
    resend_lost_jobs()
    match = match_or_404(request, code)
    context = {"tournament": request.tournament, "match": match, **photo_context(match)}
    return render(request, "scoring/actas/photo_list.html", context)


@require_safe
@act("enter_result")
def photo_file(request: UserRequest, code: str, photo: int) -> FileResponse:
    """Return the picture, only to writers of the acta: the paper shows the secret table link."""
    return photo_response(_photo_or_404(match_to_write(request, code), photo))


@require_POST
@act("correct_result")
def photo_remove(request: UserRequest, code: str, photo: int) -> HttpResponse:
    match = match_to_write(request, code)
    remove_photo(photo=_photo_or_404(match, photo), author=writer(request))
    messages.success(request, _("Foto quitada."))
    return _acta_redirect(match)


def photo_response(photo: Photo) -> FileResponse:
    """Return the file of a photo. Raises Http404 if it is not on disk."""
    try:
        file = photo.file.open()
    except FileNotFoundError as error:
        raise Http404 from error
    name = f"acta-{photo.match.code}-{photo.pk}.jpg"
    response = FileResponse(file, content_type="image/jpeg", filename=name)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _photo_or_404(match: Match, key: int) -> Photo:
    photo = get_photo(match, key)
    if photo is None:
        raise Http404
    return photo


def _acta_redirect(match: Match) -> HttpResponse:
    return redirect("acta", slug=match.tournament.slug, code=match.code)
