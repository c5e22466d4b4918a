"""URLs of the API of this app."""

from django.urls import path

from scoring.actas.api import matches, photos, writing
from scoring.actas.api import writing as fixes
from scoring.editions import api as editions
from scoring.exports import api as exports
from scoring.forecast import api as forecast
from scoring.hall import api as links
from scoring.hall import api as screens
from scoring.money import api as purse
from scoring.people_data import api as people
from scoring.prints import api as letterhead
from scoring.prints import api as prints
from scoring.public import api as standings
from scoring.refereeing.api import acts, rulings
from scoring.refereeing.api import acts as matters
from scoring.rounds.api import calendar, commitments, rounds
from scoring.rounds.api import calendar as postponing
from scoring.rounds.api import entries as catch_ups
from scoring.rounds.api import entries as line_ups
from scoring.rounds.api import entries as withdrawals
from scoring.rounds.api import rounds as announcing
from scoring.seasons import api as seasons
from scoring.stages.api import planning, standings_rules
from scoring.transfer import api as transfer

TOURNAMENT = "tournaments/<slug:slug>"
ENTRY = f"{TOURNAMENT}/entries/<int:number>"
STAGE = f"{TOURNAMENT}/stages/<int:number>"
ROUND = f"{TOURNAMENT}/rounds/<int:serial>"
MATCH = f"{TOURNAMENT}/matches/<str:code>"
PERSON = "clubs/<slug:club>/people/<int:person>"
SEASONS = "clubs/<slug:club>/seasons"
SEASON = f"{SEASONS}/<slug:season>"
PHASE = f"{SEASON}/tournaments/<int:event>"

urlpatterns = [
    path("account/delete/", people.AccountView.as_view(), name="api_account"),
    path("account/data/", people.AccountDataView.as_view(), name="api_account_data"),
    path(f"{TOURNAMENT}/copies/", editions.CopiesView.as_view(), name="api_copies"),
    path(f"{PERSON}/data/", people.ClubPersonDataView.as_view(), name="api_club_person_data"),
    path(f"{PERSON}/erase/", people.ClubPersonEraseView.as_view(), name="api_club_person_erase"),
    path(f"{SEASONS}/", seasons.SeasonsView.as_view(), name="api_seasons"),
    path(f"{SEASON}/", seasons.SeasonView.as_view(), name="api_season"),
    path(f"{SEASON}/delete/", seasons.SeasonDeleteView.as_view(), name="api_season_delete"),
    path(f"{SEASON}/ranking/", seasons.SeasonRankingView.as_view(), name="api_season_ranking"),
    path(
        f"{SEASON}/exports/ranking/", seasons.SeasonExportView.as_view(), name="api_season_export"
    ),
    path(f"{SEASON}/ratings/", seasons.SeasonRatingsView.as_view(), name="api_season_ratings"),
    path(
        f"{SEASON}/tournaments/",
        seasons.SeasonTournamentsView.as_view(),
        name="api_season_tournaments",
    ),
    path(f"{PHASE}/", seasons.SeasonTournamentView.as_view(), name="api_season_tournament"),
    path(
        f"{PHASE}/qualifiers/", seasons.SeasonQualifiersView.as_view(), name="api_season_qualifiers"
    ),
    path(f"{TOURNAMENT}/anonymise/", people.AnonymiseView.as_view(), name="api_anonymise"),
    path("tournament-files/", transfer.TournamentFilesView.as_view(), name="api_tournament_files"),
    path(
        f"{TOURNAMENT}/exports/accounts/",
        exports.AccountsExportView.as_view(),
        name="api_accounts_export",
    ),
    path(
        f"{TOURNAMENT}/exports/entries/",
        exports.EntriesExportView.as_view(),
        name="api_entries_export",
    ),
    path(f"{TOURNAMENT}/exports/<slug:export>/", exports.ExportView.as_view(), name="api_export"),
    path(f"{TOURNAMENT}/file/", transfer.TournamentFileView.as_view(), name="api_tournament_file"),
    path(f"{TOURNAMENT}/delete/", people.DeleteView.as_view(), name="api_delete_tournament"),
    path(f"{TOURNAMENT}/money/purse/", purse.PurseView.as_view(), name="api_purse"),
    path(f"{TOURNAMENT}/money/prizes/", purse.PrizesView.as_view(), name="api_prizes"),
    path(f"{TOURNAMENT}/money/prizes/<int:prize>/", purse.PrizeView.as_view(), name="api_prize"),
    path(
        f"{TOURNAMENT}/money/prizes/<int:prize>/pay/",
        purse.PrizePayView.as_view(),
        name="api_prize_pay",
    ),
    path(f"{ENTRY}/data/", people.EntryDataView.as_view(), name="api_entry_data"),
    path(f"{ENTRY}/withdraw/", withdrawals.WithdrawView.as_view(), name="api_withdraw"),
    path(f"{ENTRY}/reinstate/", withdrawals.ReinstateView.as_view(), name="api_reinstate"),
    path(f"{ENTRY}/reenter/", withdrawals.ReenterView.as_view(), name="api_reenter"),
    path(f"{ENTRY}/reenter/undo/", withdrawals.ReenterUndoView.as_view(), name="api_reenter_undo"),
    path(f"{ENTRY}/late/", withdrawals.LateView.as_view(), name="api_late"),
    path(f"{ENTRY}/rulings/", rulings.EntryRulingsView.as_view(), name="api_rulings"),
    path(
        f"{ENTRY}/rulings/<int:ruling>/lift/",
        rulings.RulingLiftView.as_view(),
        name="api_ruling_lift",
    ),
    path(f"{TOURNAMENT}/stages/", planning.StagesView.as_view(), name="api_stages"),
    path(f"{STAGE}/", planning.StageView.as_view(), name="api_stage"),
    path(f"{STAGE}/open/", planning.StageOpenView.as_view(), name="api_stage_open"),
    path(f"{STAGE}/shut/", planning.StageShutView.as_view(), name="api_stage_shut"),
    path(
        f"{STAGE}/standings-rules/",
        standings_rules.StandingsRulesView.as_view(),
        name="api_standings_rules",
    ),
    path(f"{TOURNAMENT}/letterhead/", letterhead.LetterheadView.as_view(), name="api_letterhead"),
    path(f"{TOURNAMENT}/letterhead/logo/", letterhead.LogoView.as_view(), name="api_logo"),
    path(f"{STAGE}/refereeing/", acts.RefereeingView.as_view(), name="api_refereeing"),
    path(f"{TOURNAMENT}/rounds/change/", planning.LengthView.as_view(), name="api_rounds_change"),
    path(f"{TOURNAMENT}/rounds/", rounds.RoundsView.as_view(), name="api_rounds"),
    path(f"{ROUND}/", rounds.RoundView.as_view(), name="api_round"),
    path(f"{ROUND}/publish/", rounds.PublishView.as_view(), name="api_publish"),
    path(f"{ROUND}/announce/", announcing.AnnounceView.as_view(), name="api_announce"),
    path(f"{ROUND}/hide/", announcing.HideView.as_view(), name="api_hide"),
    path(f"{ROUND}/swap/", rounds.SwapView.as_view(), name="api_swap"),
    path(f"{ROUND}/by-hand/", rounds.ByHandView.as_view(), name="api_by_hand"),
    path(f"{ROUND}/redraw/", rounds.RedrawView.as_view(), name="api_redraw"),
    path(f"{ROUND}/line-ups/<int:entry>/", line_ups.LineUpView.as_view(), name="api_line_up"),
    path(f"{ROUND}/check/", commitments.CheckView.as_view(), name="api_check"),
    path(f"{TOURNAMENT}/calendar/", calendar.CalendarView.as_view(), name="api_calendar"),
    path(f"{TOURNAMENT}/calendar/venues/", calendar.VenuesView.as_view(), name="api_venues"),
    path(
        f"{TOURNAMENT}/commitments/", commitments.CommitmentsView.as_view(), name="api_commitments"
    ),
    path(f"{TOURNAMENT}/commitments/word/", commitments.WordView.as_view(), name="api_word"),
    path(f"{TOURNAMENT}/commitments/reopen/", commitments.ReopenView.as_view(), name="api_reopen"),
    path(f"{TOURNAMENT}/bell/", acts.LastCallView.as_view(), name="api_bell"),
    path(f"{TOURNAMENT}/bell/resume/", acts.ResumeView.as_view(), name="api_bell_resume"),
    path(f"{TOURNAMENT}/clock/", screens.HallClockView.as_view(), name="api_hall_clock"),
    path(f"{TOURNAMENT}/screens/", screens.ScreensView.as_view(), name="api_screens"),
    path(f"{TOURNAMENT}/screens/<int:screen>/", screens.ScreenView.as_view(), name="api_screen"),
    path(
        f"{TOURNAMENT}/screens/<int:screen>/now/",
        screens.ShowNowView.as_view(),
        name="api_show_now",
    ),
    path(f"{TOURNAMENT}/call/", matches.CallView.as_view(), name="api_call"),
    path(
        f"{TOURNAMENT}/tables/<int:table>/service/",
        matches.TableServiceView.as_view(),
        name="api_table_service",
    ),
    path(f"{TOURNAMENT}/matches/", matches.MatchesView.as_view(), name="api_matches"),
    path(f"{MATCH}/", writing.MatchView.as_view(), name="api_match"),
    path(f"{MATCH}/hands/", writing.HandsView.as_view(), name="api_hands"),
    path(f"{MATCH}/preview/", writing.PreviewView.as_view(), name="api_preview"),
    path(f"{MATCH}/correct/", writing.CorrectView.as_view(), name="api_correct"),
    path(
        f"{MATCH}/correct/preview/",
        writing.CorrectPreviewView.as_view(),
        name="api_correct_preview",
    ),
    path(f"{MATCH}/sign/", writing.SignView.as_view(), name="api_sign"),
    path(f"{MATCH}/dispute/", writing.DisputeView.as_view(), name="api_dispute"),
    path(f"{MATCH}/resolve/", writing.ResolveView.as_view(), name="api_resolve"),
    path(f"{MATCH}/forfeit/", writing.ForfeitView.as_view(), name="api_forfeit"),
    path(f"{MATCH}/remedy/", fixes.RemedyDrawsView.as_view(), name="api_remedy"),
    path(f"{MATCH}/swap-sides/", fixes.SidesView.as_view(), name="api_swap_sides"),
    path(f"{MATCH}/move/", fixes.MoveView.as_view(), name="api_move_acta"),
    path(f"{MATCH}/photos/", photos.PhotosView.as_view(), name="api_photos"),
    path(f"{MATCH}/photos/<int:photo>/", photos.PhotoView.as_view(), name="api_photo"),
    path(f"{MATCH}/link/", links.LinkView.as_view(), name="api_link"),
    path(f"{MATCH}/link/revoke/", links.LinkRevokeView.as_view(), name="api_link_revoke"),
    path(f"{ROUND}/links/revoke/", links.RoundLinksRevokeView.as_view(), name="api_links_revoke"),
    path(f"{MATCH}/faults/", rulings.FaultsView.as_view(), name="api_faults"),
    path(f"{MATCH}/rulings/", rulings.MatchRulingsView.as_view(), name="api_match_rulings"),
    path(f"{MATCH}/time/", acts.TimeView.as_view(), name="api_match_time"),
    path(f"{MATCH}/replay/", acts.ReplayView.as_view(), name="api_match_replay"),
    path(f"{MATCH}/call-referee/", acts.MatchCallView.as_view(), name="api_call_referee"),
    path(f"{TOURNAMENT}/matters/", matters.MattersView.as_view(), name="api_matters"),
    path(
        f"{TOURNAMENT}/matters/reviewed/",
        matters.ReviewedView.as_view(),
        name="api_matters_reviewed",
    ),
    path(f"{TOURNAMENT}/referee-calls/", acts.CallsView.as_view(), name="api_referee_calls"),
    path(
        f"{TOURNAMENT}/referee-calls/<int:call>/answer/",
        acts.AnswerView.as_view(),
        name="api_referee_answer",
    ),
    path(f"{MATCH}/catch-up/", catch_ups.CatchUpView.as_view(), name="api_catch_up"),
    path(f"{MATCH}/catch-up/undo/", catch_ups.CatchUpUndoView.as_view(), name="api_catch_up_undo"),
    path(f"{MATCH}/names/", line_ups.NamesView.as_view(), name="api_names"),
    path(f"{MATCH}/postpone/", postponing.PostponeView.as_view(), name="api_postpone"),
    path(f"{MATCH}/resume/", postponing.ResumeMatchView.as_view(), name="api_resume_match"),
    path(f"{MATCH}/table/", matches.MatchTableView.as_view(), name="api_table"),
    path(f"{TOURNAMENT}/standings/", standings.StandingsView.as_view(), name="api_standings"),
    path(
        f"{TOURNAMENT}/standings/event/", standings.WholeEventView.as_view(), name="api_whole_event"
    ),
    path(f"{TOURNAMENT}/where/", standings.WhereView.as_view(), name="api_where"),
    path(f"{TOURNAMENT}/forecast/", forecast.ForecastView.as_view(), name="api_forecast"),
    path(f"{TOURNAMENT}/prints/", prints.PrintsView.as_view(), name="api_prints"),
]
