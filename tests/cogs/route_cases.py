"""How the button of each route at a table is pressed, and what is answered."""

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
    """How a verb is pressed as its button stands: at which stage, by whom, and what the answer then says.

    `args` are the arguments after the table's number.
    """

    stage: Stage = "playing"
    by: Who = lambda _: SEATED
    args: Callable[[TableState], tuple[object, ...]] = lambda _: ()
    says: str = ""
    before: Callable[[House, TableState], Awaitable[tuple[object, ...]]] | None = None
    """What has to have happened at the table; what it gives are the arguments then."""
    declines: bool = False
    """Whether nonsense may be declined in a message of its own, though the answer edits the message pressed."""
    table: bool = True
    """Whether its first argument is a table."""
    choice: Callable[[TableState], str] | None = None
    """What is chosen in it, if it is a select."""
    game: str = "voren"
    """What is played there."""
    any_number: int = 0
    """The place of a part of the id that may be any number: what it means is checked against the table itself."""


def _moderator(_: TableState) -> str:
    return MODERATOR


def _decision(live: TableState) -> int:
    return max(live.decisions.values())


def _deal(live: TableState) -> tuple[str, str]:
    assert live.state is not None
    moves = sorted(live.state.legal(live.state.to_act[0]).moves)
    return str(moves.index("deal")), checksum("deal")


def _absent(live: TableState) -> tuple[object, ...]:
    seat = min(live.decisions)
    return (seat, live.decisions[seat])


def _seats_person(live: TableState) -> tuple[object, ...]:
    return (live.record.seats[1].user,)


def _hand_number(live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    return (live.state.number,)


async def _computer_comes(house: House, live: TableState) -> tuple[object, ...]:
    await lobby.add_computer(house.services.tables, live.id, find_actor(house, HOST))
    return ("Ambrose",)


async def _without_place(house: House, live: TableState) -> tuple[object, ...]:
    """The table has lost its channel for a while, so its host may let it go on here."""

    def lost(record: TableRecord) -> Append:
        return Append(record.id, record.seq, changes={"settings": {**record.settings, "homeless": 1}})

    await house.services.tables.update_row(live.id, lost)
    return ()


async def _host_leaves(house: House, live: TableState) -> tuple[object, ...]:
    await leave_and_end.leave(house.services.tables, live.id, find_actor(house, HOST))
    await house.until(lambda: not live.computers())
    return (0,)


async def _bystander_asks(house: House, live: TableState) -> tuple[object, ...]:
    await _host_leaves(house, live)
    await take_computer_seat.ask(house.services.tables, live.id, 0, find_actor(house, BYSTANDER))
    return (live.record.seq,)


async def _seat_is_offered(house: House, live: TableState) -> tuple[object, ...]:
    await substitutes.offer(house.services.tables, live.id, 1, find_actor(house, SEATED))
    return (1,)


async def _seat_to_be_taken(house: House, live: TableState) -> tuple[object, ...]:
    return (*await _seat_is_offered(house, live), live.record.seq)


async def _bystander_is_asked(house: House, live: TableState) -> tuple[object, ...]:
    await arrange_lobby.invite(house.services.tables, live.id, [person(house, BYSTANDER)], find_actor(house, HOST))
    return ()


async def _bystander_asked(house: House, _: TableState) -> tuple[object, ...]:
    return (person(house, BYSTANDER).id,)


def _partner(live: TableState, seat: int = 1) -> str:
    """The mark of whom the player in a seat may write to."""
    return exchange_notes.mark_of(exchange_notes.readers(live, seat))


async def _host_writes(house: House, live: TableState) -> tuple[object, ...]:
    await exchange_notes.write(house.services.tables, live.id, _partner(live, 0), "plum", find_actor(house, HOST))
    return (live.record.seq,)


async def _cards_are_dealt(house: House, live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    await play.act(house.services.tables, live.id, "deal", find_actor(house, find_awaited(live)))
    return (_partner(live, 0), exchange_notes.shown_before(live, 0))


async def _may_order(house: House, live: TableState) -> tuple[object, ...]:
    """Cards are dealt, and somebody waits: since when."""
    await _cards_are_dealt(house, live)
    seat = live.seat_of(person(house, find_waiting(live)).id)
    assert seat is not None
    return (premoves.seat_waiting_since_seq(live, seat),)


async def _is_deleted(house: House, live: TableState) -> tuple[object, ...]:
    seq = live.record.seq
    await deletion.delete(house.services.tables, live.id, seq, find_actor(house, HOST), moderator=False)
    return ()


CASES: Final = {
    "join_table": Case("lobby", lambda _: BYSTANDER, says=BYSTANDER),
    "leave_lobby": Case("lobby", says="1 of 10 seats"),
    "add_computer": Case(
        "lobby", args=lambda _: (2,), says="Ambrose (computer, strong)", choice=lambda _: "strong", declines=True
    ),
    "remove_computer": Case(
        "lobby", args=lambda _: ("Ambrose",), says="2 of 10 seats", before=_computer_comes, declines=True
    ),
    "start_game": Case("lobby", lambda _: HOST, says="Choose how to deal"),
    "set_friendly": Case("lobby", lambda _: HOST, args=lambda _: (1,), says="Friendly: hints and undo", declines=True),
    "arrange_table": Case("lobby", says="Set up the table before the first deal."),
    "invite_people": Case("lobby", says="That is a bot.", declines=True),
    "swap_seats": Case("lobby", says="That person is no longer here", declines=True),
    "choose_partner": Case("lobby", says="That person is no longer here", declines=True),
    "hand_over_host": Case("lobby", says="That person is no longer here", declines=True),
    "dismiss_player": Case("lobby", says="That person is no longer here", declines=True),
    "set_table_setting": Case(
        "lobby", lambda _: HOST, args=lambda _: ("forced", 0), says="You play every card", declines=True
    ),
    "open_options_form": Case(
        "lobby", lambda _: HOST, args=lambda _: ("x",), says="That form is an old one.", declines=True
    ),
    "submit_options_form": Case("lobby", says="Type a whole number from 3 to 300", declines=True),
    "open_clock_form": Case("lobby", says="Only the host"),
    "submit_clock_form": Case("lobby", lambda _: HOST, says="Choose one.", declines=True),
    "answer_later": Case(says="Nothing changed. You can still answer later."),
    "pause_table": Case(says="The others are asked at the table."),
    "resume_table": Case(says="This table is not paused."),
    "come_back_to_seat": Case(says="You are already playing for yourself."),
    "ping_players": Case("lobby", says="has no role to ping for players", declines=True),
    "decline_invitation": Case(
        "lobby", lambda _: BYSTANDER, says="You will not play at Voren", before=_bystander_is_asked
    ),
    "open_rematch": Case("over", says="1 of 10 seats"),
    "accept_invitation": Case("lobby", lambda _: BYSTANDER, says="You are seated at Voren"),
    "show_hand": Case(says=HAND),
    "refresh_hand": Case(says=HAND),
    "make_move": Case(by=find_awaited, args=lambda live: (_decision(live), *_deal(live)), says="You dealt"),
    "pick_move": Case(
        by=find_awaited,
        args=lambda live: (_decision(live), 0),
        says="You dealt",
        choice=lambda live: ":".join(_deal(live)),
    ),
    "confirm_move": Case(by=find_awaited, args=lambda live: (_decision(live), *_deal(live)), says="You dealt"),
    "deal_next_hand": Case("waiting", args=_hand_number, says="The next hand begins"),
    "show_log": Case(args=lambda _: (-1,), says="Log of"),
    "turn_log_page": Case(args=lambda _: (0,), says="Log of"),
    "show_scores": Case(says="No hand is finished yet."),
    "turn_scores_page": Case("waiting", args=lambda _: (0,), says="Total"),
    "show_revealed_hands": Case("waiting", args=lambda _: (0,), says="Everybody's cards", game="five_crowns"),
    "turn_revealed_hands_page": Case(
        "waiting", args=lambda _: (0, 0), says="Everybody's cards", game="five_crowns", declines=True
    ),
    "show_review": Case("waiting", args=lambda _: (0,), says="Looking at your hand"),
    "call_move_silly": Case("waiting", args=lambda _: (0, 1), says="no computer player's move", declines=True),
    "show_replay": Case("waiting", args=lambda _: (0,), says="Replay"),
    "go_to_replay_step": Case("waiting", args=lambda _: (0, 1, 0), says="step 2 of", declines=True, any_number=2),
    "choose_replay_seat": Case("waiting", args=lambda _: (0, 1), says="step 2 of", declines=True, any_number=2),
    "open_note_form": Case(args=lambda _: ("0000",), says="another player sits there"),
    "submit_note_form": Case(args=lambda live: (_partner(live),), says="Write a note first."),
    "ask_to_show_hand": Case(by=lambda _: HOST, says="sees your", before=_cards_are_dealt, declines=True),
    "show_hand_to_partners": Case(by=lambda _: HOST, says="You showed", before=_cards_are_dealt, declines=True),
    "show_notes": Case(says="No notes yet."),
    "turn_notes_page": Case(args=lambda _: (0,), says="No notes yet."),
    "ask_to_report_note": Case(says="has no channel for reports", before=_host_writes, declines=True),
    "report_note": Case(says="has no channel for reports", before=_host_writes, declines=True),
    "show_more": Case(says="Your seat"),
    "mute_table": Case(args=lambda _: (1,), says="Your seat"),
    "show_terms": Case(says="**Options**"),
    "export_table": Case("waiting", says="as a file"),
    "verify_shuffles": Case(says="The shuffles of"),
    "ask_to_end": Case(says="End Voren, table"),
    "ask_whom_to_replace": Case(says="Which player of Voren"),
    "ask_who_plays_on": Case(args=lambda _: (0,), says=f"Who plays on for {HOST}?", declines=True),
    "ask_to_release": Case(by=find_waiting, args=lambda live: _absent(live)[:1], says="computer?", declines=True),
    "choose_table_game": Case(says="Which game do you want to play?", table=False),
    "turn_help_page": Case(args=lambda _: ("player",), says="Help for players", table=False, declines=True),
    "set_preference": Case(args=lambda _: ("confirms", 0), says="Your settings", table=False, declines=True),
    "set_server_setting": Case(
        by=_moderator, args=lambda _: ("silent", 0), says="Server settings", table=False, declines=True
    ),
    "turn_moderation_log_page": Case(
        by=_moderator, args=lambda _: (9,), says="What moderators did", table=False, declines=True
    ),
    "confirm_ban": Case(
        by=_moderator, args=lambda _: (9,), says="This question has expired", table=False, declines=True
    ),
    "free_seat": Case(by=_moderator, args=_seats_person, says="The seat is freed", declines=True, any_number=3),
    "erase_my_data": Case(
        by=lambda _: BYSTANDER, says="data is deleted", before=_bystander_asked, table=False, declines=True
    ),
    "unmute_all": Case(says="Your settings", table=False),
    "show_table": Case(says="Here it is"),
    "ask_to_delete_table": Case("lobby", lambda _: HOST, says="Delete Voren, table"),
    "delete_table": Case("lobby", lambda _: HOST, lambda live: (live.record.seq,), says="is deleted", declines=True),
    "restore_table": Case("lobby", lambda _: HOST, says="is back, with its players", before=_is_deleted),
    "ask_to_leave": Case(says="To come back, you need one player's yes."),
    "leave_table": Case(args=lambda _: (1,), says="A computer plays on in your seat.", declines=True, any_number=3),
    "agree": Case(says="You voted to end Voren"),
    "end_table": Case(says="You voted to end Voren"),
    "cancel_question": Case(says="Nothing has changed.", table=False),
    "show_stored_data": Case(says="Your data", table=False),
    "show_who_sees_data": Case(says="Who sees it", table=False),
    "move_table": Case(by=lambda _: HOST, says="goes on in", before=_without_place),
    "release_seat": Case(by=find_waiting, args=_absent, says="A computer plays on in"),
    "ask_for_seat": Case(
        by=lambda _: BYSTANDER, args=lambda _: (0,), says="are asked to let you take", before=_host_leaves
    ),
    "ask_to_offer_seat": Case(says="Offer your seat at Voren"),
    "offer_seat": Case(by=find_waiting, args=lambda live: _absent(live)[:1], says="is on offer.", any_number=3),
    "keep_seat": Case(args=lambda _: (1,), says="You keep your seat.", before=_seat_is_offered),
    "take_offered_seat": Case(by=lambda _: BYSTANDER, says=HAND, before=_seat_to_be_taken),
    "agree_to_seat": Case(args=lambda _: (1,), says=f"{BYSTANDER} now plays seat 1.", before=_bystander_asks),
    "show_rules": Case(args=lambda _: ("voren", 0), says="page 1 of", table=False),
    "turn_rules_page": Case(args=lambda _: ("voren", 1), says="page 2 of", table=False),
    "show_rules_clause": Case(args=lambda _: ("voren", "V5.5"), says="**V5.5**", table=False),
    "turn_rules_search_page": Case(args=lambda _: ("voren", 0, "lead"), says="with “lead”", table=False, declines=True),
    "open_move_form": Case(
        by=find_awaited, args=lambda live: (_decision(live), "whatever", "0000"), says="is an old one"
    ),
    "submit_move_form": Case(
        by=find_awaited, args=lambda live: (_decision(live), "whatever", "0000"), says="is an old one"
    ),
    "confirm_move_form": Case(
        by=find_awaited, args=lambda live: (_decision(live), "lay", "0000", "0"), says="is an old one"
    ),
    "open_premoves": Case(by=find_waiting, says="Choose a move for your next turn.", before=_may_order),
    "pick_premove": Case(by=find_waiting, says="That move can no longer be planned.", before=_may_order),
    "open_premove_form": Case(by=find_waiting, says="That move can no longer be planned.", before=_may_order),
    "submit_premove_form": Case(by=find_waiting, says="That move can no longer be planned.", before=_may_order),
    "cancel_premove": Case(by=find_waiting, says="You have no planned move here.", before=_may_order),
    "follow_hint": Case(args=lambda _: (1,), says="This game is rated, so there are no hints."),
    "take_back_move": Case(args=lambda _: (1,), says="This game is rated, so no move can be undone."),
    "agree_to_take_back": Case(args=lambda _: (1,), says="This game is rated, so no move can be undone."),
    "show_hint": Case(says="This game is rated, so there are no hints."),
    "claim_tricks": Case(by=find_awaited, args=lambda live: (_decision(live),), says="That choice is gone"),
    "why_not": Case(by=find_awaited, says=HAND),
    "skip_to_end": Case(says="This button works in lessons only."),
    "begin_lesson": Case(args=lambda _: ("voren",), says="### Voren\nEveryone pays", table=False, declines=True),
    "show_daily_secrets": Case(
        args=lambda _: (1,), says="The secrets of that day are gone.", table=False, declines=True
    ),
    "ask_to_challenge": Case("waiting", args=lambda _: (0,), says="It is posted in <#", game="abracadabra"),
    "open_challenge": Case(
        "waiting", args=lambda _: (0,), says="The challenge is in <#", game="abracadabra", declines=True
    ),
    "play_challenge": Case(args=lambda _: (999,), says="This challenge is gone.", table=False, declines=True),
    "show_challenge_ranking": Case(args=lambda _: (999,), says="This challenge is gone.", table=False, declines=True),
    "end_challenge": Case(
        by=_moderator, args=lambda _: (999,), says="This challenge is gone.", table=False, declines=True
    ),
    "show_cup": Case(says="No cup yet.", table=False, declines=True),
    "begin_daily_hand": Case(args=lambda _: ("voren", 1), says="hand of the day", table=False, declines=True),
    "open_table": Case(args=lambda _: ("voren",), says="1 of 10 seats", table=False),
    "pick_cards": Case(
        by=find_awaited,
        args=lambda live: (_decision(live), "place", "0000"),
        says="is an old one",
        choice=lambda _: "0",
    ),
    "make_ready_move": Case(
        by=find_awaited, args=lambda live: (_decision(live), "lay", "0000", "0"), says="is an old one"
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


def id_of(verb: str, case: Case, live: TableState) -> str:
    """The custom id that the verb's button has at this table."""
    args = case.args(live)
    return ":".join(map(str, ("eh", verb, *((live.id, *args) if case.table else args))))


async def ready(house: House, case: Case, live: TableState) -> Case:
    """The case once what has to have happened before has happened."""
    if case.before is None:
        return case
    args = await case.before(house, live)
    return case._replace(args=lambda _: args)


async def press(house: House, verb: str, case: Case, live: TableState, message: Json) -> Outcome:
    """Press the verb's button on a message."""
    values = () if case.choice is None else (case.choice(live),)
    return await house.forge(case.by(live), message, id_of(verb, case, live), *values)
