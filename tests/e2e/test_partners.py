"""A game of pairs who write to each other: what they confide reaches them alone, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.tables.model.table_state import TableState
from data.tables.events import EventKind
from tests.support.house import House, Seated, start_house
from tests.support.messages import Json, buttons, text
from tests.support.places import find_recipients

pytestmark = pytest.mark.usefixtures("voren_in_pairs")

PAIRS = (("Ada", "Bela"), ("Cleo", "Dora"))
PARTNER = {words: other for pair in PAIRS for words, other in (pair, pair[::-1])}


async def seat_pairs(house: House, hands: int = 1) -> Seated:
    """Return a table of two pairs, dealt by whoever deals."""
    house.sandbox.people.add_user("Dora")
    return await house.open("Ada", ("Bela", "Cleo", "Dora"), hands=hands)


async def write_note(house: House, table: Seated, who: str, words: str) -> Json:
    """Write a note by the form in a person's hand; return the hand after it."""
    hand = await house.hand(who, table)
    opened = await house.press(who, hand, "Send note")
    assert opened["state"] == "modal", opened
    answer = await house.sandbox.people.modal(who, opened["interaction_id"], {"words": words})
    assert f"Note sent to {PARTNER[who]}." in text(answer.get("message") or {}), answer
    return answer.get("message") or {}


async def has_cards(house: House, table: Seated, who: str) -> bool:
    """Check whether somebody has cards in their hand just now."""
    live = await house.live(table)
    seat = live.seat_of(int(house.sandbox.people.user(who)["id"]))
    return live.state is not None and seat is not None and bool(live.state.view(seat)["hand"])


async def show_hand(house: House, table: Seated, who: str) -> None:
    """Show a person's hand, after the question."""
    hand = await house.hand(who, table)
    label = next(label for label in buttons(hand) if label.startswith("Notes"))
    page = (await house.press(who, hand, label)).get("message") or {}
    message = (await house.press(who, page, "Show hand")).get("message") or {}
    await house.press(who, message, "Show hand")


async def test_a_game_in_which_everybody_writes(caplog: pytest.LogCaptureFixture) -> None:
    """Each note, and each hand that is shown, to the end and over restarts; nobody's words go to anybody else, nor do
    they stand in the operator's log or in what anybody may ask for.
    """
    caplog.set_level(logging.INFO)
    notes: dict[str, str] = {}
    async with start_house(threads=False) as house:
        house.check_every = 10
        table = await seat_pairs(house, hands=3)
        turn, live = 0, await house.live(table)
        while live.record.status == "playing":
            writer = house.rng.choice(list(PARTNER))
            if turn % 4 == 0:
                words = f"secret{turn}x{house.rng.randrange(10**9)}"
                notes[words] = writer
                await write_note(house, table, writer, words)
            elif turn % 7 == 0 and await has_cards(house, table, writer):
                await show_hand(house, table, writer)
            if turn == 9:
                await house.restart()
            who = await house.find_awaited(table)
            if who is not None:
                await house.act(table, who)
            else:
                await house.press("Ada", await house.fresh(table), "Next hand")
            turn, live = turn + 1, await house.live(table)
        assert live.record.status == "over"
        assert len(notes) >= 5
        for who in PARTNER:
            page = text((await house.command(who, "table notes", table=table.number)).get("message") or {})
            assert "Notes at Voren" in page
        house.sandbox.people.add_user("Emil")
        for name in ("table log", "table replay"):
            await house.command("Emil", name, table=table.number)
        more = (await house.press("Emil", await house.fresh(table), "More")).get("message") or {}
        for label in ("Scores", "Check the shuffles"):
            await house.press("Emil", more, label)
        for words, writer in notes.items():
            assert find_recipients(house, words) <= {writer, PARTNER[writer]}, words
            assert words not in caplog.text
        assert any(PARTNER[writer] in find_recipients(house, words) for words, writer in notes.items())


async def test_all_write_and_one_moves_at_the_same_instant() -> None:
    """Nothing is lost, nothing is doubled, and every hand shows what is for it."""
    async with start_house(threads=False) as house:
        table = await seat_pairs(house)
        await house.act(table, await house.find_awaited(table) or "")
        mover = await house.find_awaited(table)
        assert mover is not None
        hands = {who: await house.hand(who, table) for who in PARTNER}
        forms = {who: await house.press(who, hands[who], "Send note") for who, other in PARTNER.items()}
        before = (await house.live(table)).record.seq
        assert "Stay" in buttons(hands[mover])
        await asyncio.gather(
            house.press(mover, hands[mover], "Stay"),
            *(
                house.sandbox.people.modal(who, form["interaction_id"], {"words": f"note of {who}"})
                for who, form in forms.items()
            ),
        )
        kinds = [event.kind for event in await house.store.tables.log(table.number, before)]
        assert kinds.count(EventKind.NOTE) == 4
        assert kinds.count(EventKind.MOVE) == 1
        for who, other in PARTNER.items():
            open_hand = hands[who]

            def own_text(who: str = who, open_hand: Json = open_hand) -> str:
                return text(house.sandbox.people.message(who, open_hand))

            await house.until(lambda own=own_text, other=other: f"note of {other}" in own())
            assert sum(f"note of {words}" in own_text() for words in PARTNER) == 1


async def test_a_note_on_a_hand_stays_there_until_its_reader_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others do meanwhile takes it from nobody, nor does a press before there was time to read it."""
    async with start_house(threads=False) as house:
        table = await seat_pairs(house)
        await house.act(table, await house.find_awaited(table) or "")
        mover = await house.find_awaited(table)
        assert mover is not None
        reader = next(who for who in PARTNER if who not in {mover, PARTNER[mover]})
        await write_note(house, table, PARTNER[reader], "lead low")
        hand = await house.hand(reader, table)

        def read_message() -> str:
            return text(house.sandbox.people.message(reader, hand))

        assert "lead low" in read_message()
        await house.act(table, mover)
        live = await house.live(table)
        await house.until(lambda: house.hands_are_fresh(live))
        assert "lead low" in read_message()
        hand = await house.hand(reader, table)
        assert "lead low" in read_message()
        monkeypatch.setattr("bot.transport.interactions.hand_messages.READING_SECONDS", 0)
        hand = await house.hand(reader, table)
        assert "lead low" not in read_message()


async def test_a_note_that_was_kept_before_the_process_ended_is_there_after_it() -> None:
    """Its writer was not answered, and presses once more: by then it is another note, as they see in their own."""
    async with start_house(threads=False) as house:
        table = await seat_pairs(house)
        hand = await house.hand("Ada", table)
        opened = await house.press("Ada", hand, "Send note")
        house.sandbox.faults.add("status", method="POST", path="callback", status=500, times=20)
        lost = asyncio.ensure_future(house.sandbox.people.modal("Ada", opened["interaction_id"], {"words": "lead low"}))

        async def is_kept() -> bool:
            return any(event.kind == EventKind.NOTE for event in await house.store.tables.log(table.number))

        await house.until(is_kept)
        await house.restart()
        house.sandbox.faults.clear()
        lost.cancel()
        assert "lead low" in text(await house.hand("Bela", table))
        own = text((await house.command("Ada", "table notes", table=table.number)).get("message") or {})
        assert own.count("lead low") == 1
        live: TableState = await house.live(table)
        assert [event.kind for event in await house.store.tables.log(live.id)].count(EventKind.NOTE) == 1
