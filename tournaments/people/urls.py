"""Addresses of entries and imports."""

from django.urls import path

from tournaments.people.views import entries, imports, singles
from tournaments.people.views import entries as marks
from tournaments.people.views import entries as seeding
from tournaments.people.views import entries as substitutions

PAIRS = "t/<slug:slug>/inscripciones"

urlpatterns = [
    path(f"{PAIRS}/", entries.entries, name="entries"),
    path(f"{PAIRS}/nueva/", entries.entry_new, name="entry_new"),
    path(f"{PAIRS}/personas/", entries.entry_suggestions, name="entry_suggestions"),
    path(f"{PAIRS}/todos/<slug:mark>/", marks.mark, name="mark_all"),
    path(f"{PAIRS}/todos/<slug:mark>/deshacer/", marks.unmark, name="unmark_all"),
    path(f"{PAIRS}/importar/", imports.import_page, name="import"),
    path(f"{PAIRS}/importar/<uuid:preview>/", imports.import_preview, name="import_preview"),
    path(f"{PAIRS}/importar/<uuid:preview>/corregir/", imports.import_mend, name="import_mend"),
    path(f"{PAIRS}/importar/<uuid:preview>/aceptar/", imports.import_accept, name="import_accept"),
    path(f"{PAIRS}/turnos/", seeding.seeding, name="seeding"),
    path(f"{PAIRS}/sueltos/", singles.singles_page, name="singles"),
    path(f"{PAIRS}/sueltos/juntar/", singles.singles_couple, name="singles_couple"),
    path(f"{PAIRS}/sueltos/sortear/", singles.singles_draw, name="singles_draw"),
    path(f"{PAIRS}/<int:number>/", entries.entry_edit, name="entry_edit"),
    path(f"{PAIRS}/<int:number>/quitar/", entries.entry_delete, name="entry_delete"),
    path(f"{PAIRS}/<int:number>/pagado/", entries.entry_paid, name="entry_paid"),
    path(f"{PAIRS}/<int:number>/presente/", entries.entry_present, name="entry_present"),
    path(f"{PAIRS}/<int:number>/mesa/", entries.entry_table, name="entry_table"),
    path(f"{PAIRS}/<int:number>/pareja/", singles.entry_partner, name="entry_partner"),
    path(f"{PAIRS}/<int:number>/separar/", singles.entry_separate, name="entry_separate"),
    path(
        f"{PAIRS}/<int:number>/sustituir/", substitutions.entry_substitute, name="entry_substitute"
    ),
    path(f"{PAIRS}/<int:number>/plaza/", entries.entry_promote, name="entry_promote"),
]
