"""The API of tournaments, entries, team and jobs."""

from django.urls import path

from tournaments.api import entries, games, imports, jobs, team, tokens, tournaments

ONE = "tournaments/<slug:slug>"
IMPORT = f"{ONE}/imports/<uuid:preview>"
JOB = f"{ONE}/jobs/<uuid:job>"

urlpatterns = [
    path("token/", tokens.TokenView.as_view(), name="api_token"),
    path("games/", games.GamesView.as_view(), name="api_games"),
    path("formats/", games.FormatsView.as_view(), name="api_formats"),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api_tournaments"),
    path(f"{ONE}/", tournaments.TournamentView.as_view(), name="api_tournament"),
    path(f"{ONE}/entries/", entries.EntriesView.as_view(), name="api_entries"),
    path(f"{ONE}/entries/<int:number>/", entries.EntryView.as_view(), name="api_entry"),
    path(
        f"{ONE}/entries/<int:number>/reinstate/",
        entries.ReinstateView.as_view(),
        name="api_reinstate",
    ),
    path(f"{ONE}/imports/", imports.ImportsView.as_view(), name="api_imports"),
    path(f"{IMPORT}/", imports.ImportView.as_view(), name="api_import"),
    path(f"{IMPORT}/rows/", imports.ImportRowsView.as_view(), name="api_import_rows"),
    path(f"{IMPORT}/accept/", imports.ImportAcceptView.as_view(), name="api_import_accept"),
    path(f"{JOB}/", jobs.JobView.as_view(), name="api_job"),
    path(f"{JOB}/file/", jobs.JobFileView.as_view(), name="api_job_file"),
    path(f"{JOB}/again/", jobs.JobAgainView.as_view(), name="api_job_again"),
    path(f"{ONE}/team/", team.TeamView.as_view(), name="api_team"),
    path(f"{ONE}/team/<str:username>/", team.MemberView.as_view(), name="api_member"),
    path(f"{ONE}/audit/", team.AuditView.as_view(), name="api_audit"),
]
