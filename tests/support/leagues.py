"""Leagues over the wire: people who may enter, and seasons that are opened, entered and played."""

from __future__ import annotations

from bot.common.errors import Declined
from bot.tables.commands import play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from data.leagues.records import LeagueRecord
from data.tables.records import NewTable, SeatRecord
from data.tables.work import WorkKind
from rules.players import player_of
from tests.support.house import House
from tests.support.messages import Json, text

CHANNEL = "card-room"
OWNER = "Ada"


async def people_who_have_played(house: House, count: int) -> list[str]:
    """Return people of the server, its owner first, who have finished a table here."""
    names = [OWNER, *(f"Player {number}" for number in range(2, count + 1))]
    for name in names[1:]:
        house.sandbox.people.add_user(name)
    users = [int(house.sandbox.people.user(name)["id"]) for name in names]
    seats = [
        SeatRecord(0, seat, user, "person", name) for seat, (user, name) in enumerate(zip(users, names, strict=True))
    ]
    guild = house.sandbox.people.state(OWNER)["guild"]["id"]
    draft = NewTable("five_crowns", 1, {}, int(guild), 1, users[0], status="over")
    await house.store.tables.create(draft, (), (), seats)
    return names


async def open_league(house: House, game: str = "mitigati", seats: int = 3, **options: object) -> Json:
    """Open a league as the owner of the server; return its message."""
    given = {"name": "Spring", "game": game, "seats": seats, **options}
    message = (await house.sandbox.people.command(OWNER, CHANNEL, "league open", given)).get("message") or {}
    answer = await house.press(OWNER, message, "Open season")
    assert answer["state"] == "message", answer
    return answer.get("message") or {}


async def enter_people(house: House, message: Json, names: list[str]) -> None:
    """Let people enter a league by its message."""
    for name in names:
        answer = await house.press(name, message, "Enter")
        assert "You are in." in text(answer.get("message") or {}), answer


async def league(house: House, number: int = 1) -> LeagueRecord:
    """Return a league as it is stored."""
    record = await house.store.leagues.league(number)
    assert record is not None
    return record


async def league_message(house: House) -> Json:
    """Return the first league's message as it is now; it may have been posted anew."""
    return house.sandbox.people.message(OWNER, str((await league(house)).message))


async def begin_league(house: House) -> LeagueRecord:
    """Close the entry to the first league as its organiser; return it once its tables are dealt and posted."""
    await house.meant(OWNER, "league start", "Start season", CHANNEL)
    return await wait_until_dealt(house)


async def wait_until_dealt(house: House) -> LeagueRecord:
    """Return the first league, once its tables are dealt and posted, and its message below them."""

    async def is_done() -> bool:
        record = await league(house)
        tables = [await house.services.tables.find(table.table) for table in record.tables if table.table is not None]
        playing = [table for table in tables if table.record.status == "playing" and table.record.message is not None]
        newest = max((table.record.thread or 0 for table in playing), default=0)
        return bool(tables) and len(playing) == len(record.tables) and (record.message or 0) > newest

    await house.until(is_done, 60)
    return await league(house)


async def run_calendar(house: House) -> None:
    """Let the calendar and the messages of leagues do what is due."""
    house.services.scheduler.notify_due(0)
    await house.wait_until_settled(WorkKind.LEAGUE_CALENDAR, WorkKind.LEAGUE_BOARD)


async def make_good_move(house: House, live: TableState, seat: int) -> None:
    """Make a good move in a person's seat."""
    assert live.state is not None
    user, move = live.record.seats[seat].user, player_of(live.game).choose(live.state.view(seat), house.rng)
    assert user is not None
    await play.act(house.services.tables, live.id, move, Actor(user, "", int(house.sandbox.world.ids.new())))


async def play_out(house: House, table: int, without: frozenset[int] = frozenset()) -> TableState:
    """Play a table until it is over, or waits for users `without` alone; return it."""
    while True:
        live = await house.services.tables.find(table)
        state = live.state
        if state is None or live.record.status != "playing":
            return live
        if live.awaits_deal():
            asker = next(seat for seat in live.record.seats if seat.kind == "person" and seat.user not in without)
            actor = Actor(asker.user or 0, asker.name, int(house.sandbox.world.ids.new()))
            await play.next_hand(house.services.tables, table, actor)
            continue
        if live.computers():
            await house.until(lambda now=live: not now.computers())
            continue
        ready = [seat for seat in state.to_act if live.record.seats[seat].user not in without]
        if not ready:
            return live
        user = live.record.seats[ready[0]].user
        try:
            await make_good_move(house, live, ready[0])
        except Declined:  # the calendar has just given their seat to somebody else
            assert (await house.services.tables.find(table)).record.seats[ready[0]].user != user
