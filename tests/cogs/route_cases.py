"""The presses of each route's button at a table, and words of the answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from bot.common.id_codes import checksum
from bot.tables.commands import (
    arrange_lobby,
    deletion,
    exchange_notes,
    leave_and_end,
    lobby,
    play,
    substitutes,
    take_computer_seat,
)
from bot.tables.model import premoves
from bot.tables.model.table_state import TableState
from data.tables.records import Append, TableRecord
from sandbox import Outcome
from tests.support.house import House
from tests.support.messages import Json
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    SEATED,
    Stage,
    find_actor,
    find_awaited,
    find_waiting,
    person,
)

Who = Callable[[TableState], str]

HAND: Final = "Your hand"


class Case(NamedTuple):
    """The press of a verb's button where it stands: at which stage, by whom, and words of the answer.

    `args` are the arguments after the table's number.
    """

    stage: Stage = "playing"
    by: Who = lambda _: SEATED
    args: Callable[[TableState], tuple[object, ...]] = lambda _: ()
    answer_words: str = ""
    prepare: Callable[[House, TableState], Awaitable[tuple[object, ...]]] | None = None
    """Does what has to happen at the table before the press, and returns the arguments."""
    may_decline: bool = False
    """Whether a message of its own may decline nonsense, though the answer edits the message pressed."""
    table: bool = True
    """Whether its first argument is a table."""
    choice: Callable[[TableState], str] | None = None
    """Returns the value that is chosen in a select."""
    game: str = "voren"
    """The id of the game that is played there."""
    any_number: int = 0
    """The place of a part of the id that may be any number: what it means is checked against the table itself."""


def _name_moderator(_: TableState) -> str:
    return MODERATOR


def _find_decision(live: TableState) -> int:
    return max(live.decisions.values())


def _find_deal_move(live: TableState) -> tuple[str, str]:
    assert live.state is not None
    moves = sorted(live.state.legal(live.state.to_act[0]).moves)
    return str(moves.index("deal")), checksum("deal")


def _find_absent_seat(live: TableState) -> tuple[object, ...]:
    seat = min(live.decisions)
    return (seat, live.decisions[seat])


def _find_seated_user(live: TableState) -> tuple[object, ...]:
    return (live.record.seats[1].user,)


def _find_hand_number(live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    return (live.state.number,)


async def _add_computer(house: House, live: TableState) -> tuple[object, ...]:
    await lobby.add_computer(house.services.tables, live.id, find_actor(house, HOST))
    return ("Ambrose",)


async def _take_channel_away(house: House, live: TableState) -> tuple[object, ...]:
    """Take the table's channel away for a while, so that its host may move it here."""

    def mark_homeless(record: TableRecord) -> Append:
        return Append(record.id, record.seq, changes={"settings": {**record.settings, "homeless": 1}})

    await house.services.tables.update_row(live.id, mark_homeless)
    return ()


async def _make_host_leave(house: House, live: TableState) -> tuple[object, ...]:
    await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
    await house.until(lambda: not live.computers())
    return (0,)


async def _ask_for_seat(house: House, live: TableState) -> tuple[object, ...]:
    await _make_host_leave(house, live)
    await take_computer_seat.ask(house.services.tables, live.id, 0, find_actor(house, BYSTANDER))
    return (live.record.seq,)


async def _offer_seat(house: House, live: TableState) -> tuple[object, ...]:
    await substitutes.offer(house.services.tables, live.id, 1, find_actor(house, SEATED))
    return (1,)


async def _offer_seat_to_take(house: House, live: TableState) -> tuple[object, ...]:
    return (*await _offer_seat(house, live), live.record.seq)


async def _invite_bystander(house: House, live: TableState) -> tuple[object, ...]:
    await arrange_lobby.invite(house.services.tables, live.id, [person(house, BYSTANDER)], find_actor(house, HOST))
    return ()


async def _find_bystander_id(house: House, _: TableState) -> tuple[object, ...]:
    return (person(house, BYSTANDER).id,)


def _find_partner_mark(live: TableState, seat: int = 1) -> str:
    """Return the mark of whom the player in a seat may write to."""
    return exchange_notes.mark_of(exchange_notes.readers(live, seat))


async def _write_note(house: House, live: TableState) -> tuple[object, ...]:
    await exchange_notes.write(
        house.services.tables, live.id, _find_partner_mark(live, 0), "plum", find_actor(house, HOST)
    )
    return (live.record.seq,)


async def _deal_cards(house: House, live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    await play.act(house.services.tables, live.id, "deal", find_actor(house, find_awaited(live)))
    return (_find_partner_mark(live, 0), exchange_notes.shown_before(live, 0))


async def _deal_to_waiting(house: House, live: TableState) -> tuple[object, ...]:
    """Deal the cards; return since when somebody waits."""
    await _deal_cards(house, live)
    seat = live.seat_of(person(house, find_waiting(live)).id)
    assert seat is not None
    return (premoves.seat_waiting_since_seq(live, seat),)


async def _delete_table(house: House, live: TableState) -> tuple[object, ...]:
    seq = live.record.seq
    await deletion.delete(house.services.tables, live.id, seq, find_actor(house, HOST), moderator=False)
    return ()


CASES: Final = {
    "join_table": Case("lobby", lambda _: BYSTANDER, answer_words=BYSTANDER),
    "leave_lobby": Case("lobby", answer_words="1 of 10 seats"),
    "add_computer": Case(
        "lobby",
        args=lambda _: (2,),
        answer_words="Ambrose (computer, strong)",
        choice=lambda _: "strong",
        may_decline=True,
    ),
    "remove_computer": Case(
        "lobby", args=lambda _: ("Ambrose",), answer_words="2 of 10 seats", prepare=_add_computer, may_decline=True
    ),
    "start_game": Case("lobby", lambda _: HOST, answer_words="Choose how to deal"),
    "set_friendly": Case(
        "lobby", lambda _: HOST, args=lambda _: (1,), answer_words="Friendly: hints and undo", may_decline=True
    ),
    "arrange_table": Case("lobby", answer_words="Set up the table before the first deal."),
    "invite_people": Case("lobby", answer_words="That is a bot.", may_decline=True),
    "swap_seats": Case("lobby", answer_words="That person is no longer here", may_decline=True),
    "choose_partner": Case("lobby", answer_words="That person is no longer here", may_decline=True),
    "hand_over_host": Case("lobby", answer_words="That person is no longer here", may_decline=True),
    "dismiss_player": Case("lobby", answer_words="That person is no longer here", may_decline=True),
    "set_table_setting": Case(
        "lobby", lambda _: HOST, args=lambda _: ("forced", 0), answer_words="You play every card", may_decline=True
    ),
    "open_options_form": Case(
        "lobby", lambda _: HOST, args=lambda _: ("x",), answer_words="That form is an old one.", may_decline=True
    ),
    "submit_options_form": Case("lobby", answer_words="Type a whole number from 3 to 300", may_decline=True),
    "open_clock_form": Case("lobby", answer_words="Only the host"),
    "submit_clock_form": Case("lobby", lambda _: HOST, answer_words="Choose one.", may_decline=True),
    "answer_later": Case(answer_words="Nothing changed. You can still answer later."),
    "pause_table": Case(answer_words="The others are asked at the table."),
    "resume_table": Case(answer_words="This table is not paused."),
    "come_back_to_seat": Case(answer_words="You are already playing for yourself."),
    "ping_players": Case("lobby", answer_words="has no role to ping for players", may_decline=True),
    "decline_invitation": Case(
        "lobby", lambda _: BYSTANDER, answer_words="You will not play at Voren", prepare=_invite_bystander
    ),
    "open_rematch": Case("over", answer_words="1 of 10 seats"),
    "accept_invitation": Case("lobby", lambda _: BYSTANDER, answer_words="You are seated at Voren"),
    "show_hand": Case(answer_words=HAND),
    "refresh_hand": Case(answer_words=HAND),
    "make_move": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), *_find_deal_move(live)), answer_words="You dealt"
    ),
    "pick_move": Case(
        by=find_awaited,
        args=lambda live: (_find_decision(live), 0),
        answer_words="You dealt",
        choice=lambda live: ":".join(_find_deal_move(live)),
    ),
    "confirm_move": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), *_find_deal_move(live)), answer_words="You dealt"
    ),
    "deal_next_hand": Case("waiting", args=_find_hand_number, answer_words="The next hand begins"),
    "show_log": Case(args=lambda _: (-1,), answer_words="Log of"),
    "turn_log_page": Case(args=lambda _: (0,), answer_words="Log of"),
    "show_scores": Case(answer_words="No hand is finished yet."),
    "turn_scores_page": Case("waiting", args=lambda _: (0,), answer_words="Total"),
    "show_revealed_hands": Case("waiting", args=lambda _: (0,), answer_words="Everybody's cards", game="five_crowns"),
    "turn_revealed_hands_page": Case(
        "waiting", args=lambda _: (0, 0), answer_words="Everybody's cards", game="five_crowns", may_decline=True
    ),
    "show_review": Case("waiting", args=lambda _: (0,), answer_words="Looking at your hand"),
    "call_move_silly": Case(
        "waiting", args=lambda _: (0, 1), answer_words="no computer player's move", may_decline=True
    ),
    "show_replay": Case("waiting", args=lambda _: (0,), answer_words="Replay"),
    "go_to_replay_step": Case(
        "waiting", args=lambda _: (0, 1, 0), answer_words="step 2 of", may_decline=True, any_number=2
    ),
    "choose_replay_seat": Case(
        "waiting", args=lambda _: (0, 1), answer_words="step 2 of", may_decline=True, any_number=2
    ),
    "open_note_form": Case(args=lambda _: ("0000",), answer_words="another player sits there"),
    "submit_note_form": Case(args=lambda live: (_find_partner_mark(live),), answer_words="Write a note first."),
    "ask_to_show_hand": Case(by=lambda _: HOST, answer_words="sees your", prepare=_deal_cards, may_decline=True),
    "show_hand_to_partners": Case(by=lambda _: HOST, answer_words="You showed", prepare=_deal_cards, may_decline=True),
    "show_notes": Case(answer_words="No notes yet."),
    "turn_notes_page": Case(args=lambda _: (0,), answer_words="No notes yet."),
    "ask_to_report_note": Case(answer_words="has no channel for reports", prepare=_write_note, may_decline=True),
    "report_note": Case(answer_words="has no channel for reports", prepare=_write_note, may_decline=True),
    "show_more": Case(answer_words="Your seat"),
    "mute_table": Case(args=lambda _: (1,), answer_words="Your seat"),
    "show_terms": Case(answer_words="**Options**"),
    "export_table": Case("waiting", answer_words="as a file"),
    "verify_shuffles": Case(answer_words="The shuffles of"),
    "ask_to_end": Case(answer_words="End Voren, table"),
    "ask_whom_to_replace": Case(answer_words="Which player of Voren"),
    "ask_who_plays_on": Case(args=lambda _: (0,), answer_words=f"Who plays on for {HOST}?", may_decline=True),
    "ask_to_release": Case(
        by=find_waiting, args=lambda live: _find_absent_seat(live)[:1], answer_words="computer?", may_decline=True
    ),
    "choose_table_game": Case(answer_words="Which game do you want to play?", table=False),
    "turn_help_page": Case(args=lambda _: ("player",), answer_words="Help for players", table=False, may_decline=True),
    "set_preference": Case(args=lambda _: ("confirms", 0), answer_words="Your settings", table=False, may_decline=True),
    "set_server_setting": Case(
        by=_name_moderator, args=lambda _: ("silent", 0), answer_words="Server settings", table=False, may_decline=True
    ),
    "turn_moderation_log_page": Case(
        by=_name_moderator, args=lambda _: (9,), answer_words="What moderators did", table=False, may_decline=True
    ),
    "confirm_ban": Case(
        by=_name_moderator, args=lambda _: (9,), answer_words="This question has expired", table=False, may_decline=True
    ),
    "free_seat": Case(
        by=_name_moderator, args=_find_seated_user, answer_words="The seat is freed", may_decline=True, any_number=3
    ),
    "erase_my_data": Case(
        by=lambda _: BYSTANDER,
        answer_words="data is deleted",
        prepare=_find_bystander_id,
        table=False,
        may_decline=True,
    ),
    "unmute_all": Case(answer_words="Your settings", table=False),
    "show_table": Case(answer_words="Here it is"),
    "ask_to_delete_table": Case("lobby", lambda _: HOST, answer_words="Delete Voren, table"),
    "delete_table": Case(
        "lobby", lambda _: HOST, lambda live: (live.record.seq,), answer_words="is deleted", may_decline=True
    ),
    "restore_table": Case("lobby", lambda _: HOST, answer_words="is back, with its players", prepare=_delete_table),
    "ask_to_leave": Case(answer_words="To come back, you need one player's yes."),
    "leave_table": Case(
        args=lambda _: (1,), answer_words="A computer plays on in your seat.", may_decline=True, any_number=3
    ),
    "agree": Case(answer_words="You voted to end Voren"),
    "end_table": Case(answer_words="You voted to end Voren"),
    "cancel_question": Case(answer_words="Nothing has changed.", table=False),
    "show_stored_data": Case(answer_words="Your data", table=False),
    "show_who_sees_data": Case(answer_words="Who sees it", table=False),
    "move_table": Case(by=lambda _: HOST, answer_words="goes on in", prepare=_take_channel_away),
    "release_seat": Case(by=find_waiting, args=_find_absent_seat, answer_words="A computer plays on in"),
    "ask_for_seat": Case(
        by=lambda _: BYSTANDER, args=lambda _: (0,), answer_words="are asked to let you take", prepare=_make_host_leave
    ),
    "ask_to_offer_seat": Case(answer_words="Offer your seat at Voren"),
    "offer_seat": Case(
        by=find_waiting, args=lambda live: _find_absent_seat(live)[:1], answer_words="is on offer.", any_number=3
    ),
    "keep_seat": Case(args=lambda _: (1,), answer_words="You keep your seat.", prepare=_offer_seat),
    "take_offered_seat": Case(by=lambda _: BYSTANDER, answer_words=HAND, prepare=_offer_seat_to_take),
    "agree_to_seat": Case(args=lambda _: (1,), answer_words=f"{BYSTANDER} now plays seat 1.", prepare=_ask_for_seat),
    "show_rules": Case(args=lambda _: ("voren", 0), answer_words="page 1 of", table=False),
    "turn_rules_page": Case(args=lambda _: ("voren", 1), answer_words="page 2 of", table=False),
    "show_rules_clause": Case(args=lambda _: ("voren", "V5.5"), answer_words="**V5.5**", table=False),
    "turn_rules_search_page": Case(
        args=lambda _: ("voren", 0, "lead"), answer_words="with “lead”", table=False, may_decline=True
    ),
    "open_move_form": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), "whatever", "0000"), answer_words="is an old one"
    ),
    "submit_move_form": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), "whatever", "0000"), answer_words="is an old one"
    ),
    "confirm_move_form": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), "lay", "0000", "0"), answer_words="is an old one"
    ),
    "open_premoves": Case(by=find_waiting, answer_words="Choose a move for your next turn.", prepare=_deal_to_waiting),
    "pick_premove": Case(by=find_waiting, answer_words="That move can no longer be planned.", prepare=_deal_to_waiting),
    "open_premove_form": Case(
        by=find_waiting, answer_words="That move can no longer be planned.", prepare=_deal_to_waiting
    ),
    "submit_premove_form": Case(
        by=find_waiting, answer_words="That move can no longer be planned.", prepare=_deal_to_waiting
    ),
    "cancel_premove": Case(by=find_waiting, answer_words="You have no planned move here.", prepare=_deal_to_waiting),
    "follow_hint": Case(args=lambda _: (1,), answer_words="This game is rated, so there are no hints."),
    "take_back_move": Case(args=lambda _: (1,), answer_words="This game is rated, so no move can be undone."),
    "agree_to_take_back": Case(args=lambda _: (1,), answer_words="This game is rated, so no move can be undone."),
    "show_hint": Case(answer_words="This game is rated, so there are no hints."),
    "claim_tricks": Case(
        by=find_awaited, args=lambda live: (_find_decision(live),), answer_words="That choice is gone"
    ),
    "why_not": Case(by=find_awaited, answer_words=HAND),
    "skip_to_end": Case(answer_words="This button works in lessons only."),
    "begin_lesson": Case(
        args=lambda _: ("voren",), answer_words="### Voren\nEveryone pays", table=False, may_decline=True
    ),
    "show_daily_secrets": Case(
        args=lambda _: (1,), answer_words="The secrets of that day are gone.", table=False, may_decline=True
    ),
    "ask_to_challenge": Case("waiting", args=lambda _: (0,), answer_words="It is posted in <#", game="abracadabra"),
    "open_challenge": Case(
        "waiting", args=lambda _: (0,), answer_words="The challenge is in <#", game="abracadabra", may_decline=True
    ),
    "play_challenge": Case(
        args=lambda _: (999,), answer_words="This challenge is gone.", table=False, may_decline=True
    ),
    "show_challenge_ranking": Case(
        args=lambda _: (999,), answer_words="This challenge is gone.", table=False, may_decline=True
    ),
    "end_challenge": Case(
        by=_name_moderator, args=lambda _: (999,), answer_words="This challenge is gone.", table=False, may_decline=True
    ),
    "show_cup": Case(answer_words="No cup yet.", table=False, may_decline=True),
    "begin_daily_hand": Case(
        args=lambda _: ("voren", 1), answer_words="hand of the day", table=False, may_decline=True
    ),
    "open_table": Case(args=lambda _: ("voren",), answer_words="1 of 10 seats", table=False),
    "pick_cards": Case(
        by=find_awaited,
        args=lambda live: (_find_decision(live), "place", "0000"),
        answer_words="is an old one",
        choice=lambda _: "0",
    ),
    "make_ready_move": Case(
        by=find_awaited, args=lambda live: (_find_decision(live), "lay", "0000", "0"), answer_words="is an old one"
    ),
}


PUBLIC: Final = {
    "join_table", "leave_lobby", "add_computer", "remove_computer", "start_game", "set_friendly", "accept_invitation",
    "decline_invitation", "arrange_table", "open_clock_form", "submit_clock_form", "show_more", "agree",
    "agree_to_seat", "keep_seat", "answer_later", "play_challenge",
}  # fmt: skip
ANYWHERE: Final = {
    "restore_table", "come_back_to_seat", "pause_table", "resume_table", "show_hand", "deal_next_hand", "release_seat",
    "show_rules", "show_log", "show_scores", "show_revealed_hands", "agree_to_take_back", "ask_for_seat", "offer_seat",
    "take_offered_seat", "open_rematch", "choose_table_game", "show_daily_secrets", "show_review",
    "open_options_form", "submit_options_form", "show_challenge_ranking", "show_replay",
}  # fmt: skip
"""Where the buttons stand: on public messages; there and on private ones. The others stand on private ones alone."""


def build_custom_id(verb: str, case: Case, live: TableState) -> str:
    """Return the custom id that the verb's button has at this table."""
    args = case.args(live)
    return ":".join(map(str, ("eh", verb, *((live.id, *args) if case.table else args))))


async def prepare_case(house: House, case: Case, live: TableState) -> Case:
    """Return the case, once what it needs has happened at the table."""
    if case.prepare is None:
        return case
    args = await case.prepare(house, live)
    return case._replace(args=lambda _: args)


async def press(house: House, verb: str, case: Case, live: TableState, message: Json) -> Outcome:
    """Press the verb's button on a message."""
    values = () if case.choice is None else (case.choice(live),)
    return await house.forge(case.by(live), message, build_custom_id(verb, case, live), *values)
