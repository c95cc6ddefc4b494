"""The books of the search agree with the views of the rules: they know no more than those, and no less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from bot.ui.game.players import Players
from cogs.games.abracadabra.pack import ABRACADABRA, BID
from cogs.games.abracadabra.presenter import AbracadabraPresenter
from cogs.games.conference.presenter import ConferencePresenter
from cogs.games.mitigati.presenter import MitigatiPresenter
from cogs.games.tarot.pack import TAROT
from data.tables.events import EventKind
from data.tables.records import NewEvent
from rules.contract import State
from rules.players import players_of
from rules.registry import GAMES as RULES
from rules.simulate import random_order
from rules.tarot.cards import PACK_78, PACK_80
from tests.e2e.leaks.games import GAMES
from tests.e2e.leaks.games.abracadabra import AbracadabraBook
from tests.e2e.leaks.games.conference import ConferenceBook
from tests.e2e.leaks.games.five_crowns import FiveCrownsBook
from tests.e2e.leaks.games.mitigati import MitigatiBook
from tests.e2e.leaks.knowledge import Book

NAMES = {"Ada": 0, "Bela": 1, "Cleo": 2}
PACKS: dict[str, list[str]] = {
    "mitigati": list(PACK_78),
    "conference": list(PACK_80),
    "abracadabra": [card for card in ABRACADABRA.cards() if not card.startswith(BID)],
}
Choose = Callable[[State, int, Random], str]


def normal(state: State, seat: int, rng: Random) -> str:
    """A sensible move."""
    view = state.view(seat)
    return players_of(RULES[view["game"]])["normal"].choose(view, rng)


def game(name: str, seats: int, options: dict[str, Any], seed: int, choose: Choose) -> Iterator[tuple[State, Book]]:
    """Every position of a game with its book."""
    rng = Random(seed)
    rules, searched = RULES[name], GAMES[name]
    state = rules.new(seats, rules.resolve(options, seats), 0)
    book = searched.book(searched, options)
    book.take(1, NewEvent(EventKind.START, public={"seats": seats, "dealer": 0}))
    seq = 1
    while not state.finished:
        seq += 1
        if state.expects is not None:
            event, cards = state.expects.event, random_order(state, rng)
            state = state.chance(event, cards)
            book.take(seq, NewEvent(EventKind.CHANCE, text=event, hidden={"cards": cards}))
        else:
            seat = state.awaited[0]
            move = choose(state, seat, rng)
            state = state.apply(seat, move)
            book.take(seq, NewEvent(EventKind.MOVE, seat, move))
        yield state, book


def nobody_goes_out(state: State, seat: int, rng: Random) -> str:
    """Any move of Five Crowns but going out, so the stock runs out."""
    return rng.choice([move for move in state.legal(seat).moves if not move.startswith("out ")])


@pytest.mark.parametrize(
    ("seats", "first", "last", "outs"), [(2, 3, 7, True), (7, 5, 6, True), (12, 4, 4, True), (7, 13, 13, False)]
)
def test_the_book_of_five_crowns_knows_what_a_view_shows(seats: int, first: int, last: int, outs: bool) -> None:
    """Own cards, what lies open, and at most what others were seen to take besides; between deals everything."""
    shuffled = 0
    options = {"first": first, "last": last}
    for state, book in game("five_crowns", seats, options, seats, normal if outs else nobody_goes_out):
        for seat in (*range(seats), None):
            view = state.view(seat)
            assert (book.known(seat) == book.game.faces.every) == (not view["log"])
            if not view["log"]:
                continue
            cards = {card for meld in view["shown"] or () for card in meld}
            lawful = {*(view["hand"] or ()), *view["pile"], *cards}
            taken = {entry["card"] for entry in view["log"] if entry.get("move") == "take"}
            assert lawful <= book.known(seat) <= lawful | taken
            shuffled += bool(view["reshuffles"])
    assert bool(shuffled) is not outs


@pytest.mark.parametrize(
    ("sentence", "reader", "lawful"),
    [
        ("Bela drew a card and discarded the 9 of hearts.", None, True),
        ("Bela drew a card and discarded the 8 of hearts.", None, False),
        ("Bela drew a card and went out with the 9 of hearts.", None, False),
        ("Cleo drew a card and discarded the 9 of hearts.", None, False),
        ("You drew the 8 of hearts and discarded the 9 of hearts.", 1, True),
        ("Bela drew the 8 of hearts and discarded the 9 of hearts.", None, False),
        ("Bela drew the 8 of hearts and discarded the 9 of hearts.", 2, False),
        ("Cleo took the 9 of hearts and put it back.", None, True),
        ("Bela took the 9 of hearts and put it back.", None, False),
        ("You discarded the 9 of hearts.", 1, True),
        ("You discarded the 9 of hearts.", 0, False),
        ("Ada dealt 3 cards each and turned up a Joker.", None, True),
        ("Ada dealt 3 cards each and turned up the 7 of hearts.", None, False),
        ("Bela laid down 9♥︎ 3♠︎ 4♠︎.", None, False),
        ("Ada laid down 3★︎ 4★︎ 5★︎.", None, True),
        ("Ada laid down 3 of stars 4 of stars 5 of stars…", None, True),
        ("Ada laid down 3★︎ 3★︎ 5★︎.", None, False),
        ("Left with Bela: 3♠︎ = 20.", None, False),
    ],
)
def test_a_sentence_of_the_story_is_lawful_only_as_it_happened(sentence: str, reader: int | None, lawful: bool) -> None:
    """In the middle of a deal: Bela drew and discarded, Cleo took that and put it back, Ada went out."""
    book = FiveCrownsBook(GAMES["five_crowns"], {"first": 3, "last": 3})
    top = ["3S", "QD", "3T", "9H", "KC", "4T", "5S", "KD", "5T", "JOKER", "8H", "6H"]
    book.take(1, NewEvent(EventKind.START, public={"seats": 3, "dealer": 0}))
    book.take(2, NewEvent(EventKind.CHANCE, text="deal", hidden={"cards": [*top, *["QS"] * 104]}))
    for seat, move in (
        (1, "draw"), (1, "discard 9H"), (2, "take"), (2, "discard 9H"), (0, "draw"), (0, "out 6H"),
    ):  # fmt: skip
        book.take(3, NewEvent(EventKind.MOVE, seat, move))
    seats = NAMES | {"You": -1 if reader is None else reader}
    result = book.game.faces.found(book.untold(sentence, seats))
    assert (not result) is lawful


@pytest.mark.parametrize(
    ("sentence", "lawful"),
    [
        ("Ada and Bela kept the Fool and gave the 2 of Earth for it (C5.5).", True),
        ("Ada and Bela kept the Fool and gave the 2 of Earth…", True),
        ("Ada and Bela kept the Fool and gave the 2 of…", True),
        ("Ada and Bela kept the Fool and gave…", True),
        ("Ada and Bela kept the Fool…", True),
        ("Cleo and Dora kept the Fool…", False),
        ("Cleo and Dora kept the Fool and gave the 2 of Earth…", False),
        ("Ada and Bela kept the Fool and gave the 3 of…", False),
        ("Ada and Bela kept the Fool and gave the 2 of Air…", False),
    ],
)
def test_replacement_for_the_fool_is_legal_in_shortened_books(sentence: str, lawful: bool) -> None:
    book = ConferenceBook(GAMES["conference"], {})
    book.given.append((0, 1, "2E"))
    text = book.untold(sentence, {"Ada": 0, "Bela": 1, "Cleo": 2, "Dora": 3})
    assert (not book.game.faces.found(text)) is lawful


@pytest.mark.parametrize("form", ["name", "signs", "move"])
def test_each_card_of_a_pack_is_read_in_this_form(form: str) -> None:
    for game, cards in PACKS.items():
        if form == "move" and game == "abracadabra":  # its cards are also ranks of bids
            continue
        faces = GAMES[game].faces
        forms: dict[str, Callable[[str], str]] = {
            "name": faces.pack.name_of,
            "signs": faces.pack.text_of,
            "move": "play {}".format,
        }
        read = {card: faces.found(forms[form](card)) for card in cards}
        assert read == {card: {card} for card in cards}


def bargains(state: State, seat: int, rng: Random) -> str:
    """A move of Mitigati: words from few numbers, so that some hands are bought off; else mostly a sensible one."""
    view = state.view(seat)
    if view["phase"] != "bargain":
        every = players_of(RULES["mitigati"])
        return every["normal" if rng.random() < 0.7 else "random"].choose(view, rng)
    text = rng.choice(["pass", "pass", "continue", "continue", "ask", "offer"])
    ranges = {choice["verb"]: choice["range"] for choice in view["choices"]}
    if text in {"pass", "continue"} or text not in ranges:
        return text if text == "continue" else "pass"
    low, high = ranges[text]
    return f"{text} {min(high, max(low, 12))}"


@pytest.mark.parametrize("options", [{}, {"rotation": "left"}, {"bargaining": False}, {"bonuses": "flat"}], ids=str)
def test_the_book_of_mitigati_knows_what_a_view_shows(options: dict[str, Any]) -> None:
    """Own packets so far, what was declared and what was played; between hands everything, each as it was."""
    ends, bought, gave, count = 0, 0, 0, 0
    for seed in range(2):
        for state, book in game("mitigati", 3, {"hands": 3, **options}, seed, bargains):
            assert isinstance(book, MitigatiBook)
            for seat in (*range(3), None):
                view = state.view(seat)
                if not view["log"]:
                    assert book.known(seat) == book.game.faces.every
                else:
                    assert (book.dealer, book.reached) == (view["dealer"], view["reached"])
                    tricks = [*(trick["cards"] for trick in view["tricks"]), view["trick"]]
                    declared = [
                        item["cards"]
                        for declaration in view["declarations"]
                        if declaration
                        for item in declaration["items"]
                    ]
                    played = {card for trick in tricks for _, card in trick}
                    assert book.known(seat) == played.union(*declared, *(view["packets"] or ()))
            last = state.view(None)["last"]
            if last and not state.view(None)["log"]:
                ends, bought = ends + 1, bought + last["bought_off"]
                fool = last["fool"]
                if not last["bought_off"]:
                    assert book.discards[-1] == (last["dealer"], set(last["discard"]))
                    assert not fool or book.given[-1] == (fool["from"], fool["to"], fool["given"])
                    gave += bool(fool)
                    count += any(declaration["worth"] for declaration in last["declarations"])
    assert ends == 6
    assert gave
    assert count
    assert bool(bought) is options.get("bargaining", True)


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_the_story_of_a_hand_of_mitigati_that_is_over_is_lawful_in_the_next(reader: int | None) -> None:
    """All of it is, as it happened; told of somebody else each card that was played or discarded is found."""
    positions = game("mitigati", 3, {"hands": 3, "bargaining": False}, 5, bargains)
    last, book = next((state.view(None)["last"], book) for state, book in positions if state.number == 1)
    assert next(positions)[0].phase == "discard"
    passages = MitigatiPresenter().story(last, last["log"], Players(tuple(NAMES), reader=reader))
    sentences = [sentence for passage in passages for sentence in (passage.text, passage.result) if sentence]
    seats = NAMES | {"You": -1 if reader is None else reader, "you": -1 if reader is None else reader}
    result = book.game.faces.found
    assert len([text for text in sentences if result(text)]) > 100
    for sentence in sentences:
        assert not result(book.untold(sentence, seats)), sentence
    others = {name: (seat + 1) % 3 for name, seat in seats.items()}
    for sentence in sentences:
        if " led " in sentence or " played " in sentence or " discarded " in sentence:
            assert result(sentence) & result(book.untold(sentence, others)), sentence


def test_a_discard_of_the_hand_in_progress_is_not_lawful_to_tell() -> None:
    """M4.1: nobody but the dealer may see it until the hand is over."""
    for state, book in game("mitigati", 3, {"hands": 1}, 3, calls):
        assert isinstance(book, MitigatiBook)
        if state.phase == "declare":
            cards = {book.card(place) for place in book.away}
            dealer = tuple(NAMES)[book.dealer]
            names = ", ".join(TAROT.name_of(card) for card in sorted(cards))
            sentence = f"{dealer} discarded {names}."
            assert len(cards) == 3
            assert book.game.faces.found(book.untold(sentence, NAMES | {"You": -1})) == cards
            assert cards <= book.hidden(None)
            assert cards <= book.known(book.dealer)
            assert not any(cards & book.known(seat) for seat in range(3) if seat != book.dealer)
            return
    pytest.fail("no hand came to the declarations")


def calls(state: State, seat: int, rng: Random) -> str:
    """A move of Mitigati by which every hand is played."""
    return "continue" if state.phase == "bargain" else bargains(state, seat, rng)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("discard 3 10A 17", {"3", "10A", "17"}),
        ("declare abundance 2 3 4 + kings with FOOL 1", {"2", "3", "4", "FOOL", "1"}),
        ("abundance with trumps 2, 3 and 14 (10)", {"2", "3", "14"}),
        ("the Magician (1) and the World (21)", {"1", "21"}),
        ("Fire 10, Earth K, Trump 12", {"10F", "KE", "12"}),
        ("K Air + Fool", {"KA", "FOOL"}),
        ("AE10FKW", {"AE", "10F", "KW"}),
        ("Trick 3 of 25: Ada 12, Bela 7. To follow: Fire", set[str]()),
        ("all four Kings (20)", set[str]()),
        ("The dealer has to discard 3 cards first.", set[str]()),
    ],
)
def test_a_text_about_cards_of_mitigati_is_read(text: str, cards: set[str]) -> None:
    assert GAMES["mitigati"].faces.found(text) == cards


def bold(state: State, seat: int, rng: Random) -> str:
    """A move of Abracadabra: half of them random, so that much is turned up, and some deals are void."""
    every = players_of(RULES["abracadabra"])
    return every["normal" if rng.random() < 0.5 else "random"].choose(state.view(seat), rng)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (2, {"two_player": "short"}), (3, {}), (3, {"trump": "declared"}), (4, {})],
    ids=str,
)
def test_the_book_of_abracadabra_knows_what_a_view_shows(seats: int, options: dict[str, Any]) -> None:
    """Own cards, the open dummy, what was turned up and played; bid cards that are one's own, open, or over."""
    ends, opened, right = 0, 0, 0
    values = {rank: f"{BID}{value}" for value, rank in enumerate(("A", *map(str, range(2, 11)), *"JQK"), 1)}
    for seed in range(2):
        given = {**RULES["abracadabra"].resolve({"deals": 3, **options}, seats)}
        for state, book in game("abracadabra", seats, given, seed, bold):
            assert isinstance(book, AbracadabraBook)
            for seat in (*range(seats), None):
                view = state.view(seat)
                if not view["log"]:
                    assert book.known(seat) == book.game.faces.every
                    continue
                assert (book.dealer, book.declarer if view["phase"] != "bid" else None) == (
                    view["dealer"], view["declarer"],
                )  # fmt: skip
                tricks = [*(trick["cards"] for trick in view["tricks"]), view["trick"]]
                cards = {card for trick in tricks for _, card in trick}
                cards |= {*(view["hand"] or ()), *(view["dummy"] or ()), *filter(None, [view["turn_up"]])}
                bids = {values[rank] for own in (*view["left"], *view["won"], *view["lost"]) for rank in own or ()}
                bids |= {values[rank] for rank in (*view["right"], *view["turned"])}
                over = {f"{BID}{number}" for number in range(1, len(view["tricks"]) + 1)}
                assert book.known(seat) == cards | bids | over
                opened += seat is None and any(view["piles"])
                right += seat is None and bool(view["right"])
            if not state.view(None)["log"] and state.number:
                ends += 1
    assert ends >= 4
    assert opened
    assert right


def a_deal_of_abracadabra() -> tuple[dict[str, Any], list[dict[str, Any]], Book]:
    """How a first deal went, what bystanders saw of it, and the book when the next is awaited."""
    log: list[dict[str, Any]] = []
    for state, book in game("abracadabra", 3, {**RULES["abracadabra"].resolve({"deals": 3}, 3)}, 6, bold):
        view = state.view(None)
        if state.number == 1:
            seat, card = view["last"]["tricks"][-1]["cards"][-1]
            return view["last"], [*log, {"seat": seat, "move": f"play {card}"}], book
        log = view["log"]
    raise AssertionError("the game has one deal alone")


@pytest.mark.parametrize("reader", [None, 0, 1, 2])
def test_the_story_of_a_deal_of_abracadabra_that_is_over_is_lawful_in_the_next(reader: int | None) -> None:
    """All of it is, as it happened; told of somebody else each card that was played, or trick named, is found."""
    last, log, book = a_deal_of_abracadabra()
    passages = AbracadabraPresenter().story(last, log, Players(tuple(NAMES), reader=reader))
    sentences = [sentence for passage in passages for sentence in (passage.text, passage.result) if sentence]
    seats = NAMES | {"You": -1 if reader is None else reader}
    result = book.game.faces.found
    assert len([text for text in sentences if result(text)]) > 40
    for sentence in sentences:
        assert not result(book.untold(sentence, seats)), sentence
    others = {name: (seat + 1) % 3 for name, seat in seats.items()}
    for sentence in sentences:
        if " led " in sentence or " played " in sentence or " named tricks " in sentence:
            assert result(sentence) & result(book.untold(sentence, others)), sentence


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Hearts 10", set[str]()),
        ("place 4 10 J", {"TRICK4", "TRICK10", "TRICK11"}),
        ("You named 12 and won 10: no bonus.", set()),
        ("Bela named tricks 4, 9 and 11.", {"TRICK4", "TRICK9", "TRICK11"}),
        ("Bela named trick 12.", {"TRICK12"}),
        ("Bela named 4 tricks, face down.", set[str]()),
        ("Bela's bids: won: trick 1; to come: trick 3, trick 8.", {"TRICK1", "TRICK3", "TRICK8"}),
        ("Bela's bids: won 1 · to come 3 8 13", {"TRICK1", "TRICK3", "TRICK8", "TRICK13"}),
        ("Your bids: exposed 9 10 · to come 11 12, 2 exposed", {"TRICK9", "TRICK10", "TRICK11", "TRICK12"}),
        ("Your bids: lost double 3 · won 4 · lost 5, 1 and pile exposed", {"TRICK3", "TRICK4", "TRICK5"}),
        ("Bela's bids: to come: 3 cards face down.", set[str]()),
        ("Bela's bids: to come 3 cards face down", set[str]()),
        ("Ada won trick 4 with", set[str]()),
        ("Trick: 4 of 12", set[str]()),
    ],
)
def test_a_text_about_cards_of_abracadabra_is_read(text: str, cards: set[str]) -> None:
    assert GAMES["abracadabra"].faces.found(text) == cards


OF_CONFERENCE: dict[str, Any] = {"good_evil": "allegiance", "between_hands": "cut"}


def anything(state: State, seat: int, rng: Random) -> str:
    """A move of Conference: half are sensible, the others make calls, hire suits and cut."""
    every = players_of(RULES["conference"])
    return every["normal" if rng.random() < 0.5 else "random"].choose(state.view(seat), rng)


@pytest.mark.parametrize(
    "options",
    [OF_CONFERENCE, {"league": True, "gallowglass": True}, {"good_evil": "none"}, {"good_evil": "allegiance"}],
    ids=str,
)
def test_the_book_of_conference_knows_what_a_view_shows(options: dict[str, Any]) -> None:
    """Own cards, what was played, and what everybody knows to be in a hand; between hands everything, as it was."""
    cases: set[str] = set()
    for seed in (2, 3):
        for state, book in game("conference", 4, {"hands": 4, **options}, seed, anything):
            assert isinstance(book, ConferenceBook)
            for seat in (*range(4), None):
                view = state.view(seat)
                if "deal" not in [entry.get("event") for entry in view["log"]]:
                    assert book.known(seat) == book.game.faces.every
                    continue
                lying = {card for trick in [*view["tricks"], {"cards": view["trick"]}] for _, card in trick["cards"]}
                known = lying.union(*view["known"], view["hand"] or (), view["discard"] or ())
                league = {"20", "21"} if options.get("league") else set[str]()
                assert book.known(seat) == known | league
                back = view["taken_back"]
                assert not back or (back["seat"], back["card"], back["for"]) in book.backs
                cases |= {"back"} if back else set()
            last = state.view(None)["last"]
            if last and not state.view(None)["log"]:
                assert book.discards[-1] == (last["dealer"], set(last["discard"]))
                fool = last["fool"]
                assert not fool or book.given[-1] == (fool["from"], fool["to"], fool["given"])
                assert [list(map(list, trick)) for trick in book.tricks[-19:]] == [
                    trick["cards"] for trick in last["tricks"]
                ]
                cases |= {"fool"} if fool else {"none given"}
    assert {"fool", "none given"} <= cases
    assert ("back" in cases) is (options == {"good_evil": "allegiance"})


@pytest.mark.parametrize("reader", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("options", [{"good_evil": "allegiance"}, {"gallowglass": True, "league": True}], ids=str)
def test_the_story_of_a_hand_of_conference_that_is_over_is_lawful_in_the_next(
    options: dict[str, Any], reader: int | None
) -> None:
    """All of it is, as it happened; told of somebody else each card that was played or discarded is found."""
    names = NAMES | {"Dora": 3}
    for seed in range(6):
        positions = game("conference", 4, {"hands": 4, **options}, seed, anything)
        last, book = next((state.view(None)["last"], book) for state, book in positions if state.number == 1)
        assert next(positions)[0].phase == "discard"
        passages = ConferencePresenter().story(last, last["log"], Players(tuple(names), reader=reader))
        sentences = [sentence for passage in passages for sentence in (passage.text, passage.result) if sentence]
        seats = names | {"You": -1 if reader is None else reader, "you": -1 if reader is None else reader}
        result, league = book.game.faces.found, {"20", "21"} if options.get("league") else set[str]()
        assert (
            len([text for text in sentences if result(text)]) >= 94
        )  # 76 cards, the discard, tricks with the card that won
        for sentence in sentences:
            assert result(book.untold(sentence, seats)) <= league, sentence
        others = {name: (seat + 1) % 4 for name, seat in seats.items()}
        for sentence in sentences:
            if " led " in sentence or " played " in sentence or " discarded " in sentence:
                assert result(sentence) & result(book.untold(sentence, others)), sentence


def test_discards_and_partners_cards_of_a_running_hand_are_secret() -> None:
    """C1.6, C3.1: the game shows neither; a partner knows no more than others."""
    for state, book in game("conference", 4, {"hands": 1}, 3, anything):
        if state.phase != "play":
            continue
        assert isinstance(book, ConferenceBook)
        cards, dealer = set(book.reading.discard), book.dealer
        sentence = (
            f"{('Ada', 'Bela', 'Cleo', 'Dora')[dealer]} discarded {', '.join(map(TAROT.name_of, sorted(cards)))}."
        )
        assert len(cards) == 4
        assert book.game.faces.found(book.untold(sentence, NAMES | {"Dora": 3, "You": -1})) == cards
        assert cards <= book.hidden(None)
        assert cards <= book.known(dealer)
        for seat in range(4):
            held = set(state.view(seat)["hand"])
            assert held <= book.known(seat)
            assert held <= book.hidden(seat ^ 1)
            assert seat == dealer or not cards & book.known(seat)
        return
    pytest.fail("no hand came to its play")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("play GOOD ours", {"GOOD"}),
        ("Evil, yours: you score Earth and Air", {"EVIL"}),
        ("discard 2E 3A 17", {"2E", "3A", "17"}),
        ("holds the 5 of Earth · holds trump 20", {"5E", "20"}),
        ("Attackers: 41 points, Fire and Water count. Trick: 5 of 19", set[str]()),
        ("That is a good answer to an evil question.", set[str]()),
        ("The dealer has to discard 4 cards first.", set[str]()),
    ],
)
def test_a_text_about_cards_of_conference_is_read(text: str, cards: set[str]) -> None:
    assert GAMES["conference"].faces.found(text) == cards
