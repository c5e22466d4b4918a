"""Every address of the site, by area; each area has its own list."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView

# The administration uses the site's login, which throttles wrong passwords.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # allauth's way

# Django tries the addresses in order; the addresses of phones come first.
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("scoring.actas.urls")),
    path("", include("scoring.public.urls")),
    path("", include("tournaments.setup.urls")),
    path("", include("tournaments.people.urls")),
    path("", include("tournaments.sign_up.urls")),
    path("", include("tournaments.money.urls")),
    path("", include("tournaments.accounts.urls")),
    path("", include("tournaments.clubs.urls")),
    path("", include("tournaments.jobs.urls")),
    path("", include("tournaments.programs.urls")),
    path("", include("tournaments.site.urls")),
    path("", include("scoring.rounds.urls")),
    path("", include("scoring.stages.urls")),
    path("", include("scoring.corrections.urls")),
    path("", include("scoring.refereeing.urls")),
    path("", include("scoring.hall.urls")),
    path("", include("scoring.hall.link_urls")),
    path("", include("scoring.shared_halls.urls")),
    path("", include("scoring.editions.urls")),
    path("", include("scoring.money.urls")),
    path("", include("scoring.prints.urls")),
    path("", include("scoring.forecast.urls")),
    path("", include("scoring.people_data.urls")),
    path("", include("scoring.seasons.urls")),
    path("", include("scoring.exports.urls")),
    path("", include("scoring.transfer.urls")),
    path("", include("scoring.careers.urls")),
    path("api/", include("config.api_urls")),
    path("cuenta/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
if settings.DEBUG:
    urlpatterns.append(path("estilo/", TemplateView.as_view(template_name="estilo.html")))

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler429 = "config.errors.too_many_requests"  # allauth requires this name
handler500 = "config.errors.server_error"
