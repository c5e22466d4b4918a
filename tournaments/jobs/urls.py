"""Addresses of a job's page and its file."""

from django.urls import path

from tournaments.jobs import views as jobs

urlpatterns = [
    path("t/<slug:slug>/trabajos/<uuid:job>/", jobs.job_page, name="job"),
    path("t/<slug:slug>/trabajos/<uuid:job>/fichero/", jobs.job_file, name="job_file"),
    path("t/<slug:slug>/trabajos/<uuid:job>/otra-vez/", jobs.job_again, name="job_again"),
    path("t/<slug:slug>/trabajos/<uuid:job>/cancelar/", jobs.job_cancel, name="job_cancel"),
]
