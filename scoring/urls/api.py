"""The API of rounds, matches, actas, standings and prints."""

from django.urls import path

from scoring.api import (
    actas,
    commitments,
    forecast,
    matches,
    prints,
    rounds,
    standings,
    withdrawals,
)

ONE = "tournaments/<slug:slug>"
ENTRY = f"{ONE}/entries/<int:number>"
ROUND = f"{ONE}/rounds/<int:number>"
MATCH = f"{ONE}/matches/<str:code>"

urlpatterns = [
    path(f"{ENTRY}/withdraw/", withdrawals.WithdrawView.as_view(), name="api_withdraw"),
    path(f"{ENTRY}/reenter/", withdrawals.ReenterView.as_view(), name="api_reenter"),
    path(f"{ENTRY}/late/", withdrawals.LateView.as_view(), name="api_late"),
    path(f"{ONE}/rounds/", rounds.RoundsView.as_view(), name="api_rounds"),
    path(f"{ROUND}/", rounds.RoundView.as_view(), name="api_round"),
    path(f"{ROUND}/publish/", rounds.PublishView.as_view(), name="api_publish"),
    path(f"{ROUND}/swap/", rounds.SwapView.as_view(), name="api_swap"),
    path(f"{ROUND}/redraw/", rounds.RedrawView.as_view(), name="api_redraw"),
    path(f"{ROUND}/check/", commitments.CheckView.as_view(), name="api_check"),
    path(f"{ONE}/commitments/", commitments.CommitmentsView.as_view(), name="api_commitments"),
    path(f"{ONE}/commitments/word/", commitments.WordView.as_view(), name="api_word"),
    path(f"{ONE}/commitments/reopen/", commitments.ReopenView.as_view(), name="api_reopen"),
    path(f"{ONE}/call/", matches.CallView.as_view(), name="api_call"),
    path(f"{ONE}/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path(f"{MATCH}/", actas.MatchView.as_view(), name="api_match"),
    path(f"{MATCH}/hands/", actas.HandsView.as_view(), name="api_hands"),
    path(f"{MATCH}/preview/", actas.PreviewView.as_view(), name="api_preview"),
    path(f"{MATCH}/correct/", actas.CorrectView.as_view(), name="api_correct"),
    path(f"{MATCH}/forfeit/", actas.ForfeitView.as_view(), name="api_forfeit"),
    path(f"{MATCH}/table/", matches.MatchTableView.as_view(), name="api_table"),
    path(f"{ONE}/standings/", standings.StandingsView.as_view(), name="api_standings"),
    path(f"{ONE}/where/", standings.WhereView.as_view(), name="api_where"),
    path(f"{ONE}/forecast/", forecast.ForecastView.as_view(), name="api_forecast"),
    path(f"{ONE}/prints/", prints.PrintsView.as_view(), name="api_prints"),
]
