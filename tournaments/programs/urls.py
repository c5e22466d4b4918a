"""Addresses of the webhooks of a tournament."""

from django.urls import path

from tournaments.programs import views

HOOKS = "t/<slug:slug>/ajustes/avisos"
HOOK = f"{HOOKS}/<uuid:webhook>"

urlpatterns = [
    path(f"{HOOKS}/", views.webhooks, name="webhooks"),
    path(f"{HOOK}/probar/", views.webhook_test, name="webhook_test"),
    path(f"{HOOK}/quitar/", views.webhook_remove, name="webhook_remove"),
    path(f"{HOOK}/reanudar/", views.webhook_resume, name="webhook_resume"),
    path(
        f"{HOOKS}/enviados/<int:delivery>/repetir/",
        views.webhook_send_again,
        name="webhook_send_again",
    ),
]
