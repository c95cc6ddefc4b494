"""Voren's story against the rules: every trick, every settlement and every reader of random games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.ui.game.players import Players
from bot.ui.game.presenter import Passage
from cogs.games.voren.pack import VOREN
from rules.voren.cards import CARDS, SUIT_OF
from rules.voren.trick import winning_card
from tests.cogs.games.voren.games import NAMES, PRESENTER, list_table_params, play_game

AMOUNT = re.compile(r"(\w+) (\d+)")


def read_amounts(sentence: str, after: str) -> dict[str, int]:
    """Return the amounts by name that follow these words, up to the end of their sentence."""
    match = re.search(re.escape(after) + r"([^.]*)\.", sentence)
    return {name: int(amount) for name, amount in AMOUNT.findall(match[1])} if match else {}


def map_to_names(values: list[int]) -> dict[str, int]:
    return {NAMES[seat]: value for seat, value in enumerate(values) if value}


@pytest.mark.parametrize(("seats", "options"), list_table_params())
def test_a_hand_is_told_as_the_rules_have_it(seats: int, options: dict[str, Any]) -> None:
    """Who won which trick with what, why, who paid and who won how much, in every hand of four games."""
    players, tricks = Players(NAMES[:seats]), list[bool]()
    for seed in range(4):
        for state, log in play_game(seats, seed, **options):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = PRESENTER.story(last, log, players)
            assert all(PRESENTER.story(last, log, players, start) == passages[start:] for start in range(len(log)))
            turn_up = VOREN.name_of(last["turn_up"])
            assert re.fullmatch(rf"(The )?{turn_up.removeprefix('the ')} was turned up: .+ trumps\.", passages[0].text)
            tricks += check_tricks(last, [passage for passage in passages if " won trick " in passage.result])
            check_settlement(last, passages[-1].result)
            assert not any(passage.result for passage in passages[:-1] if " won trick " not in passage.result)
    assert min(tricks.count(True), tricks.count(False)) > 1


def check_tricks(last: dict[str, Any], passages: list[Passage]) -> list[bool]:
    """Check each trick's sentence against the winning card by the rules; return of each whether it was ruffed."""
    are_ruffed = list[bool]()
    assert len(passages) == len(last["tricks"])
    trumps = SUIT_OF[CARDS.bit[f"1{last['trumps']}"]] if last["trumps"] else 0
    for number, (trick, passage) in enumerate(zip(last["tricks"], passages, strict=True), 1):
        bits = [CARDS.bit[card] for _, card in trick["cards"]]
        best = winning_card(sum(bits), bits[0], trumps)
        (winner,) = [seat for seat, card in trick["cards"] if CARDS.bit[card] == best]
        card = VOREN.name_of(CARDS.text[best])
        led_trump, won_trump = (bool(bit & trumps or VOREN.special(CARDS.text[bit])) for bit in (bits[0], best))
        ruffed = won_trump and not led_trump
        article = "" if VOREN.special(CARDS.text[best]) else "the "
        sentence = f"{NAMES[winner]} won trick {number} with {article}{card}{', a trump' * ruffed}."
        assert passage.result.partition(" Each trick")[0].partition(" Matches")[0] == sentence
        if not ruffed and not VOREN.special(CARDS.text[best]):
            assert best == winning_card(sum(bits), bits[0], 0)
        are_ruffed.append(ruffed)
    return are_ruffed


def check_settlement(last: dict[str, Any], text: str) -> None:
    """Check how the hand ended: every amount that the core paid and no other."""
    if last["alone"] is not None:
        assert text == f"{NAMES[last['alone']]} won the pot of {last['pot']}."
        return
    paid_matches = read_amounts(text, "Matches paid: ")
    assert paid_matches == map_to_names(last["settled"])
    price = re.search(r"Each trick paid (\d+)\.", text)
    assert price
    assert [int(price[1]) * tricks for tricks in last["taken"]] == last["winnings"]
    assert read_amounts(text, "Matches owed, in place of the next ante: ") == map_to_names(last["owes"])
    excused = last["exempt"] is not None and not last["taken"][last["exempt"]]
    assert ("No match for " in text) is excused


def test_the_reader_is_you() -> None:
    """In what is told to them alone, and nowhere else."""
    for state, log in play_game(3, 5, hands=2):
        if log is not None:
            last = state.view(None)["last"]
            text = " ".join(
                s for passage in PRESENTER.story(last, log, Players(NAMES[:3], reader=1)) for s in passage.sentences
            )
            all_ = " ".join(s for passage in PRESENTER.story(last, log, Players(NAMES[:3])) for s in passage.sentences)
            assert re.sub(r"\b[Yy]ou\b", "Bela", text) == all_
            assert "Bela" not in text
            assert "ou " in text


def test_the_outcome_names_the_winners_and_their_points() -> None:
    (*_, (state, _)) = play_game(4, 2, hands=3)
    view = state.view(None)
    text = PRESENTER.outcome(view, Players(NAMES[:4]))
    assert text.startswith(", ".join(NAMES[seat] for seat in view["winners"]).replace(", ", " and "))
    assert re.search(rf" wins? with {max(view['scores'])}\.$", text)
    winner_text = PRESENTER.outcome(view, Players(NAMES[:4], reader=view["winners"][0]))
    assert re.match(r"You (and .+ )?win with ", winner_text)


def is_excused(view: dict[str, Any]) -> bool:
    """Check whether V6.3 frees whoever is to act: they played the Wolf, and Treachery fell in the same trick."""
    for trick in view["tricks"]:
        cards = [card for _, card in trick["cards"]]
        if {"WOLF", "TREACHERY"} <= set(cards):
            return trick["cards"][cards.index("WOLF")][0] in view["to_act"]
    return False


def test_loser_of_the_wolf_reads_of_no_match() -> None:
    """V6.3, in the hand; everybody else is told what they may owe, unless they have won a trick."""
    message = {True: 0, False: 0}
    won = 0
    for seed in range(150):
        for state, _ in play_game(3, seed, hands=4):
            view = state.view(None)
            if view["phase"] != "play" or not view["tricks"]:
                continue
            (seat,) = state.to_act
            excused = is_excused(view)
            message[excused] += 1
            prompt = PRESENTER.hand(state.view(seat), Players(NAMES[:3], reader=seat), "Voren").prompt
            safe = view["taken"][seat] > 0
            won += safe
            assert ("Treachery took your Wolf: no match." in prompt) is (excused and not safe)
            assert (f"no trick costs {view['match']}." in prompt) is not (excused or safe)
    assert message[True] > 2
    assert message[False] > 100
    assert won > 20


def test_of_each_barred_card_the_hand_says_why_and_what_must_be_played() -> None:
    """In a sentence that ends in it, with its clause; nothing else is said there."""
    cases: set[str] = set()
    for seed in range(12):
        for state, _ in play_game(4, seed, hands=4):
            for seat in state.to_act:
                view = state.view(seat)
                notes = PRESENTER.hand(view, Players(NAMES[:4], reader=seat), "Voren").notes
                barred = dict[str, list[str]]()
                for card, (clause, sentence, forcing) in view["barred"].items():
                    assert re.search(r"so you must (play|lead) [^,]+\.$", sentence)
                    trumps = any(hand_card[-1] == view["trumps"] for hand_card in view["hand"])
                    if "a trump" in sentence and not trumps:  # the Wolf and Treachery do not look like trumps
                        assert all(VOREN.name_of(value) in sentence for value in forcing), sentence
                    assert "the Treachery" not in sentence
                    barred.setdefault(f"{sentence} ({clause})", []).append(VOREN.text_of(card))
                    cases.add(clause)
                assert list(notes) == [f"{' and '.join(cards)}: {reason}" for reason, cards in barred.items()]
    assert cases == {"V5.2", "V5.4", "V5.5", "V5.8"}


def test_stakes_equal_the_rules_payments() -> None:
    """A trick's third and the match, wherever one decides; after the last hand the matches are shared as well."""
    cases: set[tuple[str, bool]] = set()
    pokes, brought = 0, set[str]()
    for seed in range(6):
        for state, _ in play_game(4, seed, hands=3, limit=seed % 3):
            view = state.view(None)
            text = PRESENTER.stakes_text(view)
            last = view["number"] + 1 == view["hands"]
            if view["phase"] in {"stay", "play"}:
                wins = f" trick wins {view['pot'] // 3}{' plus matches' * last}"
                (seat,) = state.to_act
                if "poke" in view["moves"] or (view["phase"] == "stay" and view["poke"] == "open"):
                    assert text == f"A{wins}; none costs {view['match']}."
                    facts = PRESENTER.hand(state.view(seat), Players(NAMES[:4], reader=seat), "Voren").facts
                    assert ("Poke", "swap all 3 cards, then stay") in facts
                    pokes += 1
                elif view["taken"][seat]:
                    assert text == f"Another{wins}."
                elif is_excused(view):
                    assert text == f"A{wins}. Treachery took your Wolf: no match."
                else:
                    assert text == f"A{wins}; no trick costs {view['match']}."
                prompt = PRESENTER.hand(state.view(seat), Players(NAMES[:4], reader=seat), "Voren").prompt
                assert prompt.endswith(text)
                assert len(prompt) <= 75
                if view["phase"] == "stay":
                    facts = dict(PRESENTER.hand(state.view(seat), Players(NAMES[:4], reader=seat), "Voren").facts)
                    assert facts.get("All play", "") == ("nobody may fold" if view["all_play"] else "")
                    assert ("(all play)" in prompt) is view["all_play"]
                    why = [name for name, value in facts.items() if value == "makes no trumps"]
                    turn_up = {"WOLF": "The Wolf", "TREACHERY": "Treachery"}.get(view["turn_up"], "A Crown")
                    assert why == ([] if view["trumps"] else [turn_up])
                    brought |= {name for name in ("All play", *why) if name in facts}
                assert text not in PRESENTER.table(view, Players(NAMES[:4]), "Voren").prompt
                cases.add((view["phase"], last))
            elif view["phase"] == "dealer":
                poke = "Poke: one player may swap all cards for three spare ones."
                assert text == f"A plain deal is usual. {poke} All play: nobody may fold."
            else:
                assert text == ""
    assert len(cases) == 4
    assert pokes
    assert brought >= {"All play", "A Crown"}


def test_the_chips_that_one_has_are_those_that_do_not_lie_in_the_pot() -> None:
    """On the board and in the hand: what all have and the pot come to nothing."""
    cases = set[str]()
    for state, _ in play_game(4, 3, hands=6):
        view = state.view(None)
        if view["phase"] not in {"dealer", "stay", "play"}:
            continue
        board = PRESENTER.table(view, Players(NAMES[:4]), "Voren")
        assert sum(seat.score or 0 for seat in board.seats) + view["pot"] == 0
        for seat in board.seats:
            facts = dict(PRESENTER.hand(state.view(seat.seat), Players(NAMES[:4], reader=seat.seat), "Voren").facts)
            assert facts["You have"] == str(seat.score).replace("-", "\u2212")
            assert facts["Pot"] == str(view["pot"])
        cases.add(view["phase"])
    assert cases == {"dealer", "stay", "play"}
