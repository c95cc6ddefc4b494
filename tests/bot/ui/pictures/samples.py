"""Scenes to test with: strategies for any scene, and typical tables of Voren."""

from collections.abc import Iterator

from hypothesis import strategies as st

from bot.ui.scene.scene import DEALER, CardScene, Group, HandScene, Scene, SeatScene, Side, TableScene, Zone
from cogs.games.voren.pack import VOREN, register

register()
CARDS = tuple(VOREN.cards())
STATES = ("plain", "playable", "barred", "winning", "took", "wild")
NAMES = (
    "Ada",
    "Ben Okafor",
    "Computer 1",
    "Dominique",
    "Zoë",
    "Жанна",
    "xX_DarkLord_Xx",
    "Oyvind",
    "Computer 12",
    "李小龙",
)

texts = st.text(max_size=60)
names = st.one_of(st.sampled_from(NAMES), st.text(min_size=1, max_size=32))
scores = st.one_of(st.none(), st.integers(-500, 500), st.integers(1 - 10**99, 10**99 - 1))
"""With three digits in its power a rounded score would be wider than the smallest panel."""
cards = st.builds(
    CardScene,
    st.one_of(st.none(), st.sampled_from(CARDS)),
    st.sampled_from(STATES),
    st.one_of(st.just(""), st.text(max_size=12)),
    st.one_of(st.none(), st.integers(0, 11)),
)
groups = st.one_of(
    st.just(()), st.lists(st.builds(Group, texts, st.integers(0, 6), st.booleans()), max_size=4).map(tuple)
)
"""Groups of more or fewer cards than there are, too."""
zones = st.builds(
    Zone,
    texts,
    st.lists(cards, max_size=12).map(tuple),
    st.sampled_from(("row", "fan", "stack")),
    texts,
    groups,
)
badges = st.lists(st.sampled_from((DEALER, "folded", "stays", "owes 15", "+7", "-12", "computer")), max_size=4).map(
    tuple
)
facts = st.lists(st.tuples(texts, texts), max_size=5).map(tuple)


@st.composite
def sides(draw: st.DrawFn, seats: int) -> tuple[Side, ...]:
    """Draw no sides, or all seats on one of two."""
    first = {seat for seat in range(seats) if draw(st.booleans())}
    if not first or len(first) == seats:
        return ()
    others = set(range(seats)) - first
    return tuple(Side(draw(texts), tuple(sorted(own)), draw(scores)) for own in (first, others))


@st.composite
def tables(draw: st.DrawFn, most: int = 12) -> TableScene:
    """Draw any table at all."""
    seats = tuple(
        SeatScene(
            number,
            draw(names),
            draw(scores),
            draw(badges),
            draw(st.booleans()),
            number == 1 and draw(st.booleans()),
            draw(st.booleans()),
            tuple(draw(st.lists(cards, max_size=3))),
            draw(st.one_of(st.none(), st.integers(0, 30))),
        )
        for number in range(draw(st.integers(0, most)))
    )
    return TableScene(
        "voren",
        draw(texts),
        draw(texts),
        draw(st.text(max_size=200)),
        seats,
        tuple(draw(st.lists(zones, max_size=4))),
        draw(facts),
        draw(st.booleans()),
        draw(sides(len(seats))),
    )


hands = st.builds(
    HandScene,
    st.just("voren"),
    texts,
    texts,
    st.lists(cards, max_size=26).map(tuple),
    st.lists(texts, max_size=4).map(tuple),
    st.lists(zones, max_size=3).map(tuple),
    facts,
    st.booleans(),
    st.just(()),
    groups,
)
scenes = st.one_of(tables(), hands)


def list_cards(scene: Scene) -> Iterator[tuple[tuple[CardScene, ...], bool]]:
    """Yield the scene's groups of cards, and whether each lies in a stack."""
    for zone in scene.zones:
        yield zone.cards, zone.layout == "stack" and not zone.groups
    if isinstance(scene, HandScene):
        yield scene.cards, False
    else:
        for seat in scene.seats:
            yield seat.cards, False


def list_visible_cards(scene: Scene) -> list[str]:
    """Return the texts of all cards whose faces are seen."""
    results: list[str] = []
    for group, stacked in list_cards(scene):
        results += [card.text for card in (group[-1:] if stacked else group) if card.text is not None]
    return results


def make_trick_table(count: int, played: int) -> TableScene:
    """Return a table of Voren in a trick: `count` seats of which `played` have played."""
    cards_played = ("2H", "GH", "WOLF", "LC", "TREACHERY", "5S", "RD", "1C", "4D", "3H")
    folded = 2 if count > 4 else None
    seats = tuple(
        SeatScene(
            seat,
            NAMES[seat],
            (-1) ** seat * seat * 37,
            ("folded",) if seat == folded else (DEALER,) if seat == count - 1 else (),
            to_act=seat == played,
            out=seat == folded,
            cards=(CardScene(cards_played[seat], "winning" if seat == played - 1 else "plain"),)
            if seat < played and seat != folded
            else (),
            tricks=1 if seat == 0 else None,
        )
        for seat in range(count)
    )
    return TableScene(
        "voren",
        "Voren",
        "Hand 1 of 8",
        f"{NAMES[played]}: play a card.",
        seats,
        (
            Zone("Turn-up", (CardScene("4H"),), note="hearts are trumps"),
            Zone("Poke", (CardScene(None),) * 3, "stack", "free to take"),
        ),
        (("Pot", "15"), ("Trick", "2 of 3")),
        card_places=True,
    )


HAND = HandScene(
    "voren",
    "Your hand",
    "Your turn: play a card.",
    (CardScene("GS", "playable"), CardScene("2H", "barred", "V5.5"), CardScene("WOLF", "playable")),
    ("2 of hearts: you have to beat the trick if you can (V5.5)",),
    (Zone("This trick", (CardScene("3H", "winning", "Ada"),)), Zone("Turn-up", (CardScene("4H"),))),
    (("Pot", "15"),),
    your_turn=True,
)
LOBBY = TableScene(
    "voren",
    "Voren",
    "Lobby",
    "Waiting for players.",
    tuple(SeatScene(seat, name) for seat, name in enumerate((*NAMES[:3], ""))),
    facts=(("Ante", "3"),),
)
EXPOSED = TableScene(
    "voren",
    "Everything",
    seats=tuple(SeatScene(seat, NAMES[seat], 1, cards=(CardScene(CARDS[seat]),)) for seat in range(10)),
    zones=(Zone("Trick", tuple(CardScene(card) for card in CARDS[10:25]), "fan"),),
)
"""25 cards on one table, as in the measurements that the goals come from."""

PARTNERS = make_trick_table(4, 2)._replace(sides=(Side("first pair", (0, 2), 12), Side("second pair", (1, 3), -7)))


def make_tricks_table(count: int) -> TableScene:
    """Return a table with the turn-up and two tricks of so many cards, each card with its owner's name."""
    owners = enumerate(NAMES[:count])
    played = tuple(CardScene(card, "plain", name, seat) for card, (seat, name) in zip(CARDS, owners, strict=False))
    zones = (Zone("Turn-up", (CardScene("4H"),), "turned", "hearts are trumps"), Zone("Trick 1", played))
    return make_trick_table(4, 2)._replace(zones=(*zones, Zone("Trick 2", played)))


TYPICAL: dict[str, Scene] = {
    **{f"tricks of {count}": make_tricks_table(count) for count in range(2, 8)},
    "lobby": LOBBY,
    "hand": HAND,
    "partners": PARTNERS,
    **{f"trick of {count}": make_trick_table(count, min(count - 1, 3)) for count in range(2, 11)},
}
