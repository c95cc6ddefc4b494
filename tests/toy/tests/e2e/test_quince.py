"""Quince at a table, over the wire: moves by forms, several seats that decide at once, sides."""

from __future__ import annotations

import asyncio
from typing import Any

from discord import ui
from tests.e2e.quince import (
    GUESSING,
    LAYING,
    chosen,
    confirm_move,
    fields_of,
    fill_form,
    open_form,
    played_out,
    submit_form,
    value,
    with_star,
)

from bot.transport.interactions import responses
from bot.ui.scene.text import amount
from tests.support.house import start_house
from tests.support.messages import alts, buttons, text
from tests.support.needs import need_shared


async def test_a_game_of_people_and_a_computer_to_its_end() -> None:
    """Everything by what is shown: forms, buttons, Next hand, results, Rematch; and nothing of another game."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), computers=1, game="quince", hands=2)
        assert "Quince" in text(table.lobby)
        await played_out(house, table)
        live = await house.live(table)
        assert live.record.status == "over"
        assert live.state is not None
        board = await house.fresh(table)
        assert "won the game" in text(board)
        assert "play together" not in text(board)
        assert [seat.points for seat in live.record.seats] == list(live.state.score().totals)
        log = text((await house.press("Ada", board, "Log")).get("message") or {})
        assert "guessed" in log
        laid = [seat for seat, move in live.state.view(None)["last"]["laid"] if move != "pass"]
        assert ("Everybody's cards" in buttons(board)) is bool(laid)
        if laid:
            page = text((await house.press("Bela", board, "Everybody's cards")).get("message") or {})
            assert f"{live.record.seats[laid[0]].name} laid" in page
        again = (await house.press("Bela", board, "Rematch")).get("message") or {}
        assert "Quince" in text(again)
        assert "2 of 4 seats" in text(again)
        assert "Invited: Ada" in text(again)
        texts = [text(message) for message in house.sandbox.people.messages("Ada", table.place)]
        assert not any("Voren" in words for words in texts)


async def test_forms_are_held_to_discords_own_description(monkeypatch: Any) -> None:
    """A property that no modal of Discord's has is found by the check of every request."""
    need_shared("discord/openapi.json")
    written = ui.Modal.to_dict
    monkeypatch.setattr(ui.Modal, "to_dict", lambda modal: {**written(modal), "colour": 1})
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        await open_form(house, "Ada", await house.hand("Ada", table), GUESSING)
        (problem,) = house.problems
        assert "callback" in problem
        assert "colour" in problem
        house.problems.clear()


async def test_two_people_decide_at_once_in_any_order() -> None:
    """Both are awaited, both forms are open at once; a move of one leaves what the other is about to confirm."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        board = await house.fresh(table)
        assert "It is the turn of **Ada** and **Bela**" in text(board)
        hands = {who: await house.hand(who, table) for who in ("Ada", "Bela")}
        forms = {who: await open_form(house, who, hands[who], GUESSING) for who in ("Bela", "Ada")}
        proposed = {
            who: await submit_form(house, who, forms[who], {"0": n}) for who, n in (("Ada", "7"), ("Bela", "12"))
        }
        assert "Your move would be: guess 7." in text(proposed["Ada"])
        assert "Your move would be: guess 12." in text(proposed["Bela"])
        assert "You guessed 12." in text(await confirm_move(house, "Bela", proposed["Bela"]))
        live = await house.live(table)
        assert live.state is not None
        assert live.state.awaited == (0,)
        board = await house.fresh(table)
        assert "It is **Ada**'s turn" in text(board)
        assert "has guessed" in text(board)
        assert "guessed 12" not in text(board)
        await house.until(lambda: house.hands_are_fresh(live))
        own = house.sandbox.people.message("Ada", proposed["Ada"])
        assert "Your move would be: guess 7." in text(own)
        assert {"Confirm", "Change"} <= set(buttons(own))
        log = text((await house.press("Ada", board, "Log")).get("message") or {})
        assert "Bela guessed." in log
        assert "You guessed 7." in text(await confirm_move(house, "Ada", own))
        assert live.state.phase == "lay"
        log = text((await house.press("Ada", board, "Log")).get("message") or {})
        assert "Bela guessed 12." in log


async def test_a_refresh_that_is_due_does_not_cross_what_is_to_be_confirmed() -> None:
    """Bela has moved, and Ada's hand is about to show it, when Ada submits her form and the answer takes its time."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        form = await open_form(house, "Ada", await house.hand("Ada", table), GUESSING)
        ready = await fill_form(house, "Bela", await house.hand("Bela", table), GUESSING, {"0": "12"})
        await confirm_move(house, "Bela", ready)
        house.sandbox.faults.add("latency", path="/interactions/", seconds=0.6, after=True)
        proposed = await submit_form(house, "Ada", form, {"0": "7"})
        live = await house.live(table)
        await house.until(lambda: house.hands_are_fresh(live))
        own = house.sandbox.people.message("Ada", proposed)
        assert "Your move would be: guess 7." in text(own)
        assert "You guessed 7." in text(await confirm_move(house, "Ada", own))


async def test_both_confirm_at_the_same_instant() -> None:
    """Two decisions are two moves; two presses of one Confirm are one, and the other is told."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        ready = {
            who: await fill_form(house, who, await house.hand(who, table), GUESSING, {"0": "10"})
            for who in ("Ada", "Bela")
        }
        before = (await house.live(table)).record.seq
        confirm = buttons(ready["Ada"])["Confirm"]
        answers = await asyncio.gather(
            house.press("Bela", ready["Bela"], "Confirm"),
            house.click("Ada", ready["Ada"], confirm),
            house.click("Ada", ready["Ada"], confirm),
        )
        live = await house.live(table)
        assert live.record.seq == before + 2
        assert live.state is not None
        assert live.state.view(None)["guesses"] == [10, 10]
        bela, *ada = [text(answer.get("message") or {}) for answer in answers]
        assert "You guessed 10." in bela
        assert all(
            "You guessed 10." in words or "That choice is gone" in words or "You have moved since" in words
            for words in ada
        )


async def test_a_confirm_that_is_delivered_twice_is_one_move_and_told_as_made() -> None:
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        ready = await fill_form(house, "Ada", await house.hand("Ada", table), GUESSING, {"0": "4"})
        before = (await house.live(table)).record.seq
        house.sandbox.faults.add("twice")
        house.tolerate = lambda request: request.answer.get("code") in {40060, 10062}
        answer = await house.press("Ada", ready, "Confirm")
        assert "You guessed 4." in text(answer.get("message") or {})
        await house.until(lambda: house.answers_to(answer) == 2)
        assert (await house.live(table)).record.seq == before + 1
        assert "You guessed 4." in text(house.sandbox.people.message("Ada", ready))


async def test_chosen_values_are_shown_changed_and_confirmed() -> None:
    """Cards, a number and a word in one form; Change opens it as it was; nothing counts before Confirm."""
    async with start_house() as house:
        table, hand, who = await with_star(house, held=False)
        live = await house.live(table)
        assert live.state is not None
        form = await open_form(house, who, hand, LAYING)
        fields = fields_of(form)
        assert [option["value"] for option in fields["2.0"]["options"]] == ["high", "low"]
        first, second, third = (option["label"] for option in fields["0.0"]["options"])
        cards = [value(fields["0.0"], first), value(fields["0.0"], third)]
        proposed = await submit_form(house, who, form, {"0": cards, "1": "3", "2": ["low"]})
        assert f"Your move would be: lay the {first} and the {third}, bet 3 on low." in text(proposed)
        before = live.record.seq
        form = await open_form(house, who, proposed, "Change")
        fields = fields_of(form)
        assert chosen(fields["0.0"]) == [first, third]
        assert fields["1.0"]["value"] == "3"
        assert chosen(fields["2.0"]) == ["low: 10 or less"]
        cards = [value(fields["0.0"], second)]
        proposed = await submit_form(house, who, form, {"0": cards, "1": "1", "2": ["high"]})
        assert live.record.seq == before
        assert f"You laid the {second} and bet 1 on high." in text(await confirm_move(house, who, proposed))
        assert live.record.seq == before + 1
        seat = live.seat_of(int(house.sandbox.people.user(who)["id"]))
        assert live.state.view(None)["laid"][0][0] == seat
        assert "bet 1 on high" in text(await house.fresh(table))


async def test_invalid_values_are_explained_with_a_way_back() -> None:
    """A number out of range, a text that is none, the card that must be among them; the rest of the form is kept."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Ada", table)
        for wrong in ("21", "-1", "ten", "1" * 20, "٣"):
            sentence = await fill_form(house, "Ada", hand, GUESSING, {"0": wrong})
            assert "Type a whole number from 0 to 20." in text(sentence), wrong
            assert "Confirm" not in buttons(sentence)
            hand = sentence
            form = await open_form(house, "Ada", sentence, "Change")
            hand = await submit_form(house, "Ada", form, {"0": "5"})
            assert "Your move would be: guess 5." in text(hand)
            hand = (await house.press("Ada", hand, "Refresh")).get("message") or {}
        table, hand, who = await with_star(house, held=True)
        form = await open_form(house, who, hand, LAYING)
        cards = fields_of(form)["0.0"]
        assert chosen(cards) == ["the Star"]
        other = next(option["value"] for option in cards["options"] if option["label"] != "the Star")
        sentence = await submit_form(house, who, form, {"0": [other], "1": "9", "2": ["high"]})
        assert "How much do you bet? Type a whole number from 0 to 3." in text(sentence)
        form = await open_form(house, who, sentence, "Change")
        assert [option["value"] for option in fields_of(form)["0.0"]["options"] if option.get("default")] == [other]
        assert "value" not in fields_of(form)["1.0"]
        sentence = await submit_form(house, who, form, {"0": [other], "1": "2", "2": ["high"]})
        assert "You hold the Star, so you must lay it. (Q4.1)" in text(sentence)
        assert "Confirm" not in buttons(sentence)
        form = await open_form(house, who, sentence, "Change")
        sentence = await submit_form(
            house, who, form, {"0": [other, value(cards, "the Star")], "1": "2", "2": ["high"]}
        )
        assert "and the Star and bet 2 on high." in text(await confirm_move(house, who, sentence))


async def test_a_client_that_sends_fewer_cards_than_there_must_be() -> None:
    """What no client would let go is answered like any other mistake."""
    async with start_house() as house:
        table, hand, who = await with_star(house, held=False)
        form = await open_form(house, who, hand, LAYING)
        modal = house.sandbox.world.interactions[form["interaction_id"]].modal
        assert modal is not None
        cards = modal["components"][0]["component"]
        cards.update(min_values=0, required=False)  # the form as its client has it
        answer = await submit_form(house, who, form, {"0": [], "1": "2", "2": ["high"]})
        assert "Which cards? Choose 1 to 3; you chose 0." in text(answer)
        before = (await house.live(table)).record.seq
        form = await open_form(house, who, answer, "Change")
        assert fields_of(form)["1.0"]["value"] == "2"
        assert (await house.live(table)).record.seq == before


async def test_a_form_of_a_decision_that_has_gone_is_answered_with_a_fresh_view() -> None:
    """Two forms of one decision, old Confirms and old modals, days later too: a sentence and how things stand."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince", hands=1)
        hand = await house.hand("Ada", table)
        late = await open_form(house, "Ada", hand, GUESSING)
        proposed = await fill_form(house, "Ada", hand, GUESSING, {"0": "8"})
        old = {"components": proposed["components"], "id": proposed["id"]}
        await confirm_move(house, "Ada", proposed)
        seq = (await house.live(table)).record.seq
        answer = await submit_form(house, "Ada", late, {"0": "9"})
        assert "That choice is gone" in text(answer)
        assert "Your guess **8**" in text(answer)
        for label in ("Confirm", "Change"):
            house.as_it_was(old)
            answer = await house.click("Ada", old, buttons(old)[label])
            assert answer["state"] == "update", label
            message_text = text(answer.get("message") or {})
            assert "That choice is gone" in message_text or "You have moved since" in message_text, label
            assert "Waiting for Bela." in message_text
        assert (await house.live(table)).record.seq == seq
        house.tolerate = lambda request: request.answer.get("code") == 50027  # their hands can be edited no longer
        house.sandbox.advance(4 * 86_400)
        await played_out(house, table)
        seq = (await house.live(table)).record.seq
        house.as_it_was(old)
        answer = await house.click("Ada", old, buttons(old)["Confirm"])
        assert "has ended" in text(answer.get("message") or {})
        assert "won the game" in text(answer.get("message") or {})
        house.as_it_was(old)
        answer = await house.click("Ada", old, buttons(old)["Change"])
        assert "won the game" in text(answer.get("message") or {})
        assert (await house.live(table)).record.seq == seq


async def test_a_table_that_was_ended_asks_for_no_move() -> None:
    """What was about to be confirmed goes from the hand; old buttons say how things stand."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Bela", table)
        proposed = await fill_form(house, "Bela", hand, GUESSING, {"0": "8"})
        old = {"components": proposed["components"], "id": proposed["id"]}
        await house.meant("Ada", "table end", "Ask the others: scores kept", table.place)
        await house.meant("Bela", "table end", "Ask the others: scores kept", table.place)
        live = await house.live(table)
        assert live.record.status == "ended"
        await house.until(lambda: "Confirm" not in buttons(house.sandbox.people.message("Bela", proposed)))
        assert "Your move would be" not in text(house.sandbox.people.message("Bela", proposed))
        for label in ("Change", "Confirm"):
            house.as_it_was(old)
            answer = await house.click("Bela", old, buttons(old)[label])
            assert answer["state"] == "update", label
            assert "most players agreed" in text(answer.get("message") or {}), label
        assert live.record.seq == (await house.live(table)).record.seq


async def test_a_forged_id_is_answered_with_a_sentence() -> None:
    """Whatever the id says: numbers that are none, unknown forms, codes of no choice, other tables, nobody's seat."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Ada", table)
        opens = buttons(hand)[GUESSING]
        decision, mark = opens.split(":")[3], opens.split(":")[5]
        number, seq = table.number, (await house.live(table)).record.seq
        ids = [
            "eh:open_move_form", "eh:open_move_form:x", "eh:submit_move_form", "eh:confirm_move_form",
            f"eh:confirm_move_form:{number}", "eh:open_move_form:99999:1:guess:0000",
            f"eh:open_move_form:{number}:{decision}", f"eh:open_move_form:{number}:{decision}:guess",
            f"eh:open_move_form:{number}:x:guess:{mark}", f"eh:open_move_form:{number}:{decision}:guess:ffff",
            f"eh:open_move_form:{number}:{decision}:lay:{mark}", f"{opens}:99", f"{opens}:x", f"{opens}:1.2",
            f"{opens}:%%", f"{opens}:{'9' * 40}", f"eh:confirm_move_form:{number}:{decision}:guess:{mark}",
            f"eh:confirm_move_form:{number}:{decision}:guess:{mark}:",
            f"eh:confirm_move_form:{number}:{decision}:guess:{mark}:21",
            f"eh:confirm_move_form:{number}:{decision}:guess:0000:7",
            f"eh:confirm_move_form:{number}:{decision}:guess:{mark}:٣",
            f"eh:submit_move_form:{number}:{decision}:guess:{mark}",
        ]  # fmt: skip
        for id_ in ids:
            answer = await house.forge("Ada", hand, id_)
            message_text = text(answer.get("message") or {})
            assert answer["state"] in {"message", "update"}, id_
            assert message_text, id_
            assert "went wrong" not in message_text, id_
            if answer["state"] == "message":
                hand = await house.hand("Ada", table)
        assert (await house.live(table)).record.seq == seq


async def test_a_form_is_its_submitters_own_whoever_it_was_opened_for() -> None:
    """Ada's form submitted by Bela is Bela's own guess, or none; without a seat there is no form."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        ada, bela = [await house.hand(who, table) for who in ("Ada", "Bela")]
        forms = {
            "Ada": await open_form(house, "Ada", ada, GUESSING),
            "Bela": await open_form(house, "Bela", bela, GUESSING),
        }
        modals = {who: house.sandbox.world.interactions[form["interaction_id"]].modal for who, form in forms.items()}
        assert modals["Ada"] is not None
        assert modals["Bela"] is not None
        modals["Bela"]["custom_id"] = modals["Ada"]["custom_id"]
        proposed = await submit_form(house, "Bela", forms["Bela"], {"0": "3"})
        await confirm_move(house, "Bela", proposed)
        live = await house.live(table)
        assert live.state is not None
        assert live.state.view(1)["own_guess"] == 3
        assert live.state.view(0)["own_guess"] is None
        last = {"Bela": await house.hand("Bela", table)}
        assert GUESSING not in buttons(last["Bela"])
        await confirm_move(house, "Ada", await submit_form(house, "Ada", forms["Ada"], {"0": "4"}))
        turn = live.record.seats[live.state.to_act[0]].name
        other = "Bela" if turn == "Ada" else "Ada"
        theirs = await open_form(house, turn, await house.hand(turn, table), LAYING)
        stranger = await house.hand(other, table)
        seq = live.record.seq
        for who, message in ((other, stranger), ("Cleo", None)):
            modal = house.sandbox.world.interactions[theirs["interaction_id"]].modal
            assert modal is not None
            entry = modal["custom_id"].replace("filled", "form")
            if message is None:
                rules = (await house.press_behind_more(who, house.board(table), "Rules")).get("message") or {}
                answer = await house.forge(who, rules, entry)
                assert "no seat" in text(answer.get("message") or {})
                continue
            answer = await house.forge(who, message, entry)
            assert "gone" in text(answer.get("message") or {})
        assert live.record.seq == seq


async def test_forms_work_after_a_restart_at_every_step() -> None:
    """Nothing about them is kept in memory."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Ada", table)
        await house.restart()
        form = await open_form(house, "Ada", hand, GUESSING)
        await house.restart()
        proposed = await submit_form(house, "Ada", form, {"0": "6"})
        await house.restart()
        form = await open_form(house, "Ada", proposed, "Change")
        assert fields_of(form)["0.0"]["value"] == "6"
        await house.restart()
        proposed = await submit_form(house, "Ada", form, {"0": "16"})
        await house.restart()
        assert "You guessed 16." in text(await confirm_move(house, "Ada", proposed))


async def test_a_form_is_answered_where_its_hand_has_gone_meanwhile() -> None:
    """My hand was pressed again while the form was open, and the older message is taken away."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Ada", table)
        form = await open_form(house, "Ada", hand, GUESSING)
        newer = await house.hand("Ada", table)
        await house.until(lambda: hand["id"] not in house.sandbox.world.messages)
        proposed = await submit_form(house, "Ada", form, {"0": "11"})
        assert proposed["id"] != newer["id"]
        assert proposed["flags"] & 64
        assert "You guessed 11." in text(await confirm_move(house, "Ada", proposed))


async def test_all_who_are_awaited_are_mentioned_once_each() -> None:
    """In one message, which stays for who has not moved and goes when all have."""
    async with start_house(ping_delay=0.1, ping_quiet=0, threads=False) as house:
        table = await house.open("Ada", ("Bela",), game="quince", mention=0)

        def mentioned() -> list[str]:
            messages = house.sandbox.people.messages("Cleo", table.place)
            return sorted(user["global_name"] for message in messages for user in message["mentions"])

        await house.until(lambda: mentioned() == ["Ada", "Bela"])
        (ping,) = [message for message in house.sandbox.people.messages("Cleo", table.place) if message["mentions"]]
        assert ping["content"].endswith("guess what all cards laid will count together.")
        for who in ("Ada", "Bela"):
            hand = await house.hand(who, table)
            await confirm_move(house, who, await fill_form(house, who, hand, GUESSING, {"0": "11"}))
            if who == "Ada":
                await asyncio.sleep(0.3)  # nothing happens
                assert mentioned() == ["Ada", "Bela"]
        await house.until(lambda: ping["id"] not in house.sandbox.world.messages)


async def test_a_form_that_took_too_long_to_open_says_so(monkeypatch: Any) -> None:
    """A form has to come at once; where it cannot, its presser is told and nothing is left hanging."""
    async with start_house() as house:
        table = await house.open("Ada", ("Bela",), game="quince")
        hand = await house.hand("Ada", table)
        find = house.services.tables.find

        async def slow(number: int) -> Any:
            await asyncio.sleep(0.8)
            return await find(number)

        monkeypatch.setattr(responses, "DEFER_AFTER_SECONDS", 0.2)
        monkeypatch.setattr(house.services.tables, "find", slow)
        answer = await house.press("Ada", hand, GUESSING)
        assert answer["state"] == "deferred_update"
        messages = house.sandbox.people.messages
        await house.until(
            lambda: any("That took too long" in text(message) for message in messages("Ada", table.place))
        )
        monkeypatch.undo()
        await open_form(house, "Ada", hand, GUESSING)


async def test_partners_are_told_at_the_table_and_in_the_hand() -> None:
    """Q1.3: with four seats those opposite play together and score the same."""
    async with start_house() as house:
        house.sandbox.people.add_user("Dora")
        table = await house.open("Ada", ("Bela", "Cleo", "Dora"), game="quince", hands=1)
        board = await house.fresh(table)
        assert "first pair: **Ada** and **Cleo** play together · **0**" in text(board)
        assert "second pair: **Bela** and **Dora** play together · **0**" in text(board)
        assert "You play with **Dora**" in text(await house.hand("Bela", table))
        await played_out(house, table)
        live = await house.live(table)
        assert live.state is not None
        ada, bela, cleo, dora = live.state.score().totals
        assert (ada, bela) == (cleo, dora)
        board = await house.fresh(table)
        lines = text(board).splitlines()
        for name, points, other in (
            ("Ada", ada, bela),
            ("Bela", bela, ada),
            ("Cleo", cleo, dora),
            ("Dora", dora, cleo),
        ):
            assert (
                f"{1 if points >= other else 3}\\. **{name}** · **{amount(points)}**" in lines
            )  # partners share a place


async def test_help_rules_and_suggestions_know_both_games() -> None:
    """What is said of a table names its own game."""
    async with start_house(pictures=True) as house:
        people = house.sandbox.people
        helped = (await house.command("Ada", "help")).get("message") or {}
        opening = (await house.press("Ada", helped, "Open a table")).get("message") or {}
        assert {"Quince", "Voren"} <= set(buttons(opening))
        assert "`/quince new`" in text(opening)
        lost = text((await house.command("Ada", "table hand")).get("message") or {})
        assert "`/quince new` or `/voren new`" in lost
        clause = text((await house.command("Ada", "rules quince", rule="Q1.3")).get("message") or {})
        assert "opposite" in clause
        offered = await people.autocomplete("Ada", "card-room", "rules quince", {"rule": "partners"}, "rule")
        assert [entry["value"] for entry in offered] == ["Q1.3"]
        quince = await house.open("Ada", ("Bela",), game="quince")
        voren = await house.open("Ada", ("Bela",))
        named = {
            entry["name"]
            for entry in await people.autocomplete("Ada", "card-room", "table show", {"table": ""}, "table")
        }
        assert named == {f"Quince, table {quince.number}: Ada, Bela", f"Voren, table {voren.number}: Ada, Bela"}
        for table, own, other in ((quince, "Quince", "Voren"), (voren, "Voren", "Quince")):
            board = await house.fresh(table)
            more = (await house.press("Ada", board, "More")).get("message") or {}
            for message, label in ((board, "My hand"), (board, "Log"), (more, "Rules"), (board, "More")):
                answer = (await house.press("Ada", message, label)).get("message") or {}
                sentence = "\n".join((text(answer), *alts(answer)))
                assert own in sentence, label
                assert other not in sentence, label
            views = [*alts(board), *alts(table.lobby)]
            assert any(own in alt for alt in views)
            assert not any(other in alt for alt in views)
