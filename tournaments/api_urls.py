"""Addresses of the API of this app."""

from django.urls import path

from tournaments.accounts.api import team, tokens
from tournaments.clubs import api as clubs
from tournaments.halls import api as halls
from tournaments.jobs import api as jobs
from tournaments.money import api as money
from tournaments.people.api import changes, entries, imports, wishes
from tournaments.programs import api as programs
from tournaments.setup import api as games
from tournaments.setup import api as tournaments
from tournaments.sign_up import api as requests

TOURNAMENT = "tournaments/<slug:slug>"
ENTRY = f"{TOURNAMENT}/entries/<int:number>"
IMPORT = f"{TOURNAMENT}/imports/<uuid:preview>"
MONEY = f"{TOURNAMENT}/money"
ACCOUNT = f"{MONEY}/entries/<int:number>"
CLUB = "clubs/<slug:club>"
JOB = f"{TOURNAMENT}/jobs/<uuid:job>"

urlpatterns = [
    path("token/", tokens.TokenView.as_view(), name="api_token"),
    path("tokens/", tokens.TokensView.as_view(), name="api_tokens"),
    path("tokens/<int:token>/", tokens.OneTokenView.as_view(), name="api_one_token"),
    path("games/", games.GamesView.as_view(), name="api_games"),
    path("formats/", games.FormatsView.as_view(), name="api_formats"),
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api_tournaments"),
    path(f"{TOURNAMENT}/changes/", programs.ChangesView.as_view(), name="api_changes"),
    path(f"{TOURNAMENT}/", tournaments.TournamentView.as_view(), name="api_tournament"),
    path(f"{TOURNAMENT}/entries/", entries.EntriesView.as_view(), name="api_entries"),
    path(f"{TOURNAMENT}/entries/mark-all/", entries.MarkAllView.as_view(), name="api_mark_all"),
    path(
        f"{TOURNAMENT}/entries/mark-all/undo/",
        entries.UnmarkAllView.as_view(),
        name="api_unmark_all",
    ),
    path(f"{TOURNAMENT}/entries/<int:number>/", entries.EntryView.as_view(), name="api_entry"),
    path(f"{ENTRY}/promote/", entries.PromoteView.as_view(), name="api_promote"),
    path(f"{ENTRY}/substitutions/", changes.SubstitutionsView.as_view(), name="api_substitutions"),
    path(f"{ENTRY}/partner/", changes.PartnerView.as_view(), name="api_partner"),
    path(f"{ENTRY}/separate/", changes.SeparateView.as_view(), name="api_separate"),
    path(f"{TOURNAMENT}/singles/pair/", changes.CoupleView.as_view(), name="api_singles_pair"),
    path(f"{TOURNAMENT}/singles/draw/", changes.PartnersView.as_view(), name="api_singles_draw"),
    path(f"{TOURNAMENT}/reserves/", changes.ReservesView.as_view(), name="api_reserves"),
    path(
        f"{TOURNAMENT}/reserves/<int:reserve>/", changes.ReserveView.as_view(), name="api_reserve"
    ),
    path(f"{TOURNAMENT}/seeding/", changes.SeedingView.as_view(), name="api_seeding"),
    path(f"{TOURNAMENT}/wishes/", wishes.WishesView.as_view(), name="api_wishes"),
    path(f"{TOURNAMENT}/forbidden/", wishes.ForbiddenView.as_view(), name="api_forbidden"),
    path(
        f"{TOURNAMENT}/forbidden/<int:couple>/",
        wishes.ForbiddenCoupleView.as_view(),
        name="api_forbidden_couple",
    ),
    path(f"{TOURNAMENT}/requests/", requests.RequestsView.as_view(), name="api_requests"),
    path(
        f"{TOURNAMENT}/requests/<int:asked>/accept/",
        requests.RequestAcceptView.as_view(),
        name="api_request_accept",
    ),
    path(
        f"{TOURNAMENT}/requests/<int:asked>/refuse/",
        requests.RequestRefuseView.as_view(),
        name="api_request_refuse",
    ),
    path(f"{MONEY}/prices/", money.PricesView.as_view(), name="api_prices"),
    path(f"{MONEY}/extras/<str:name>/", money.ExtraView.as_view(), name="api_extra"),
    path(f"{MONEY}/entries/", money.AccountsView.as_view(), name="api_accounts"),
    path(f"{ACCOUNT}/", money.EntryAccountView.as_view(), name="api_account_of_entry"),
    path(f"{ACCOUNT}/payments/", money.PaymentsView.as_view(), name="api_payments"),
    path(f"{ACCOUNT}/refunds/", money.RefundsView.as_view(), name="api_refunds"),
    path(f"{ACCOUNT}/charges/", money.ChargesView.as_view(), name="api_charges"),
    path(f"{ACCOUNT}/deposit/", money.DepositReturnView.as_view(), name="api_deposit_return"),
    path(f"{ACCOUNT}/categories/", money.CategoriesView.as_view(), name="api_categories"),
    path(
        f"{MONEY}/charges/<int:charge>/reverse/",
        money.ChargeReverseView.as_view(),
        name="api_charge_reverse",
    ),
    path(f"{MONEY}/movements/", money.BookView.as_view(), name="api_movements"),
    path(
        f"{MONEY}/movements/<int:movement>/reverse/",
        money.MovementReverseView.as_view(),
        name="api_movement_reverse",
    ),
    path(f"{MONEY}/closing/", money.ClosingView.as_view(), name="api_closing"),
    path(f"{TOURNAMENT}/imports/", imports.ImportsView.as_view(), name="api_imports"),
    path(f"{IMPORT}/", imports.ImportView.as_view(), name="api_import"),
    path(f"{IMPORT}/rows/", imports.ImportRowsView.as_view(), name="api_import_rows"),
    path(f"{IMPORT}/accept/", imports.ImportAcceptView.as_view(), name="api_import_accept"),
    path(f"{JOB}/", jobs.JobView.as_view(), name="api_job"),
    path(f"{JOB}/file/", jobs.JobFileView.as_view(), name="api_job_file"),
    path(f"{JOB}/again/", jobs.JobAgainView.as_view(), name="api_job_again"),
    path(f"{JOB}/cancel/", jobs.JobCancelView.as_view(), name="api_job_cancel"),
    path("invitations/accept/", team.AcceptView.as_view(), name="api_accept"),
    path(f"{TOURNAMENT}/invitations/", team.InvitationsView.as_view(), name="api_invitations"),
    path(
        f"{TOURNAMENT}/invitations/<int:invitation>/",
        team.InvitationView.as_view(),
        name="api_invitation",
    ),
    path(f"{TOURNAMENT}/leave/", team.LeaveView.as_view(), name="api_leave"),
    path(f"{TOURNAMENT}/team/", team.TeamView.as_view(), name="api_team"),
    path(f"{TOURNAMENT}/team/<str:username>/", team.MemberView.as_view(), name="api_member"),
    path(f"{TOURNAMENT}/audit/", team.AuditView.as_view(), name="api_audit"),
    path(f"{TOURNAMENT}/club/", clubs.TournamentClubView.as_view(), name="api_tournament_club"),
    path("halls/", halls.HallsView.as_view(), name="api_halls"),
    path("halls/<str:hall>/", halls.HallView.as_view(), name="api_hall"),
    path(f"{TOURNAMENT}/place/", halls.HallPlaceView.as_view(), name="api_place"),
    path(f"{TOURNAMENT}/webhooks/", programs.WebhooksView.as_view(), name="api_webhooks"),
    path(
        f"{TOURNAMENT}/webhooks/deliveries/",
        programs.DeliveriesView.as_view(),
        name="api_deliveries",
    ),
    path(
        f"{TOURNAMENT}/webhooks/deliveries/<int:delivery>/again/",
        programs.DeliveryAgainView.as_view(),
        name="api_delivery_again",
    ),
    path(
        f"{TOURNAMENT}/webhooks/<uuid:webhook>/test/",
        programs.WebhookTestView.as_view(),
        name="api_webhook_test",
    ),
    path(
        f"{TOURNAMENT}/webhooks/<uuid:webhook>/", programs.WebhookView.as_view(), name="api_webhook"
    ),
    path(
        f"{TOURNAMENT}/webhooks/<uuid:webhook>/resume/",
        programs.WebhookResumeView.as_view(),
        name="api_webhook_resume",
    ),
    path("clubs/", clubs.ClubsView.as_view(), name="api_clubs"),
    path(f"{CLUB}/", clubs.ClubView.as_view(), name="api_club"),
    path(f"{CLUB}/delete/", clubs.ClubDeleteView.as_view(), name="api_club_delete"),
    path(f"{CLUB}/officers/", clubs.OfficersView.as_view(), name="api_officers"),
    path(f"{CLUB}/officers/<str:username>/", clubs.OfficerView.as_view(), name="api_officer"),
    path(f"{CLUB}/audit/", clubs.ClubAuditView.as_view(), name="api_club_audit"),
    path(f"{CLUB}/people/", clubs.ClubPeopleView.as_view(), name="api_club_people"),
    path(f"{CLUB}/people/<int:person>/", clubs.ClubPersonView.as_view(), name="api_club_person"),
    path(
        f"{CLUB}/people/<int:person>/merge/",
        clubs.ClubPersonMergeView.as_view(),
        name="api_club_person_merge",
    ),
]
