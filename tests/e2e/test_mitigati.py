"""A short game of Mitigati over the wire: buttons and forms, from the command to the result."""

from __future__ import annotations

import re
from collections import Counter

from bot.tables.commands import play
from bot.tables.model.actor import Actor
from cogs.games.tarot.cards import worth_of
from cogs.games.tarot.pack import TAROT
from rules.players import players_of
from rules.registry import GAMES
from tests.cogs.games.mitigati.games import PRESENTER, cards_in, known_cards
from tests.support.house import House, Seated, start_house
from tests.support.labels import move_named
from tests.support.messages import Json, alts, buttons, components, text
from tests.support.moves import play_id
from tests.toy.tests.e2e.quince import confirm_move, fields_of, open_form, submit_form

NORMAL = players_of(GAMES["mitigati"])["normal"].choose


async def act(house: House, table: Seated, who: str, counter: Counter[str]) -> None:
    """Make the heuristic player's move as a person would: a button, an entry of a select, or a form.

    The board names no card that bystanders may not know, in words or alt text.
    """
    live = await house.live(table)
    assert live.state is not None
    (seat,) = live.state.to_act
    move = NORMAL(live.state.view(seat), house.rng)
    verb, _, rest = move.partition(" ")
    counter[verb] += 1
    board = await house.fresh(table)
    public = live.state.view(None)
    assert cards_in(f"{text(board)} {' '.join(alts(board))}") <= known_cards(public)
    hand = await house.hand(who, table)
    if verb in {"pass", "continue"}:
        label = next(button_label for button_label in buttons(hand) if move_named(button_label) == verb)
        await assert_made(house, table, move, (await house.press(who, hand, label)).get("message") or {})
        return
    if verb in {"ask", "offer"}:
        form = await open_form(house, who, hand, f"{verb.capitalize()} …")
        message = await submit_form(house, who, form, {"0": rest})
        assert f"Your move would be: {PRESENTER.moves.preview(move)}" in text(message)
        await assert_made(house, table, move, await confirm_move(house, who, message))
    elif verb == "discard":
        await discard(house, who, hand, rest.split(" "))
    elif move != "declare nothing" and (
        ready := [button_label for button_label in buttons(hand) if button_label.startswith("Declare all")]
    ):
        answer = await house.press(who, hand, ready[0])
        await assert_made(house, table, move, answer.get("message") or {})
    else:
        wanted = play_id(live, seat, move)
        if wanted in buttons(hand).values():
            answer = await house.click(who, hand, wanted)
            counter["button"] += 1
        else:
            value = ":".join(wanted.split(":")[4:])
            selects = [component for component in components(hand) if component["type"] == 3]
            (menu,) = [select for select in selects if value in [option["value"] for option in select["options"]]]
            answer = await house.click(who, hand, menu["custom_id"], [value])
            counter["select"] += 1
        assert answer["state"] == "update"
        await assert_made(house, table, move, answer.get("message") or {})


async def assert_made(house: House, table: Seated, move: str, message: Json) -> None:
    """Assert that the move is in the log, and that its player is told so or that it is their turn again."""
    page = f"{text(message)} {' '.join(alts(message))}"
    assert PRESENTER.moves.done(move) in page or "our turn" in page
    live = await house.live(table)
    assert live.state is not None
    view = live.state.view(None)
    logs = [*view["log"], *((view["last"] or {"log": ()})["log"])]
    assert any(str(entry.get("move", "")).upper() == move.upper() for entry in logs)


async def discard(house: House, who: str, hand: Json, cards: list[str]) -> None:
    """Choose two cards, which is refused; then change that, and choose three."""
    form = await open_form(house, who, hand, "Discard 3 cards …")
    fields = fields_of(form)
    assert 1 <= len(fields) <= 5
    messages = [(name, option) for name, field in fields.items() for option in field["options"]]
    names = {option["label"].partition(":")[0]: (name, option["value"]) for name, option in messages}
    for card in cards:
        worth = worth_of([card])
        sentence = f"{TAROT.name_of(card)}: {worth} point{'s' * (worth != 1)}"
        assert sentence in [component["label"] for _, component in messages]
    places = [names[TAROT.name_of(card)] for card in cards]

    def select_values(chosen: list[tuple[str, str]]) -> Json:
        return {field: [value for name, value in chosen if name == field] for field in fields}

    refusal = await submit_form(house, who, form, select_values(places[:2]))
    assert "Choose 3 cards: you chose 2." in text(refusal)
    assert "Confirm" not in buttons(refusal)
    form = await open_form(house, who, refusal, "Change")
    options = [option for field in fields_of(form).values() for option in field["options"]]
    values = [option["value"] for option in options if option.get("default")]
    assert sorted(values) == sorted(value for _, value in places[:2])
    proposed = await submit_form(house, who, form, select_values(places))
    assert "Your move would be: discard" in text(proposed)
    message = await confirm_move(house, who, proposed)
    assert re.search("You discarded|our turn", f"{text(message)} {' '.join(alts(message))}")


async def test_a_hand_is_played_to_the_end() -> None:
    """Lobby, bargaining, discard, declarations, tricks, ledger, score sheet, log, result."""
    counts: Counter[str] = Counter()
    async with start_house(pictures=True) as house:
        house.check_every = 10
        table = await house.open("Ada", computers=2, game="mitigati", hands=1, bargaining=False)

        async def moved(where: Seated, who: str) -> None:
            await act(house, where, who, counts)

        live = await house.play_out(table, act=moved)
        assert live.record.status == "over"
        assert live.state is not None
        totals = live.state.score().totals
        await house.fresh(table)
        await house.until(lambda: bool(alts(house.board(table))), 60)  # the last picture comes late on a busy machine
        board = house.board(table)
        assert f" with {max(totals)}.".replace("-", "\u2212") in text(board)
        assert [seat.points for seat in live.record.seats] == list(totals)
        (alt,) = alts(board)
        assert all(f", {str(total).replace('-', 'minus ')}" in alt for total in totals)
        sheet = text((await house.press_behind_more("Bela", board, "Scores")).get("message") or {})
        last_line = next(line for line in sheet.splitlines() if line.startswith("Total"))
        numbers = re.findall(r"[+\u2212]?\d+", last_line)
        assert [int(number.replace("\u2212", "-")) for number in numbers] == list(totals)
        log = await house.whole_log("Bela", board)
        assert "beats" in log
        assert "Rematch" in buttons(board)
    assert counts["select"] + counts["button"] >= 23


async def test_a_first_hand_of_several_is_played_with_other_options() -> None:
    """It comes to its end with its points, and the game goes on."""
    counts, options = Counter[str](), {"hands": 6, "rotation": "left", "bargaining": True, "bonuses": "flat"}
    async with start_house() as house:
        house.check_every = 10
        table = await house.open("Ada", ("Bela",), computers=1, game="mitigati", **options)

        async def moved(where: Seated, who: str) -> None:
            await act(house, where, who, counts)

        live = await house.play_a_hand(table, moved)
        (span,) = await house.store.tables.hands(table.number)
        assert len(span.points) == 3
        assert live.record.options == GAMES["mitigati"].resolve(options)
        assert live.record.status == "playing"


async def test_bargaining_is_a_dialogue_of_standing_words() -> None:
    """A ready number makes its move at once; the board has what stands; an offer that settles says so."""
    async with start_house() as house:
        people = ("Ada", "Bela", "Cleo")
        table = await house.open("Ada", ("Bela", "Cleo"), game="mitigati", hands=1)
        live = await house.live(table)
        assert live.state is not None
        first = live.state.to_act[0]
        who = [live.record.seats[(first + step) % 3].name for step in range(3)]
        assert sorted(who) == sorted(people)
        hand = await house.hand(who[0], table)
        assert "You asked for 10 points." in text((await house.press(who[0], hand, "Ask 10")).get("message") or {})
        board = await house.fresh(table)
        assert "asks 10" in text(board)
        hand = await house.hand(who[1], table)
        proposed = await submit_form(house, who[1], await open_form(house, who[1], hand, "Offer …"), {"0": "3"})
        await confirm_move(house, who[1], proposed)
        hand = await house.hand(who[2], table)
        assert "Once offers (3) reach asks (10), they are paid and the hand ends." in text(hand)
        old = buttons(hand)["Continue: 5 cards, no bargain"]
        assert "Offer 7: hand ends, you \u22127" in buttons(hand)
        answer = await house.press(who[2], hand, "Offer 7: hand ends, you \u22127")
        assert "You offered 7 points." in text(answer.get("message") or {})
        live = await house.live(table)
        assert live.record.status == "over"
        assert live.state is not None
        assert sorted(live.state.score().totals) == [-7, -3, 10]
        board = await house.fresh(table)
        assert "The hand ended after 2 packets: 10 offered, 10 asked." in text(board)
        late = await house.forge(who[2], hand, old)
        assert "has ended" in text(late.get("message") or {})


async def test_a_word_of_a_hand_from_before_others_spoke_counts_no_longer() -> None:
    """What a pass brings hangs on the words that stand; whoever pressed an old one sees how things stand."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela", "Cleo"), game="mitigati", hands=1)
        live = await house.live(table)
        assert live.state is not None
        who = live.record.seats[live.state.to_act[0]].name
        hand = await house.hand(who, table)
        old = buttons(hand)["Pass"]
        for _ in range(3):
            assert live.state is not None
            seat = live.state.to_act[0]
            user = live.record.seats[seat].user
            assert user is not None
            await play.act(house.services.tables, live.id, f"ask {5 + seat}", Actor(user, "", None))
            live = await house.live(table)
        assert live.state is not None
        assert live.record.seats[live.state.to_act[0]].name == who
        seq = live.record.seq
        answer = text((await house.forge(who, hand, old)).get("message") or {})
        assert "That choice is gone." in answer
        assert (await house.live(table)).record.seq == seq
