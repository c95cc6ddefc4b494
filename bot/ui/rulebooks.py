"""The rulebooks for players, read from seeds/: clauses, sections, pages that fit a message, search."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

SEEDS: Final = Path(__file__).resolve().parents[2] / "seeds"
MAX_PAGE_LETTERS: Final = 3300

SUMMARY_HEADING: Final = "In two minutes"
"""The heading of the first page."""

PAGE_BREAK: Final = "\n---\n"
"""The end of a page in a game's two-minute rules."""

CLAUSE_PATTERN: Final = re.compile(r"^\*\*([A-Z]\d+(?:\.\d+)?)\*\*\s*(.*)", re.DOTALL)

CITATION_PATTERN: Final = re.compile(r"\(([A-Z]\d+(?:\.\d+)?)\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered clause: its number, its section's heading, its text, and the page it stands on."""

    number: str
    section: str
    text: str
    page: int


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rulebook. It begins with the game in two minutes, in pages that each fit the screen of a phone."""

    title: str
    pages: tuple[str, ...]
    clauses: tuple[Clause, ...]
    sections: tuple[tuple[str, int], ...]
    """The headings, each with the page on which its section begins."""

    def find(self, number: str) -> Clause | None:
        """Return the clause of that number (any case)."""
        sought = number.strip().upper()
        return next((clause for clause in self.clauses if clause.number == sought), None)

    def beside(self, clause: Clause) -> tuple[Clause | None, Clause | None]:
        """Return the clauses before and after a clause; None at the ends of the rulebook."""
        place = self.clauses.index(clause)
        before, after = self.clauses[:place], self.clauses[place + 1 :]
        return (before[-1] if before else None, after[0] if after else None)

    def search(self, query: str) -> list[Clause]:
        """Return the clauses with all the typed words in number, heading or text; matches of the number come first."""
        words = query.lower().split()
        matches = [
            clause
            for clause in self.clauses
            if all(word in f"{clause.number} {clause.section} {clause.text}".lower() for word in words)
        ]
        return sorted(matches, key=lambda clause: not clause.number.lower().startswith(query.strip().lower()))


def rulebook_games() -> list[str]:
    """Return the games that have a rulebook."""
    return sorted(path.parent.name for path in SEEDS.glob("*/rulebook.md"))


def cited_clauses(sentences: Iterable[str]) -> str:
    """Return the first clause that sentences name in brackets, such as "(M6.2)"; empty if they name none."""
    citations = (match[1] for sentence in sentences if (match := CITATION_PATTERN.search(sentence)))
    return next(citations, "")


@cache
def load_rulebook(game: str) -> Rulebook:
    """Return the rulebook of a game. Raises KeyError if it has none."""
    folder = SEEDS / game
    if game not in rulebook_games():
        raise KeyError(game)
    title, sections = _sections((folder / "rulebook.md").read_text(encoding="utf-8"))
    two_minutes = (folder / "two-minutes.md").read_text(encoding="utf-8").split(PAGE_BREAK)
    pages = ["\n\n".join(map(_join_lines, re.split(r"\n\s*\n", page.strip()))) for page in two_minutes]
    clauses: list[Clause] = []
    begins = [(SUMMARY_HEADING, 0)]
    for heading, paragraphs in sections:
        page = f"## {heading}"
        begins.append((heading, len(pages)))
        for paragraph in paragraphs:
            if len(page) + len(paragraph) > MAX_PAGE_LETTERS:
                pages.append(page)
                page = f"## {heading} (continued)"
            page += f"\n\n{paragraph}"
            match = CLAUSE_PATTERN.match(paragraph)
            if match:
                clauses.append(Clause(match[1], heading, match[2].strip(), len(pages)))
        pages.append(page)
    return Rulebook(title, tuple(pages), tuple(clauses), tuple(begins))


def _sections(text: str) -> tuple[str, list[tuple[str, list[str]]]]:
    """Return the title of a rulebook, and its sections with their paragraphs."""
    title, sections = "", list[tuple[str, list[str]]]()
    for block in re.split(r"\n\s*\n", text):
        paragraph = _join_lines(block.strip())
        if paragraph.startswith("# "):
            title = paragraph.lstrip("# ")
            sections.append((title, []))
        elif paragraph.startswith("## "):
            heading, _, rest = paragraph.partition("\n")
            sections.append((heading.removeprefix("## "), [rest.strip()] if rest.strip() else []))
        elif paragraph and sections:
            sections[-1][1].append(paragraph)
    return title, [(heading, paragraphs) for heading, paragraphs in sections if paragraphs]


def _join_lines(paragraph: str) -> str:
    """Return a paragraph on one line, as Discord needs it; entries of lists keep their own."""
    return re.sub(r"\n(?!\s*([-*+]\s|-#|#|>|\d+[.)]\s|\*\*[A-Z]\d))\s*", " ", paragraph)
