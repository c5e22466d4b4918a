"""Addresses of the files that make a browser work without network."""

from django.urls import path

from tournaments.site.views import offline

urlpatterns = [
    path("sw.js", offline.service_worker, name="service_worker"),
    path("sin-red/", offline.offline, name="offline"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
