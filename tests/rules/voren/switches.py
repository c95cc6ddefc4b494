"""How to switch off a clause of Voren: each change breaks one rule, and a test marked with that clause must notice."""

from tests.rules.switches import Switch

CARDS = "rules/voren/cards.py"
GAME = "rules/voren/game.py"
PAD = "rules/voren/pad.py"
PHASES = "rules/voren/phases.py"
PLAY = "rules/voren/play.py"
RECORDS = "rules/voren/records.py"
SETTLE = "rules/voren/settle.py"
VIEW = "rules/voren/view.py"

SWITCHES = [
    Switch(
        "V1.1", CARDS, '(*suited(RANKS, SUITS), "TREACHERY", "WOLF")', '(*suited(RANKS, SUITS), "WOLF", "TREACHERY")'
    ),
    Switch("V1.2", GAME, "seats: ClassVar[tuple[int, int]] = (2, 10)", "seats: ClassVar[tuple[int, int]] = (1, 11)"),
    Switch("V1.3", GAME, "low=3, high=300, step=3", "low=3, high=300, step=1"),
    Switch("V1.3", RECORDS, "self.hands or 2 * self.seats", "self.hands or self.seats"),
    Switch("V2.1", SETTLE, "paid[dealer] += ante", "paid[dealer] = owed[dealer] or 2 * ante"),
    Switch("V2.1", SETTLE, "[match or ante for", "[match + ante for"),
    Switch("V2.2", SETTLE, "min(pot, limit * ante)", "min(pot, limit)"),
    Switch("V3.1", RECORDS, "SINGLY = (1, 1, 1)", "SINGLY = (3,)"),
    Switch("V3.1", RECORDS, "order[place + 1 : place + 4]", "order[place + 2 : place + 5]"),
    Switch("V3.2", CARDS, "else suit_of(card) or 0 for", "else 0 for"),
    Switch("V3.3", CARDS, '"crowns": _trumps_by(UNSUITED | CROWNS)', '"crowns": _trumps_by(UNSUITED)'),
    Switch(
        "V3.4", VIEW, '"to_act": [dealt.sheet.dealer],', '"to_act": [dealt.sheet.dealer], **_own(dealt, said, seat),'
    ),
    Switch("V4.1", PHASES, "        turn = (turn + 1) % seats", "        turn = (turn - 1) % seats"),
    Switch("V4.2", PHASES, "listed = SPEAK[False, all_play]", "listed = SPEAK[True, all_play]"),
    Switch("V4.2", PHASES, "    if said.taker is not None:  # V4.2", "    if said.taker == -1:  # V4.2"),
    Switch("V4.3", PHASES, "(False, True): Legal((STAY,))", "(False, True): Legal((STAY, FOLD))"),
    Switch("V4.4", PHASES, "words.count(FOLD) == seats - 1", "words.count(FOLD) == seats"),
    Switch("V5.1", RECORDS, "if seat > dealer", "if seat >= dealer"),
    Switch("V5.2", PLAY, "return hand & GREATER_CROWN[trumps] or hand  # V5.2", "return hand"),
    Switch("V5.3", CARDS, "WOLF, TREACHERY)\n    table", "TREACHERY, WOLF)\n    table"),
    Switch(
        "V5.4",
        PLAY,
        "hand & FOLLOW[trumps][led] or hand & TRUMPS[trumps] or hand",
        "hand & FOLLOW[trumps][led] or hand",
    ),
    Switch(
        "V5.4", PLAY, "hand & FOLLOW[trumps][led] or hand & TRUMPS[trumps] or hand", "hand & TRUMPS[trumps] or hand"
    ),
    Switch("V5.5", PLAY, "return highest(winning) if winning else cards", "return winning or cards"),
    Switch("V5.5", CARDS, "cards & TREACHERY or 1 <<", "1 <<"),
    Switch("V5.6", PLAY, "if led & UNSUITED:", "if led & 0:"),
    Switch("V5.7", PHASES, "elif card & beats:  # V5.7", "elif card > beats:"),
    Switch("V5.8", PLAY, "return hand & TRUMP_SUIT[trumps] or hand  # V5.8", "return hand"),
    Switch("V5.8", PLAY, "return hand & TRUMP_SUIT[trumps] or hand  # V5.8", "return hand & TRUMPS[trumps] or hand"),
    Switch("V5.9", PLAY, "    if trick == SECOND:", "    if trick >= SECOND:"),
    Switch("V6.1", SETTLE, "tricks * third for tricks in taken", "third for tricks in taken"),
    Switch("V6.2", SETTLE, "min(pot, limit * ante) if limit else pot", "pot"),
    Switch("V6.2", SETTLE, "if not taken[seat] and", "if taken[seat] < 2 and"),
    Switch("V6.3", PHASES, "+ wolf % size)", "+ treachery % size)"),
    Switch("V6.3", PHASES, "        if wolf // size == treachery // size:", "        if wolf >= 0:"),
    Switch("V6.4", PHASES, "(dealer + 1) % seats  # V6.4", "dealer"),
    Switch("V6.5", SETTLE, "if last:  # V6.5", "if last and last is None:"),
    Switch("V6.5", SETTLE, "third = sum(settled) // 3", "third = sum(settled) // 6"),
    Switch("V6.6", SETTLE, "list(map(sub, winnings, paid))", "list(winnings)"),
    Switch("V6.6", PHASES, "best = max(sheet.totals)", "best = min(sheet.totals)"),
    Switch("P1", PAD, "    if match % ante:", "    if match % 3:"),
    Switch("P1", PAD, "        fewest = min(fewest, limit)", "        fewest = limit"),
    Switch("P1", PAD, "    if tricks[wolf] == 3:", "    if tricks[wolf] == 4:"),
]
