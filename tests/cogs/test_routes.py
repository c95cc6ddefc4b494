"""Every verb that any cog registers, wherever it is pressed, by whatever id.

The tests walk the verbs; one that has no case here fails by its name, and is walked with a bare table all the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import deepcopy
from functools import partial
from typing import Final, Literal, NamedTuple

import pytest

from bot.app.router import MISPLACED, Route
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
from bot.tables.model.move_tokens import marked, offered
from bot.tables.model.table_state import TableState
from bot.transport.interactions import responses
from bot.transport.interactions.table_lookup import ELSEWHERE, NO_TABLE
from data.records import Append, TableRecord
from rules.registry import GAMES
from sandbox import Outcome
from tests.cogs.member.routes import OF_FORMS
from tests.cogs.standings.routes import OF_RESULTS
from tests.support.house import House
from tests.support.messages import Json, buttons, components, text
from tests.support.wire_tables import (
    BYSTANDER,
    HOST,
    MODERATOR,
    SEATED,
    Stage,
    awaited,
    board,
    in_private,
    is_private,
    kinds,
    moved,
    note,
    number,
    person,
    room,
    said,
    table,
    waiting,
)

Who = Callable[[TableState], str]
On = Literal["public", "private"]

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
    chosen: bool = False
    """Whether it is a select, in which the deal is chosen."""
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
    return str(moves.index("deal")), marked("deal")


def _absent(live: TableState) -> tuple[object, ...]:
    seat = min(live.decisions)
    return (seat, live.decisions[seat])


def _seats_person(live: TableState) -> tuple[object, ...]:
    return (live.record.seats[1].user,)


def _hand_number(live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    return (live.state.number,)


async def _computer_comes(here: House, live: TableState) -> tuple[object, ...]:
    await lobby.add_computer(here.services.tables, live.id, person(here, HOST), number(here))
    return ("Ambrose",)


async def _without_place(here: House, live: TableState) -> tuple[object, ...]:
    """The table has lost its channel for a while, so its host may let it go on here."""

    def lost(record: TableRecord) -> Append:
        return Append(record.id, record.seq, changes={"settings": {**record.settings, "homeless": 1}})

    await here.services.tables.update_row(live.id, lost)
    return ()


async def _host_leaves(here: House, live: TableState) -> tuple[object, ...]:
    await leave_and_end.leave(here.services.tables, live.id, person(here, HOST), number(here))
    await here.until(lambda: not live.computers())
    return (0,)


async def _bystander_asks(here: House, live: TableState) -> tuple[object, ...]:
    await _host_leaves(here, live)
    await take_computer_seat.ask(here.services.tables, live.id, 0, person(here, BYSTANDER), number(here))
    return (live.record.seq,)


async def _seat_is_offered(here: House, live: TableState) -> tuple[object, ...]:
    await substitutes.offer(here.services.tables, live.id, 1, person(here, SEATED), number(here))
    return (1,)


async def _seat_to_be_taken(here: House, live: TableState) -> tuple[object, ...]:
    return (*await _seat_is_offered(here, live), live.record.seq)


async def _bystander_is_asked(here: House, live: TableState) -> tuple[object, ...]:
    who = person(here, HOST)
    await arrange_lobby.invite(here.services.tables, live.id, [person(here, BYSTANDER)], who, number(here))
    return ()


async def _bystander_asked(here: House, _: TableState) -> tuple[object, ...]:
    return (person(here, BYSTANDER).id,)


def _partner(live: TableState, seat: int = 1) -> str:
    """The mark of whom the player in a seat may write to."""
    return exchange_notes.mark_of(exchange_notes.readers(live, seat))


async def _host_writes(here: House, live: TableState) -> tuple[object, ...]:
    await exchange_notes.write(
        here.services.tables, live.id, _partner(live, 0), "plum", person(here, HOST), number(here)
    )
    return (live.record.seq,)


async def _cards_are_dealt(here: House, live: TableState) -> tuple[object, ...]:
    assert live.state is not None
    await play.act(here.services.tables, live.id, person(here, awaited(live)).id, "deal", number(here))
    return (_partner(live, 0), exchange_notes.shown_before(live, 0))


async def _may_order(here: House, live: TableState) -> tuple[object, ...]:
    """Cards are dealt, and somebody waits: since when."""
    await _cards_are_dealt(here, live)
    seat = live.seat_of(person(here, waiting(live)).id)
    assert seat is not None
    return (premoves.since(live, seat),)


async def _chosen_order(here: House, live: TableState) -> tuple[object, ...]:
    """The same with the order that was shown back: to stay."""
    return (*await _may_order(here, live), "m", *offered(["fold", "stay"])["stay"])


async def _is_deleted(here: House, live: TableState) -> tuple[object, ...]:
    who, seq = person(here, HOST), live.record.seq
    await deletion.delete(here.services.tables, live.id, seq, who, number(here), moderator=False)
    return ()


@pytest.fixture(autouse=True)
def in_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Voren is played here by pairs who may talk, so that what they may do is pressed as well."""
    monkeypatch.setattr(type(GAMES["voren"].conduct), "confidants", lambda _, seat: (seat ^ 1,))


def of_tables(here: House) -> list[tuple[str, Route]]:
    """All registered verbs but those of score pads and standings, which are walked in tests/cogs/pads and results, and
    of club nights (test_nights.py).
    """
    every, others = here.services.router.routes().items(), ("pad", "night")
    return [(verb, one) for verb, one in every if not verb.startswith(others) and verb not in OF_RESULTS | OF_FORMS]


CASES: Final = {
    "join": Case("lobby", lambda _: BYSTANDER, says=BYSTANDER),
    "leave": Case("lobby", says="1 of 10 seats"),
    "computer": Case("lobby", says="Ambrose (computer)"),
    "away": Case("lobby", args=lambda _: ("Ambrose",), says="2 of 10 seats", before=_computer_comes, declines=True),
    "start": Case("lobby", lambda _: HOST, says="Choose how to deal"),
    "friendly": Case("lobby", lambda _: HOST, args=lambda _: (1,), says="Friendly: hints and undo", declines=True),
    "arrange": Case("lobby", says="Set up the table before the first deal."),
    "invite": Case("lobby", says="That is a bot.", declines=True),
    "swap": Case("lobby", says="That person is no longer here", declines=True),
    "beside": Case("lobby", says="That person is no longer here", declines=True),
    "host": Case("lobby", says="That person is no longer here", declines=True),
    "dismiss": Case("lobby", says="That person is no longer here", declines=True),
    "setting": Case("lobby", lambda _: HOST, args=lambda _: ("forced", 0), says="You play every card", declines=True),
    "options": Case("lobby", args=lambda _: ("x",), says="That form is an old one.", declines=True),
    "optioned": Case("lobby", says="Type a whole number from 3 to 300", declines=True),
    "clock": Case("lobby", args=lambda _: ("x",), says="That form is an old one.", declines=True),
    "clocked": Case("lobby", lambda _: HOST, says="Choose one.", declines=True),
    "notnow": Case(says="Nothing changed. You can still answer later."),
    "pause": Case(says="The others are asked at the table."),
    "goon": Case(says="This table is not paused."),
    "here": Case(says="You are already playing for yourself."),
    "wish": Case("lobby", says="You already chose that", declines=True),
    "looking": Case("lobby", says="has no role to ping for players", declines=True),
    "first": Case(
        "lobby", args=lambda live: (live.record.host,), says="must agree, or the dealer is drawn.", declines=True
    ),
    "decline": Case("lobby", lambda _: BYSTANDER, says="You will not play at Voren", before=_bystander_is_asked),
    "rematch": Case("over", says="1 of 10 seats"),
    "accept": Case("lobby", lambda _: BYSTANDER, says="You are seated at Voren"),
    "hand": Case(says=HAND),
    "look": Case(says=HAND),
    "play": Case(by=awaited, args=lambda live: (_decision(live), *_deal(live)), says="You dealt"),
    "pick": Case(by=awaited, args=lambda live: (_decision(live), 0), says="You dealt", chosen=True),
    "sure": Case(by=awaited, args=lambda live: (_decision(live), *_deal(live)), says="You dealt"),
    "next": Case("waiting", args=_hand_number, says="The next hand begins"),
    "log": Case(args=lambda _: (-1,), says="Log of"),
    "logpage": Case(args=lambda _: (0,), says="Log of"),
    "sheet": Case(says="Nothing is over yet."),
    "scores": Case("waiting", args=lambda _: (0,), says="Total"),
    "laid": Case("waiting", args=lambda _: (0,), says="Everybody's cards", game="five_crowns"),
    "laidpage": Case("waiting", args=lambda _: (0, 0), says="Everybody's cards", game="five_crowns", declines=True),
    "replay": Case("waiting", args=lambda _: (0,), says="Replay"),
    "step": Case("waiting", args=lambda _: (0, 1, 0), says="step 2 of", declines=True, any_number=2),
    "eyes": Case("waiting", args=lambda _: (0, 1), says="step 2 of", declines=True, any_number=2),
    "note": Case(args=lambda _: ("0000",), says="somebody else sits there"),
    "noted": Case(args=lambda live: (_partner(live),), says="Write a note first."),
    "showhand": Case(by=lambda _: HOST, says="sees your", before=_cards_are_dealt, declines=True),
    "showing": Case(by=lambda _: HOST, says="You showed", before=_cards_are_dealt, declines=True),
    "notes": Case(says="No notes yet."),
    "notespage": Case(args=lambda _: (0,), says="No notes yet."),
    "report": Case(says="has no channel for reports", before=_host_writes, declines=True),
    "reporting": Case(says="has no channel for reports", before=_host_writes, declines=True),
    "more": Case(says="The table waits for"),
    "mute": Case(args=lambda _: (1,), says="The table waits for"),
    "terms": Case(says="**Options**"),
    "export": Case("waiting", says="as a file"),
    "verify": Case(says="The shuffles of"),
    "word": Case(by=lambda _: BYSTANDER, says="You have no seat at this table."),
    "worded": Case(says="Type a word."),
    "endtable": Case(says="End Voren, table"),
    "replace": Case(says="Which player of Voren"),
    "replacing": Case(args=lambda _: (0,), says=f"Who plays on for {HOST}?", declines=True),
    "giveaway": Case(by=waiting, args=lambda live: _absent(live)[:1], says="computer?", declines=True),
    "opengame": Case(says="Which game do you want to play?", table=False),
    "help": Case(args=lambda _: ("player",), says="Help for players", table=False, declines=True),
    "me": Case(args=lambda _: ("confirms", 0), says="Your settings", table=False, declines=True),
    "server": Case(by=_moderator, args=lambda _: ("silent", 0), says="Server settings", table=False, declines=True),
    "acts": Case(by=_moderator, args=lambda _: (9,), says="What moderators did", table=False, declines=True),
    "banning": Case(by=_moderator, args=lambda _: (9,), says="This question has expired", table=False, declines=True),
    "free": Case(by=_moderator, args=_seats_person, says="The seat is freed", declines=True, any_number=3),
    "forget": Case(by=lambda _: BYSTANDER, says="data is deleted", before=_bystander_asked, table=False, declines=True),
    "unmute": Case(says="Your settings", table=False),
    "show": Case(says="Here it is"),
    "tabledelete": Case("lobby", lambda _: HOST, says="Delete Voren, table"),
    "tablego": Case("lobby", lambda _: HOST, lambda live: (live.record.seq,), says="is deleted", declines=True),
    "tableback": Case("lobby", lambda _: HOST, says="is back, with its players", before=_is_deleted),
    "quit": Case(says="To come back, you need one player's yes."),
    "leaving": Case(args=lambda _: (1,), says="A computer plays on in your seat.", declines=True, any_number=3),
    "agree": Case(says="You voted to end Voren"),
    "ending": Case(says="You voted to end Voren"),
    "moving": Case(by=lambda _: HOST, says="goes on in", before=_without_place),
    "release": Case(by=waiting, args=_absent, says="A computer plays on in"),
    "ask": Case(by=lambda _: BYSTANDER, args=lambda _: (0,), says="are asked to let you take", before=_host_leaves),
    "substitute": Case(says="Offer your seat at Voren"),
    "offer": Case(by=waiting, args=lambda live: _absent(live)[:1], says="is on offer.", any_number=3),
    "keep": Case(args=lambda _: (1,), says="You keep your seat.", before=_seat_is_offered),
    "takeover": Case(by=lambda _: BYSTANDER, says=HAND, before=_seat_to_be_taken),
    "sit": Case(args=lambda _: (1,), says=f"{BYSTANDER} now plays seat 1.", before=_bystander_asks),
    "rules": Case(args=lambda _: ("voren", 0), says="page 1 of", table=False),
    "rulespage": Case(args=lambda _: ("voren", 1), says="page 2 of", table=False),
    "rulesclause": Case(args=lambda _: ("voren", "V5.5"), says="**V5.5**", table=False),
    "rulesfound": Case(args=lambda _: ("voren", 0, "lead"), says="with “lead”", table=False, declines=True),
    "form": Case(by=awaited, args=lambda live: (_decision(live), "whatever", "0000"), says="is an old one"),
    "filled": Case(by=awaited, args=lambda live: (_decision(live), "whatever", "0000"), says="is an old one"),
    "send": Case(by=awaited, args=lambda live: (_decision(live), "lay", "0000", "0"), says="is an old one"),
    "order": Case(by=waiting, says="Choose a move for your next turn.", before=_may_order),
    "ordering": Case(by=waiting, says="That move can no longer be planned.", before=_may_order),
    "rule": Case(by=waiting, says="That move can no longer be planned.", before=_may_order),
    "ruled": Case(by=waiting, says="That move can no longer be planned.", before=_may_order),
    "ordered": Case(by=waiting, says="Move planned.", before=_chosen_order),
    "unorder": Case(by=waiting, says="You have no planned move here.", before=_may_order),
    "follow": Case(args=lambda _: (1,), says="This game is rated, so there are no hints."),
    "undo": Case(args=lambda _: (1,), says="This game is rated, so no move can be undone."),
    "regret": Case(args=lambda _: (1,), says="This game is rated, so no move can be undone."),
    "hint": Case(says="This game is rated, so there are no hints."),
    "claim": Case(by=awaited, args=lambda live: (_decision(live),), says="That choice is gone"),
    "why": Case(by=awaited, says=HAND),
    "rest": Case(says="This button works in lessons only."),
    "lesson": Case(args=lambda _: ("voren",), says="### Voren\nEveryone pays", table=False, declines=True),
    "opentable": Case(args=lambda _: ("voren",), says="1 of 10 seats", table=False),
    "make": Case(by=awaited, args=lambda live: (_decision(live), "lay", "0000", "0"), says="is an old one"),
}


PUBLIC: Final = {
    "join", "leave", "computer", "away", "start", "friendly", "accept", "decline", "arrange", "more",
    "agree", "sit", "first", "keep", "notnow",
}  # fmt: skip
ANYWHERE: Final = {
    "tableback", "here", "pause", "goon", "hand", "next", "release", "rules", "log", "sheet", "laid", "regret",
    "ask", "offer", "takeover", "rematch", "opengame",
}  # fmt: skip
"""Where the buttons stand: on public messages; there and on private ones. The others stand on private ones alone."""


def id_of(verb: str, case: Case, live: TableState) -> str:
    """The custom id that the verb's button has at this table."""
    args = case.args(live)
    return ":".join(map(str, ("eh", verb, *((live.id, *args) if case.table else args))))


async def ready(here: House, case: Case, live: TableState) -> Case:
    """The case once what has to have happened before has happened."""
    if case.before is None:
        return case
    args = await case.before(here, live)
    return case._replace(args=lambda _: args)


async def press(here: House, verb: str, case: Case, live: TableState, message: Json) -> Outcome:
    """Press the verb's button on a message."""
    values = (":".join(_deal(live)),) if case.chosen else ()
    return await here.forge(case.by(live), message, id_of(verb, case, live), *values)


def stands(registered: Route, on: On) -> bool:
    """Whether a verb's buttons stand on messages of this kind."""
    return registered.on in {on, "anywhere"}


def nobody_sees_a_hand(here: House) -> None:
    """No message for all eyes has the buttons of somebody's hand, or says that it is one."""
    public = [one.data for one in here.sandbox.world.messages.values() if one.viewer is None]
    for message in public:
        own = {one["custom_id"].split(":")[1] for one in components(message) if "custom_id" in one}
        assert not own & {"look", "play", "pick", "send", "make"}, message
        assert HAND not in text(message), message


def holds(
    here: House, verb: str, registered: Route, on: On, before: Json, answer: Outcome, *, declined: bool = False
) -> None:
    """The answer stands where the verb's answers belong: the message pressed, one for this person, or a public one.

    On a message on which its buttons do not stand it does nothing, and says so to this person alone, as where it is
    `declined`.
    """
    kept = here.sandbox.world.messages.get(before["id"])
    edits = registered.response == "update" and stands(registered, on) and not declined
    assert answer["state"] == ("update" if edits else "message"), (verb, answer)
    assert said(answer), verb
    assert "went wrong" not in said(answer), verb
    assert (said(answer) == MISPLACED) == (not stands(registered, on)), verb
    if edits:
        assert (answer.get("message") or {})["id"] == before["id"], verb
        assert is_private(answer) == (on == "private"), verb
    else:
        assert is_private(answer) or (stands(registered, on) and registered.response == "public"), verb
        if kept is not None and (on == "private" or declined or not stands(registered, on)):
            assert kept.data["components"] == before["components"], verb
    if on == "public" and registered.on != "public":  # what a board shows changes, and it stays a board
        assert kept is None or {"Rules", "Log", "Undo"} & set(buttons(kept.data)), verb
    nobody_sees_a_hand(here)


async def test_every_verb_has_a_case_here() -> None:
    """And no case is left of a verb that is gone; each is registered for the messages on which its buttons stand."""
    async with room(max_live_tables=200, max_open=200) as here:
        verbs = {verb for verb, _ in of_tables(here)}
        places = {"public": PUBLIC, "anywhere": ANYWHERE, "private": verbs - PUBLIC - ANYWHERE}
        for verb, registered in of_tables(here):
            assert verb in places[registered.on], verb
        assert not verbs - set(CASES), "verbs without a case in tests/cogs/test_routes.py"
        assert not set(CASES) - verbs, "cases of verbs that no cog registers"


@pytest.mark.parametrize("on", ["public", "private"])
async def test_every_verb_does_its_work_on_its_own_kind_of_message_and_nothing_on_the_other(
    on: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the board a private answer is a message of its own; on a private message the board never takes its place."""
    monkeypatch.setattr(leave_and_end, "ABSENT", 0)
    async with room(max_live_tables=200, max_open=200) as here:
        for verb, registered in of_tables(here):
            case = CASES.get(verb, Case())
            live = await table(here, case.stage, game=case.game)
            case = await ready(here, case, live)
            await here.until(lambda live=live: live.record.shown >= live.record.seq)  # no refresh is on its way
            message = board(here, live)
            if on == "private":
                message = await note(here, live, case.by(live))
            before, happened = deepcopy(message), await kinds(here, live)
            answer = await press(here, verb, case, live, message)
            holds(here, verb, registered, on, before, answer)
            if stands(registered, on):
                assert case.says in said(answer), (verb, said(answer))
            else:
                assert await kinds(here, live) == happened, verb


def told_apart(here: House, what: str) -> bool:
    """Whether a message that one person alone sees says this."""
    own = [one.data for one in here.sandbox.world.messages.values() if one.viewer is not None]
    return any(what in text(one) + "\n" for one in own)


@pytest.mark.parametrize("defer_after", [responses.DEFER_AFTER_SECONDS, 0.0], ids=["at once", "deferred"])
async def test_no_board_is_replaced_by_a_forged_button_of_another_table(
    defer_after: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does is done, as by its own button; but the message pressed is the other table's, and stays it."""
    monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", defer_after)
    async with room(max_live_tables=200, max_open=200) as here:
        mine = await table(here)
        before = deepcopy(board(here, mine))
        for verb in ("join", "leave", "computer", "away", "start", "friendly"):
            live = await table(here, "lobby")
            case = await ready(here, CASES[verb], live)
            answer = await press(here, verb, case, live, board(here, mine))
            if defer_after:
                assert is_private(answer), verb
                assert f"<#{live.record.channel}>" in said(answer), verb
            else:
                assert answer["state"] == "deferred_update", verb
                await here.until(partial(told_apart, here, f"-# Table {live.id}\n"))
            assert board(here, mine)["components"] == before["components"], verb
            here.services.tables.evict(live.id)
        where = (mine.record.guild, mine.record.channel)
        nowhere = await lobby.open_table(here.services.tables, mine.game, {}, where, person(here, HOST), None)
        await press(here, "join", CASES["join"], nowhere, board(here, mine))
        assert (await here.live(nowhere.id)).record.message is None
        assert board(here, mine)["components"] == before["components"]


@pytest.mark.parametrize("on", ["public", "private"])
async def test_no_verb_reaches_a_table_of_another_server(on: On, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its person is told so, privately, and neither the table nor the message pressed has changed."""
    monkeypatch.setattr(leave_and_end, "ABSENT", 0)
    async with room(max_live_tables=200, max_open=200) as here:
        mine = await table(here)
        theirs: dict[Stage, TableState] = {}
        for stage in ("lobby", "playing", "waiting", "over"):
            theirs[stage] = await table(here, stage)
            moved(here, theirs[stage])
        for verb, registered in of_tables(here):
            case = CASES.get(verb, Case())
            live = theirs[case.stage]
            case = case if case.table else await ready(here, case, live)
            who, happened = case.by(live), await kinds(here, live)
            message = board(here, mine) if on == "public" else await note(here, mine, who)
            before = deepcopy(message)
            answer = await press(here, verb, case, live, message)
            if not stands(registered, on):
                assert said(answer) == MISPLACED, verb
            elif case.table:
                assert said(answer) == ELSEWHERE, verb
                assert is_private(answer), verb
                assert await kinds(here, live) == happened, verb
                assert here.sandbox.world.messages[before["id"]].data["components"] == before["components"], verb
            else:
                assert case.says in said(answer), verb  # a rulebook is no server's


async def test_no_verb_reaches_a_table_from_outside_of_all_servers() -> None:
    """As a message that was forwarded, or a button of the bot in a conversation with it alone."""
    async with room(max_live_tables=200, max_open=200) as here:
        tables = {stage: await table(here, stage) for stage in ("lobby", "playing", "waiting", "over")}
        for verb, registered in of_tables(here):
            case = CASES.get(verb, Case())
            live = tables[case.stage]
            case = case if case.table else await ready(here, case, live)
            message = board(here, live) if stands(registered, "public") else await note(here, live, case.by(live))
            happened = await kinds(here, live)
            with in_private(here):
                answer = await press(here, verb, case, live, message)
            if case.table:
                assert said(answer) == ELSEWHERE, verb
                assert is_private(answer), verb
            else:
                assert OUTSIDE.get(verb, case.says) in said(answer), verb
            assert await kinds(here, live) == happened, verb


OUTSIDE: Final = {
    "server": "Use this in a server",
    "acts": "Only moderators can see that.",
    "banning": "Only moderators who can time out members",
    "opentable": "Open a table in a channel of a server.",
}
"""What a verb that concerns a server says where there is none."""
NUMBERS: Final = ("", "x", "-1", "0", "²", "٣", "1.5", "999999", "9" * 18, "9" * 19, "9" * 60, "' OR 1=1 --", "💥")


NOTHING: Final = {
    "me": "There is no such setting",
    "help": "There is no such page.",
    "opengame": "Which game do you want to play?",
    "server": "Only managers of this server can change this.",
    "acts": "Only moderators can see that.",
    "banning": "Only moderators who can time out members",
    "forget": "This is somebody else's question.",
    "lesson": "There is no such game",
    "opentable": "There is no such game",
}
"""What a verb without a table says of nonsense."""


@pytest.mark.parametrize("on", ["public", "private"])
async def test_a_table_that_nobody_knows_gets_a_sentence(on: On) -> None:
    """Whatever stands where a table's number should: missing, huge, no number."""
    async with room(max_live_tables=200, max_open=200) as here:
        live = await table(here)
        happened = await kinds(here, live)
        for verb, registered in of_tables(here):
            if verb == "unmute" and on == "private":  # whatever follows it, it means its presser and nothing else
                continue
            message = board(here, live) if on == "public" else await note(here, live, SEATED)
            before = deepcopy(message)
            for custom_id in (f"eh:{verb}", *(f"eh:{verb}:{number}" for number in NUMBERS)):
                answer = await here.forge(SEATED, message, custom_id)
                if not stands(registered, on):
                    assert said(answer) == MISPLACED, custom_id
                elif CASES.get(verb, Case()).table:
                    assert said(answer) in {NO_TABLE, "There is no such table."}, (custom_id, said(answer))
                else:
                    nothing = NOTHING.get(verb, "There is no such rulebook")
                    assert nothing in said(answer), (custom_id, said(answer))
                assert is_private(answer), custom_id
            assert here.sandbox.world.messages[before["id"]].data["components"] == before["components"]
        assert await kinds(here, live) == happened


@pytest.mark.parametrize("on", ["public", "private"])
async def test_nonsense_behind_the_table_gets_an_answer_and_changes_nothing(
    on: On, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each argument in its turn is missing, huge or no number; what a button without it means is done."""
    monkeypatch.setattr(leave_and_end, "ABSENT", 0)
    async with room(max_live_tables=200, max_open=200) as here:
        live = await table(here)
        who, happened = awaited(live), await kinds(here, live)
        for verb, registered in of_tables(here):
            case = CASES.get(verb, Case())
            whole = id_of(verb, case, live).split(":")
            for place in range(3, len(whole)):
                wrongs = [
                    one
                    for one in NUMBERS
                    if one != whole[place] and not (place == case.any_number and one.isascii() and one.isdigit())
                ]
                spoilt = [[*whole[:place], wrong, *whole[place + 1 :]] for wrong in wrongs]
                for parts in (whole[:place], *spoilt):
                    message = board(here, live) if on == "public" else await note(here, live, who)
                    before = deepcopy(message)
                    answer = await here.forge(who, message, ":".join(parts)[:100])
                    declined = case.declines and answer["state"] == "message"
                    holds(here, verb, registered, on, before, answer, declined=declined)
                    assert await kinds(here, live) == happened, parts
        assert HOST in {seat.name for seat in live.record.seats}
