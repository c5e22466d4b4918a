"""The kind of change of each act of the audit, for other programs."""

from tournaments.models import ChangeKind

# Every other act is in `ACTS_WITHOUT_CHANGE`: it changes nothing that the API shows to others.
ACTS_OF = {
    ChangeKind.MATCH: (
        "record_hand correct_acta move_acta sign_acta dispute_acta resolve_dispute call_waiting "
        "move_match postpone_match resume_match catch_up undo_catch_up give_time replay_match "
        "exchange_seats pair_rest name_players set_line_up rebuild_results place_late_entry"
    ),
    ChangeKind.ROUND: (
        "draw redraw discard_round swap_entries seat_by_hand draw_with_word publish "
        "announce_round hide_round start_ceremony set_dates set_venues"
    ),
    ChangeKind.ENTRY: (
        "register_entry edit_entry move_entry set_fixed_table set_paid set_present mark_all "
        "unmark_all withdraw delete_entry reinstate promote substitute_player pair_singles "
        "give_partner separate_pair reenter undo_reenter set_seeding accept_import note_ruling "
        "lift_ruling note_penalty lift_penalty anonymise_entries substitute_for_round "
        # `Entry.paid` follows the money.
        "record_payment refund reverse_movement add_extra add_discount reverse_charge "
        "return_deposit set_prices"
    ),
    ChangeKind.TOURNAMENT: (
        "create_tournament import_tournament edit_tournament set_club place_tournament add_stage "
        "edit_stage remove_stage open_stage "
        "shut_stage let_in_the_rest exchange_places change_rounds set_standings "
        "set_refereeing ring_bell unring_bell close_list open_list start_clock stop_clock "
        "resume_clock add_minutes set_in_service"
    ),
}
CHANGE_KINDS = {act: kind for kind, acts in ACTS_OF.items() for act in acts.split()}
_UNREPORTED_ACTS = (
    "grant_role revoke_role invite revoke_invitation slow_guesses set_wishes forbid_couple "
    "allow_couple add_photo remove_photo edit_letterhead keep_logo remove_logo revoke_link "
    "revoke_links review_handovers call_referee answer_call save_screen remove_screen show_now "
    "delete_account add_webhook remove_webhook resume_webhook stop_webhook "
    # Only the staff read the book and the requests; a request becomes a change once it is an entry.
    "save_extra delete_extra set_purse add_prize delete_prize pay_prize record_outside "
    "set_categories edit_sign_up keep_poster refuse_requests add_reserve remove_reserve "
    "join_player merge_people "
    # The log of a club; no tournament has these acts.
    "create_club edit_club add_officer remove_officer"
)
ACTS_WITHOUT_CHANGE = frozenset(_UNREPORTED_ACTS.split())
# Acts on a draft of a round. Only users who may draw rounds see a draft.
ACTS_ON_DRAFTS = frozenset({"draw", "redraw", "discard_round", "swap_entries", "seat_by_hand"})
# The API address to read again after an act on several matches, rounds or entries.
LISTS = {
    ChangeKind.MATCH: "matches/",
    ChangeKind.ROUND: "rounds/",
    ChangeKind.ENTRY: "entries/",
    ChangeKind.TOURNAMENT: "",
}
