"""Who meets at the tables of these tests, the tables themselves, and presses of all kinds.

Tables are made without the wire, and posted; what is tested is pressed and typed over the wire.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from bot.tables.commands import leave_and_end, lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.follow_up_work import NO_MENTIONS_SETTING
from bot.tables.model.table_state import TableState
from data.engine.clock import now_ms
from data.tables.models import TableRow
from data.tables.records import Append
from data.tables.settings import TableSettings
from data.tables.work import WorkKind, WorkState
from rules.players import player_of
from rules.registry import game_named
from sandbox import Outcome
from tests.support.house import House, start_house
from tests.support.messages import Json, buttons, text

MODERATOR, HOST, SEATED, OTHER, BYSTANDER = "Ada", "Bela", "Cleo", "Dora", "Emil"
"""Ada owns the server, so she may manage its messages; she sits at no table of these tests unless one says so."""

CHANNEL = "card-room"

Stage = Literal["lobby", "playing", "waiting", "over"]
"""Before the start; in a hand, with somebody to move; before the second hand; after the end."""

EVERYBODY = (HOST, SEATED, OTHER, BYSTANDER, MODERATOR)


@asynccontextmanager
async def start_room(**settings: Any) -> AsyncGenerator[House]:
    """Yield a house in which all of them live; tables are played in their channel."""
    async with start_house(threads=False, **settings) as house:
        for name in (OTHER, BYSTANDER):
            house.sandbox.people.add_user(name)
        house.check_every = 20
        yield house


def person(house: House, name: str) -> Any:
    """Return somebody as the bot's functions take them."""
    return SimpleNamespace(id=int(house.sandbox.people.user(name)["id"]), display_name=name)


def new_interaction_id(house: House) -> int:
    """Return the number of an interaction that nobody sent."""
    return int(house.sandbox.world.ids.new())


def find_actor(house: House, name: str) -> Actor:
    """Return somebody who acts, by an interaction that nobody sent."""
    return Actor(person(house, name).id, name, new_interaction_id(house))


async def set_up_table(
    house: House,
    stage: Stage = "playing",
    people: tuple[str, ...] = (HOST, SEATED),
    hands: int = 2,
    waits_for: str | None = None,
    game: str = "voren",
    first: int = 3,
    *,
    friendly: bool = False,
) -> TableState:
    """Return a table of these people, the first of whom is its host, as it is at that stage; its board is posted.

    The first dealer is drawn; where it is to wait for somebody, as many are opened as it takes. Five Crowns has so many
    deals from that of `first` cards on, Abracadabra so many, Mitigati and Conference as many hands as they may have.
    """
    tables, (host, *others) = house.services.tables, people
    where = (int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"]))
    named = {"five_crowns": {"first": first, "last": first + hands - 1}, "abracadabra": {"deals": hands}}
    options = named.get(game, {"hands": hands})
    settings: TableSettings | None = {"friendly": True} if friendly else None
    live = await lobby.open_table(
        tables, game_named(game), options, where, Actor(person(house, host).id, host, None), settings=settings
    )
    for other in others:
        await lobby.join(tables, live.id, find_actor(house, other))
    if stage != "lobby":
        await lobby.start(tables, live.id, find_actor(house, host))
        if waits_for not in {None, find_awaited(live)}:
            await end_table(house, live)
            return await set_up_table(house, stage, people, hands, waits_for, game, first, friendly=friendly)
    if stage == "waiting":
        await play_hand_out(house, live)
    if stage == "over":
        await end_table(house, live)
    await house.services.board.post(live)
    await house.services.board.refresh(live)  # if the bot has posted it by itself before all that had happened
    await house.until(lambda: len(house.boards(live.id)) == 1)
    return live


async def end_table(house: House, live: TableState) -> None:
    """End the table as a moderator, and wait until those who play there have been told so."""
    await leave_and_end.end(house.services.tables, live.id, find_actor(house, MODERATOR), moderator=True)
    await wait_for_announcement(house, live, "ended this table early")


async def read_announcements(house: House, live: TableState) -> list[Json]:
    """Return what those at the table have been told, oldest first: what stands there now."""
    rows = [row for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.state == WorkState.DONE]
    messages = [house.sandbox.world.messages.get(str(row.message)) for row in sorted(rows, key=lambda row: row.seq)]
    assert all(message is None or message.viewer is None for message in messages)
    return [message.data for message in messages if message is not None]


async def wait_for_announcement(house: House, live: TableState, *words: str) -> Json:
    """Return the newest message that tells those at the table all this, once it stands there."""

    async def find_message() -> Json | None:
        messages = [
            message for message in await read_announcements(house, live) if all(word in text(message) for word in words)
        ]
        return deepcopy(messages[-1]) if messages else None  # as it is now: an edit would change it

    result: Json = await house.until(find_message)
    assert int(result["channel_id"]) in {live.record.channel, live.record.thread, live.record.message_channel}
    return result


async def too_late(house: House, who: str, question: Json, label: str) -> Outcome:
    """Press a button of a question that has been answered or has passed: as one sees it whose client is behind, for it
    has no buttons any more.
    """
    await house.until(lambda: not buttons(house.sandbox.people.message(who, question)))
    return await house.forge(who, question, buttons(question)[label])


async def read_all_announcements(house: House, live: TableState) -> list[Json]:
    """Return what those at the table have been told, once nothing more is owed to them by now."""

    async def none_owed() -> bool:
        owed = [
            row for row in await house.store.work.of_table(live.id, WorkKind.ANNOUNCE) if row.state == WorkState.DUE
        ]
        return all(row.due > now_ms() + 1000 for row in owed)

    await house.until(none_owed)
    return await read_announcements(house, live)


def read_mentions(message: Json) -> set[str]:
    """Return whom a message really mentions, by name."""
    assert not message["mention_everyone"]
    return {mention["global_name"] for mention in message["mentions"]}


async def confirm_in_private(house: House, who: str, question: Outcome, label: str) -> Outcome:
    """Press the button by which somebody says that they mean it, below the question that they alone see."""
    assert is_private(question), response_text(question)
    assert label in find_answer_buttons(question), response_text(question)
    return await house.press(who, question.get("message") or {}, label)


async def play_hand_out(house: House, live: TableState) -> None:
    """Play on until the hand is over, as the strongest computer player would."""
    assert live.state is not None
    player = player_of(live.game)
    while live.record.status == "playing" and not live.awaits_deal():
        seat = live.state.to_act[0]
        user = live.record.seats[seat].user
        assert user is not None
        move = player.choose(live.state.view(seat), house.rng)
        await play.act(house.services.tables, live.id, move, Actor(user, "", new_interaction_id(house)))


def find_awaited(live: TableState) -> str:
    """Return whom the table waits for."""
    assert live.state is not None
    return live.record.seats[live.state.to_act[0]].name


def find_waiting(live: TableState) -> str:
    """Return somebody with a seat whom it does not wait for."""
    return next(seat.name for seat in live.record.seats if seat.name != find_awaited(live))


def board(house: House, live: TableState) -> Json:
    """Return the table's board as it is now."""
    return house.sandbox.world.messages[str(live.record.message)].data


async def press_in_hand(house: House, live: TableState, who: str, label: str) -> Outcome:
    """Look at one's own hand, from the board, and press a button of it: a move, mostly."""
    hand = (await house.press(who, board(house, live), "My hand")).get("message") or {}
    return await house.press(who, hand, label)


async def move_to_other_server(house: House, live: TableState) -> None:
    """Let the table be one of another server, in a channel there, from now on."""
    async with house.store._transactions.begin() as session:
        table = await session.get(TableRow, live.id)
        assert table is not None
        table.update({"guild": table.guild + 1, "channel": table.channel + 1})
    house.services.tables.evict(live.id)


@contextmanager
def in_private(house: House) -> Generator[None]:
    """While entered, what people do reaches the bot as from a conversation with it, in no server."""
    interactions = house.sandbox.interactions
    payload = interactions._payload

    def without_server(*args: Any) -> str:
        data = json.loads(payload(*args))
        data["user"] = data.pop("member")["user"]
        data["channel"] = {"id": data["channel_id"], "type": 1}
        data["context"] = 1
        del data["guild"], data["guild_id"], data["guild_locale"]
        return json.dumps(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interactions, "_payload", without_server)
        yield


async def note(house: House, live: TableState, who: str) -> Json:
    """Return a message that only this person sees."""
    answer = await house.forge(who, board(house, live), f"eh:show_rules:{live.game.id}:0")
    message = answer.get("message") or {}
    assert message["flags"] & 64
    return message


async def silent(house: House, live: TableState) -> None:
    """Let nobody be mentioned at a table."""
    await house.services.tables.update_row(
        live.id,
        lambda record: Append(
            record.id, record.seq, changes={"settings": {**record.settings, "mention": NO_MENTIONS_SETTING}}
        ),
    )


def response_text(outcome: Outcome) -> str:
    """Return what the answer says."""
    return text(outcome.get("message") or {"content": ""})


def is_private(outcome: Outcome) -> bool:
    """Check whether only the person who asked sees the answer."""
    return bool((outcome.get("message") or {"flags": 0})["flags"] & 64)


def find_answer_buttons(outcome: Outcome) -> dict[str, str]:
    """Return the buttons of the answer."""
    return buttons(outcome.get("message") or {"content": ""})


async def read_event_kinds(house: House, live: TableState) -> list[str]:
    """Return what has happened at a table."""
    return [event.kind for event in await house.store.tables.log(live.id)]


async def play_on(house: House, live: TableState, hands: int = 1) -> TableState:
    """Play so many hands on, whoever sits there; computer players move by themselves."""
    player = player_of(live.game)
    for _ in range(hands):
        live = await house.services.tables.find(live.id)
        if live.awaits_deal():
            asker: Any = next(seat_record for seat_record in live.record.seats if seat_record.kind == "person")
            await play.next_hand(house.services.tables, live.id, find_actor(house, asker.name))
        while not (live := await house.services.tables.find(live.id)).awaits_deal() and live.record.status == "playing":
            await house.until(lambda table=live: not table.computers())
            state = live.state
            if state is None or live.awaits_deal() or live.record.status != "playing":
                continue
            seat = state.to_act[0]
            user = live.record.seats[seat].user
            assert user is not None
            await play.act(
                house.services.tables,
                live.id,
                player.choose(state.view(seat), house.rng),
                Actor(user, "", new_interaction_id(house)),
            )
    return live
