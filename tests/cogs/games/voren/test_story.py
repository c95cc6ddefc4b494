"""Voren's story against the rules: every trick, every settlement and every reader of random games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.ui.game.presenter import Passage, Players
from cogs.games.voren.pack import VOREN
from rules.voren.cards import CARDS, SUIT_OF
from rules.voren.trick import winning_card
from tests.cogs.games.voren.games import CARD, LOOK, NAMES, games, states

AMOUNT = re.compile(r"(\w+) (\d+)")


def amounts(sentence: str, after: str) -> dict[str, int]:
    """The amounts by name that follow these words, up to the end of their sentence."""
    found = re.search(re.escape(after) + r"([^.]*)\.", sentence)
    return {name: int(amount) for name, amount in AMOUNT.findall(found[1])} if found else {}


def named(values: list[int]) -> dict[str, int]:
    return {NAMES[seat]: value for seat, value in enumerate(values) if value}


@pytest.mark.parametrize(("seats", "options"), games())
def test_a_hand_is_told_as_the_rules_have_it(seats: int, options: dict[str, Any]) -> None:
    """Who won which trick with what, why, who paid and who won how much, in every hand of four games."""
    players, tricks = Players(NAMES[:seats]), 0
    for seed in range(4):
        for state, log in states(seats, seed, **options):
            if log is None:
                continue
            last = state.view(None)["last"]
            passages = LOOK.story(last, log, players)
            assert all(LOOK.story(last, log, players, start) == passages[start:] for start in range(len(log)))
            assert amounts(passages[0].text, f"the pot of {last['pot']} went: ") == named(last["paid"])
            tricks += check_tricks(last, [one for one in passages if " won trick " in one.result])
            check_settlement(last, passages[-1].result)
            assert not any(one.result for one in passages[:-1] if " won trick " not in one.result)
    assert tricks > 4


def check_tricks(last: dict[str, Any], told: list[Passage]) -> int:
    """Each trick's sentence, against the rules' own winning card among what was played."""
    assert len(told) == len(last["tricks"])
    trumps = SUIT_OF[CARDS.bit[f"1{last['trumps']}"]] if last["trumps"] else 0
    for number, (trick, passage) in enumerate(zip(last["tricks"], told, strict=True), 1):
        bits = [CARDS.bit[card] for _, card in trick["cards"]]
        best = winning_card(sum(bits), bits[0], trumps)
        (winner,) = [seat for seat, card in trick["cards"] if CARDS.bit[card] == best]
        card = VOREN.name_of(CARDS.text[best])
        sentence = (
            f"{NAMES[winner]} won trick {number} with {card if VOREN.special(CARDS.text[best]) else f'the {card}'}, "
        )
        assert passage.result.startswith(sentence)
        reason = passage.result.removeprefix(sentence).partition(".")[0]
        without_trumps = winning_card(sum(bits), bits[0], 0)
        is_trump = best & trumps or VOREN.special(CARDS.text[best])
        assert ("trump" in reason) is bool(is_trump)
        if not is_trump:
            assert best == without_trumps
            rivals = sum(bool(bit & SUIT_OF[bits[0]]) for bit in bits)
        else:
            rivals = sum(bool(bit & trumps) or CARDS.text[bit] in {"WOLF", "TREACHERY"} for bit in bits)
        assert ("only" in reason) is (rivals == 1)
        assert (f"highest of {rivals} " in reason) is (rivals > 1)
    return len(told)


def check_settlement(last: dict[str, Any], told: str) -> None:
    """How the hand ended: every amount that the core paid and no other."""
    if last["alone"] is not None:
        assert told == f"All others folded, so the pot of {last['pot']} went to {NAMES[last['alone']]} without play."
        return
    matches = amounts(told, "paid a match at once, after the last hand: ")
    assert matches == named(last["settled"])
    paid = f"Each trick paid a third of the pot of {last['pot']}{' and of these matches' if matches else ''}: "
    assert amounts(told, paid) == named(last["winnings"])
    assert amounts(told, "owes a match to the next pot: ") == named(last["owes"])
    excused = last["exempt"] is not None and not last["taken"][last["exempt"]]
    assert ("No match for " in told) is excused


@pytest.mark.parametrize(("seats", "options"), games())
def test_no_reader_is_told_a_card_that_has_not_been_shown(seats: int, options: dict[str, Any]) -> None:
    """At every position, for every reader: the turn-up and the cards that were played, and no other."""
    seen = 0
    for state, _ in states(seats, seats, **options):
        for reader in (None, *range(seats)):
            view = state.view(reader)
            if not view["log"]:
                continue
            told = LOOK.story(view, view["log"], Players(NAMES[:seats], reader=reader))
            assert len(told) == len(view["log"])
            for start in {len(told) // 2, len(told) - 1}:  # most come for the newest entries
                assert LOOK.story(view, view["log"], Players(NAMES[:seats], reader=reader), start) == told[start:]
            shown = {view["turn_up"], *(one["move"].partition(" ")[2] for one in view["log"][2:])} - {""}
            allowed = {VOREN.name_of(card).removeprefix("the ") for card in shown}
            cards = set(CARD.findall(" ".join(sentence for one in told for sentence in one.sentences)))
            assert cards <= allowed
            seen += len(cards)
    assert seen


def test_the_reader_is_you() -> None:
    """In what is told to them alone, and nowhere else."""
    for state, log in states(3, 5, hands=2):
        if log is not None:
            last = state.view(None)["last"]
            mine = " ".join(s for one in LOOK.story(last, log, Players(NAMES[:3], reader=1)) for s in one.sentences)
            all_ = " ".join(s for one in LOOK.story(last, log, Players(NAMES[:3])) for s in one.sentences)
            assert re.sub(r"\b[Yy]ou\b", "Bela", mine) == all_
            assert "Bela" not in mine
            assert "ou " in mine


def test_the_outcome_names_the_winners_and_their_points() -> None:
    (*_, (state, _)) = states(4, 2, hands=3)
    view = state.view(None)
    told = LOOK.outcome(view, Players(NAMES[:4]))
    assert told.startswith(", ".join(NAMES[seat] for seat in view["winners"]).replace(", ", " and "))
    assert re.search(rf" wins? with {max(view['scores'])}\.$", told)
    mine = LOOK.outcome(view, Players(NAMES[:4], reader=view["winners"][0]))
    assert re.match(r"You (and .+ )?win with ", mine)


def is_excused(view: dict[str, Any]) -> bool:
    """Whether V6.3 frees whoever is to act of a match: they played the Wolf, and Treachery fell in the same trick."""
    for trick in view["tricks"]:
        cards = [card for _, card in trick["cards"]]
        if {"WOLF", "TREACHERY"} <= set(cards):
            return trick["cards"][cards.index("WOLF")][0] in view["to_act"]
    return False


def test_whoever_lost_the_wolf_to_treachery_is_not_told_of_a_match() -> None:
    """V6.3, on the board and in the hand; everybody else is told what they may owe."""
    told = {True: 0, False: 0}
    for seed in range(150):
        for state, _ in states(3, seed, hands=4):
            view = state.view(None)
            if view["phase"] != "play" or not view["tricks"]:
                continue
            (seat,) = state.to_act
            excused = is_excused(view)
            told[excused] += 1
            for prompt in (
                LOOK.table(view, Players(NAMES[:3]), "Voren").prompt,
                LOOK.hand(state.view(seat), Players(NAMES[:3], reader=seat), "Voren").prompt,
            ):
                assert (
                    "The Wolf fell to Treachery, so whoever takes no trick pays nothing (V6.3)." in prompt
                ) is excused
                assert (f"takes no trick pays {view['match']}" in prompt) is not excused
    assert told[True] > 2
    assert told[False] > 100


def test_of_each_barred_card_the_hand_says_why_and_which_card_forces_it() -> None:
    seen: set[str] = set()
    for seed in range(12):
        for state, _ in states(4, seed, hands=4):
            for seat in state.to_act:
                view = state.view(seat)
                notes = " ".join(LOOK.hand(view, Players(NAMES[:4], reader=seat), "Voren").notes).lower()
                for card, (clause, _, forcing) in view["barred"].items():
                    assert f"({clause.lower()})" in notes
                    assert VOREN.name_of(card).lower() in notes
                    names = [VOREN.name_of(one).lower() for one in forcing]
                    assert names
                    assert clause == "V5.2" or all(name in notes for name in names), (notes, names)
                    assert "the treachery" not in notes
                    seen.add(clause)
    assert seen == {"V5.2", "V5.4", "V5.5", "V5.8"}


def test_whoever_decides_is_told_what_beats_what_in_this_hand() -> None:
    """Of trumps where a suit is trumps, of the Wolf and Treachery alone where none is (V5.3)."""
    seen: set[bool] = set()
    for seed in range(12):
        for state, _ in states(4, seed, hands=4):
            view = state.view(None)
            if view["phase"] not in {"stay", "play"}:
                continue
            (seat,) = state.to_act
            notes = " ".join(LOOK.hand(state.view(seat), Players(NAMES[:4], reader=seat), "Voren").notes)
            none = view["trumps"] is None
            assert ("No suit is trumps in this hand: the Wolf beats every other card" in notes) is none
            assert ("Trumps beat the other suits" in notes) is not none
            seen.add(none)
    assert seen == {False, True}


def test_what_is_at_stake_is_what_the_rules_pay() -> None:
    """A trick's third and the match, wherever one decides; after the last hand the matches are shared as well."""
    seen: set[tuple[str, bool]] = set()
    for seed in range(6):
        for state, _ in states(4, seed, hands=3, limit=seed % 3):
            view = state.view(None)
            told = LOOK.stakes(view)
            last = view["number"] + 1 == view["hands"]
            if view["phase"] in {"stay", "play"}:
                assert f"Each of the three tricks pays {view['pot'] // 3}." in told
                follows = "which the tricks share too" if last else "into the next pot"
                pays = r"nothing \(V6.3\)" if is_excused(view) else f"{view['match']},? {follows}"
                assert re.search(rf"takes no trick pays {pays}\.", told)
                may_fold = view["phase"] == "stay" and not view["all_play"]
                assert ("Folding costs nothing more." in told) is may_fold
                assert ("three unseen cards" in told) is (view["phase"] == "stay" and view["poke"] == "open")
                assert told in LOOK.table(view, Players(NAMES[:4]), "Voren").prompt
                seen.add((view["phase"], last))
            elif view["phase"] == "dealer":
                assert "three unseen cards" in told
                assert "nobody may fold" in told
            else:
                assert told == ""
    assert len(seen) == 4
