"""Docstrings that are too long, say a sentence twice, or have a sentence with a vague beginning.

`python -m tools.docstrings [--count] [FOLDER ...]` lists those of bot, cogs, data and rules, or of the folders named.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("bot", "cogs", "data", "rules")
MAX_LETTERS: Final = 240
SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+")
MIN_LETTERS: Final = 12
"""Letters of a sentence that may not stand twice."""
VAGUE_START: Final = re.compile(r"(?:\A|[.!?][\"')]*\s+|\n\s*\n|\n\s*[-*] )(Whoever|What|That)\b")


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield each docstring of a module with its line: of the module, of classes, functions, constants and fields."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.If):
            continue
        for statement in node.body:
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, inspect.cleandoc(text)
                case _:
                    pass


def repeats_sentence(text: str) -> bool:
    """Whether two sentences of a text are the same."""
    sentences = [sentence for sentence in SENTENCE_END.split(" ".join(text.split())) if len(sentence) >= MIN_LETTERS]
    return len(set(sentences)) < len(sentences)


def faults(text: str) -> list[str]:
    """Return the faults of a docstring, a phrase a fault."""
    problems = [f"{len(text)} letters"] if len(text) > MAX_LETTERS else []
    problems += ["a sentence stands twice"] if repeats_sentence(text) else []
    return problems + [f'a sentence begins with "{word}"' for word in VAGUE_START.findall(text)]


def faulty_docstrings(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """Yield each docstring below a folder, or of a file, that has faults: file, line, the faults."""
    for path in [folder] if folder.is_file() else sorted(folder.rglob("*.py")):
        for line, text in sorted(docstrings(path.read_text(encoding="utf-8"))):
            if problems := faults(text):
                yield path, line, ", ".join(problems)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the list, or how many there are a folder; returns 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tools.docstrings", description=__doc__)
    parser.add_argument("--count", action="store_true", help="print one line a folder: how many it has")
    parser.add_argument("folders", nargs="*", type=Path, default=[ROOT / folder for folder in FOLDERS])
    options = parser.parse_args(arguments)
    total = 0
    for folder in options.folders:
        rows = list(faulty_docstrings(folder.resolve()))
        total += len(rows)
        if options.count:
            print(f"{len(rows):5} {folder.name}")
            continue
        for path, line, fault in rows:
            name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            print(f"{name}:{line}: {fault}")
    return 1 if total else 0


if __name__ == "__main__":
    raise SystemExit(main())
