"""The letterhead of the sheets of a tournament, set up by who organises it."""

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.letterhead import LetterheadForm, LogoForm, initial_of_letterhead
from scoring.models import Letterhead
from scoring.photos import MOST_LOGO_BYTES
from scoring.prints.layout.colours import COLOURS
from scoring.selectors.hall.letterheads import letterhead_of
from scoring.services.letterheads import edit_letterhead, order_logo, remove_logo
from tournaments.permissions import act
from tournaments.views.submit import posted, say_outcome, submit


@act("edit_tournament")
def letterhead(request: HttpRequest) -> HttpResponse:
    """The sponsor and the colour, received here; and the logo, which has its own addresses."""
    initial = initial_of_letterhead(letterhead_of(request.tournament))
    form = LetterheadForm(posted(request), initial=initial)
    sent = submit(
        form,
        lambda: edit_letterhead(tournament=request.tournament, author=request.user, **form.asked()),
        colour=form.wrong_colour,
    )
    if sent.done:
        messages.success(request, _("Guardado: así saldrán las hojas desde ahora."))
        return redirect("letterhead", slug=request.tournament.slug)
    return _page(request, form, LogoForm(), sent.status)


@require_POST
@act("edit_tournament")
def logo_add(request: HttpRequest) -> HttpResponse:
    form = LogoForm(request.POST, request.FILES)
    sent = submit(
        form,
        lambda: order_logo(
            tournament=request.tournament,
            author=request.user,
            content=form.cleaned_data["logo"].read(MOST_LOGO_BYTES + 1),
        ),
    )
    if sent.done:
        return redirect("job", slug=request.tournament.slug, job=sent.made.pk)
    initial = initial_of_letterhead(letterhead_of(request.tournament))
    return _page(request, LetterheadForm(initial=initial), form, sent.status)


@require_safe
@act("edit_tournament")
def logo_file(request: HttpRequest) -> HttpResponse:
    """The logo as it is printed."""
    return shown_logo(letterhead_of(request.tournament))


@require_POST
@act("edit_tournament")
def logo_remove(request: HttpRequest) -> HttpResponse:
    with say_outcome(request, _("Logo quitado: las hojas llevan el de Tapete.")):
        remove_logo(tournament=request.tournament, author=request.user)
    return redirect("letterhead", slug=request.tournament.slug)


def shown_logo(letterhead: Letterhead) -> HttpResponse:
    """The file of the logo. Raises Http404 where there is none, or the disk has lost it."""
    if not letterhead.logo:
        raise Http404
    try:
        stored = letterhead.logo.open()
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(stored, content_type="image/png", filename="logo.png")
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _page(
    request: HttpRequest, form: LetterheadForm, logo_form: LogoForm, status: int
) -> HttpResponse:
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "stage": request.tournament.stage,
        "letterhead": letterhead_of(request.tournament),
        "form": form,
        "logo_form": logo_form,
        "colours": COLOURS,
    }
    return render(request, "scoring/hall/letterhead.html", context, status=status)
