"""Everybody's cards of a deal that is over: all of them, page by page, for anybody, whatever has happened since."""

from __future__ import annotations

from copy import deepcopy

import pytest

from bot.tables.commands import lobby, play
from bot.tables.model.actor import Actor
from bot.tables.model.table_state import TableState
from bot.ui.game.players import Players
from bot.ui.pictures import lay_scene
from bot.ui.pictures.lettering import ELLIPSIS
from bot.ui.scene import text as scene_text
from bot.ui.table.layouts import NO_ENDED_HAND
from bot.ui.table.revealed_hands import NO_PAGES_HINT
from cogs.games.five_crowns.pack import FIVE_CROWNS
from cogs.games.five_crowns.scenes import PAGE_PLAYERS
from rules.registry import game_named
from tests.cogs.games.five_crowns.games import NAMES, PRESENTER, WIDE, cards_in, play_game
from tests.support.house import House
from tests.support.messages import Json, alts, buttons, components, text
from tests.support.patience import PATIENT
from tests.support.wire_tables import (
    BYSTANDER,
    CHANNEL,
    HOST,
    SEATED,
    board,
    find_actor,
    find_answer_buttons,
    is_private,
    note,
    person,
    set_up_table,
    start_room,
)
from tests.support.wire_tables import play_hand_out as played_out
from tests.support.wire_tables import response_text as words_of

TITLE = "Five Crowns, table 7"


def list_named_cards(page: Json) -> set[str]:
    """Return the cards that a page names, to those who see its picture and to those who do not."""
    return cards_in(f"{text(page)} {' '.join(alts(page))}")


@pytest.mark.parametrize(("seats", "size"), [(2, 3), (2, 13), (5, 6), (7, 8), (8, 13), (11, 13), (12, 3), (12, 13)])
@pytest.mark.parametrize("names", [NAMES, WIDE], ids=["short", "wide"])
def test_every_card_of_everybody_is_on_one_page(seats: int, size: int, names: tuple[str, ...]) -> None:
    """In picture, alt text and words, beside its owner's name; no page is higher than a phone shows whole."""
    for outs in (True, False):
        *_, (state, _) = play_game(seats, 4, size, size, outs=outs)
        last = state.view(None)["last"]
        pages = PRESENTER.pages(last, Players(names[:seats]), TITLE)
        assert [seat for page in pages for seat in page.seats] == list(range(seats))
        assert {len(page.seats) for page in pages} <= {len(pages[0].seats), len(pages[0].seats) + 1}
        assert len(pages[-1].seats) <= PAGE_PLAYERS
        for page in pages:
            for seat, zone in zip(page.seats, page.scene.zones, strict=True):
                assert zone.title == names[seat]
                assert sorted(card.text or "" for card in zone.cards) == sorted(last["hands"][seat])
                melds = [len(meld) for meld in last["melds"][seat]]
                assert [group.size for group in zone.groups if not group.faded] == melds
                assert (zone.note == "went out") is (seat == last["out"])
            own = [card for seat in page.seats for card in last["hands"][seat]]
            alt, written = scene_text.alt_text(page.scene), scene_text.scene_text(page.scene, limit=3400)
            for card in set(own):
                assert alt.count(FIVE_CROWNS.name_of(card)) >= own.count(card)
                count = written.count(FIVE_CROWNS.name_of(card)) or written.count(FIVE_CROWNS.text_of(card))
                assert count >= own.count(card)
            assert all(names[seat] in alt and names[seat] in written for seat in page.seats)
            sketch = lay_scene(page.scene)
            assert sketch.height <= sketch.width * 1.15
            assert sorted(face.card or "" for face in sketch.faces()) == sorted(own)
            assert not [words.text for words in sketch.words() if names is NAMES and ELLIPSIS in words.text]


async def play_deal_of_twelve(house: House) -> TableState:
    """Return a table of twelve with long names, whose first deal of twelve cards is over; nobody watches."""
    for name in WIDE:
        house.sandbox.people.add_user(name)
    place = (int(house.sandbox.world.guild_id), int(house.sandbox.people.channel(CHANNEL)["id"]))
    game = game_named("five_crowns")
    options = {"first": 12, "last": 13}
    live = await lobby.open_table(
        house.services.tables, game, options, place, Actor(person(house, WIDE[0]).id, WIDE[0], None)
    )
    for name in WIDE[1:]:
        await lobby.join(house.services.tables, live.id, find_actor(house, name))
    await lobby.start(house.services.tables, live.id, find_actor(house, WIDE[0]))
    await played_out(house, live)
    await house.services.board.post(live)
    await house.services.board.refresh(live)
    return live


async def test_a_spectator_turns_all_pages_and_jumps_to_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Privately, at a table of twelve: each page has the cards of those whom it names, and all together have all."""
    monkeypatch.setattr(
        "bot.ui.table.scene_renderer.PICTURE_TIMEOUT_SECONDS", PATIENT
    )  # a busy machine goes without pictures
    async with start_room(pictures=True) as house:
        live = await play_deal_of_twelve(house)
        assert live.state is not None
        hands = live.state.view(None)["last"]["hands"]
        answer = await house.press(BYSTANDER, board(house, live), "Everybody's cards")
        assert is_private(answer)
        page = answer.get("message") or {}
        assert "Back" not in buttons(page)
        assert not {"Earlier deal", "Later deal"} & set(buttons(page))
        for first in range(0, 12, 3):
            assert f"page {first // 3 + 1} of 4" in text(page)
            assert [name in text(page) for name in WIDE] == [first <= seat < first + 3 for seat in range(12)]
            assert list_named_cards(page) == {card for hand in hands[first : first + 3] for card in hand}
            assert [attachment["filename"][:18] for attachment in page["attachments"]] == ["five_crowns-table-"]
            if "Next" in buttons(page):
                answer = await house.press(BYSTANDER, page, "Next")
                assert answer["state"] == "update"
                page = answer.get("message") or {}
        (whose,) = [component for component in components(page) if component.get("options")]
        assert [option["label"] for option in whose["options"]] == list(WIDE)
        answer = await house.click(BYSTANDER, page, whose["custom_id"], ["4"])
        assert "page 2 of 4" in words_of(answer)
        back = await house.press(BYSTANDER, answer.get("message") or {}, "Back")
        assert "page 1 of 4" in words_of(back)


async def test_a_button_from_before_shows_the_deal_that_it_meant() -> None:
    """While the next deal is played, after a restart, and when the game is over; from the log and the hand as well."""
    async with start_room() as house:
        live = await set_up_table(house, "waiting", game="five_crowns")
        assert live.state is not None
        first = live.state.view(None)["last"]["hands"]
        old = deepcopy(board(house, live))
        await play.next_hand(house.services.tables, live.id, find_actor(house, HOST), 1)
        await house.until(lambda: "Everybody's cards" not in buttons(board(house, live)))
        await house.restart()
        live = await house.live(live.id)
        custom_id = buttons(old)["Everybody's cards"]
        page = (await house.forge(BYSTANDER, board(house, live), custom_id)).get("message") or {}
        assert list_named_cards(page) == {card for hand in first for card in hand}
        assert "deal 1 of 1" in text(page)
        await played_out(house, live)
        await house.services.board.refresh(live)
        assert live.state is not None
        assert live.record.status == "over"
        assert {"Rematch", "Everybody's cards"} <= set(buttons(board(house, live)))
        second = live.state.view(None)["last"]["hands"]
        page = (await house.forge(BYSTANDER, board(house, live), custom_id)).get("message") or {}
        assert list_named_cards(page) == {card for hand in first for card in hand}
        later = await house.press(BYSTANDER, page, "Later deal")
        assert list_named_cards(later.get("message") or {}) == {card for hand in second for card in hand}
        assert "Later deal" not in find_answer_buttons(later)
        earlier = await house.press(BYSTANDER, later.get("message") or {}, "Earlier deal")
        assert list_named_cards(earlier.get("message") or {}) == {card for hand in first for card in hand}
        hand = (await house.forge(SEATED, board(house, live), f"eh:show_hand:{live.id}")).get("message") or {}
        assert "deal 2 of 2" in words_of(await house.press(SEATED, hand, "Everybody's cards"))
        log = (await house.press(BYSTANDER, board(house, live), "Log")).get("message") or {}
        assert "deal 2 of 2" in words_of(await house.press(BYSTANDER, log, "Everybody's cards"))
        while "deal 1 of" not in text(log).lower():
            log = (await house.press(BYSTANDER, log, "Older")).get("message") or {}
        assert "deal 1 of 2" in words_of(await house.press(BYSTANDER, log, "Everybody's cards"))


async def test_cards_are_theirs_who_held_them_when_a_seat_has_changed_hands() -> None:
    async with start_room() as house:
        live = await set_up_table(house, "waiting", (HOST, SEATED), 3, game="five_crowns")
        await house.meant(SEATED, "table leave", "Leave", channel=CHANNEL, table=live.id)
        await house.services.board.refresh(live)
        page = (await house.press(BYSTANDER, board(house, live), "Everybody's cards")).get("message") or {}
        assert SEATED in text(page)
        assert "computer" not in text(page)


async def test_where_there_is_nothing_to_show_a_sentence_says_so() -> None:
    """Before a hand is over, in the first deal; and in a game whose look has no pages, which offers no such button."""
    async with start_room() as house:
        live = await set_up_table(house, game="five_crowns")
        assert "Everybody's cards" not in buttons(board(house, live))
        for stage_game, sentence in ((live, NO_ENDED_HAND), (await set_up_table(house, "waiting"), NO_PAGES_HINT)):
            assert "Everybody's cards" not in buttons(board(house, stage_game))
            answer = await house.forge(BYSTANDER, board(house, stage_game), f"eh:show_revealed_hands:{stage_game.id}:0")
            assert words_of(answer) == sentence
            assert is_private(answer)
            private = await note(house, stage_game, BYSTANDER)
            assert (
                words_of(await house.forge(BYSTANDER, private, f"eh:turn_revealed_hands_page:{stage_game.id}:0:0"))
                == sentence
            )
