"""The floors of docs/developers/README.md: who may import whom, what rules/ may touch, where SQL lives."""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Container, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.needs import ROOT

ARROWS = {
    "rules": {"rules"},
    "data": {"data", "rules"},
    "bot": {"bot", "data", "rules"},
    "sandbox": {"sandbox"},
    "cogs": {"cogs", "bot", "rules"},
}
"""cogs -> bot -> data -> rules, and anyone -> rules."""

STARTS_SANDBOX = "bot/app/run.py"
"""The one module of bot/ that imports the sandbox: `make play` runs both."""

FLOORS = (
    "bot.app",
    "bot.operations bot.privacy bot.processes",
    "bot.transport",
    "bot.ui",
    "bot.leagues bot.nights",
    "bot.standings",
    "bot.tables.workers",
    "bot.tables.commands",
    "bot.tables.services",
    "bot.tables.model",
    "bot.pads",
    "bot.scheduler bot.people bot.search",
    "bot.common",
)
"""The floors inside bot/, the top one first: an import goes down, or stays in its folder."""

DATA_FLOORS = (
    "data.store data.copying",
    "data.privacy data.stats",
    "data.people",
    "data.deals data.leagues data.nights",
    "data.pads",
    "data.standings",
    "data.tables",
    "data.people.statements+data.people.rows",
    "data.processes",
    "data.schema",
    "data.nights.models+data.nights.records",
    "data.pads.models+data.pads.records data.standings.models+data.standings.records",
    "data.privacy.models data.processes.models",
    "data.leagues.models+data.leagues.records",
    "data.tables.models+data.tables.records+data.tables.events+data.tables.settings+data.tables.work",
    "data.deals.models+data.deals.records",
    "data.people.models+data.people.records",
    "data.migrate data.databases",
    "data.sqlite data.postgres data.migrations.columns",
    "data.engine",
)
"""The floors inside data/; `+` joins modules. Models and values of all matters lie below what reads and writes them.

People are there twice: everything names them, while their repositories change tables and standings.
"""

ABOVE_FLOORS = {"bot", "bot.__main__", "bot.tables", "data", "data.migrations.env"}
"""Modules on no floor: packages that hold nothing but floors, the command line, and Alembic's way in."""

FLOOR_EXCEPTIONS: set[str] = set()
"""Imports that may break the floors, as `importer -> imported`. There are none."""

CLIENT_BELOW_APP = re.compile(r"\binteraction\.client\b")
"""How code would reach the bot's object graph from an interaction."""

VALUES = {
    "data.deals.records",
    "data.leagues.records",
    "data.nights.records",
    "data.pads.records",
    "data.people.records",
    "data.standings.records",
    "data.tables.events",
    "data.tables.records",
    "data.tables.settings",
}
"""Plain values that bot/ hands on from data/; whoever is given one may name its type."""

SQL_LIBRARIES = {"sqlalchemy", "sqlmodel", "aiosqlite", "sqlite3", "alembic"}
SQL = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|PRAGMA\s+\w+|BEGIN\s+\w+)\b"
)

DRIVERS = {
    "sqlite3": "data/sqlite",
    "aiosqlite": "data/sqlite",
    "psycopg": "data/postgres",
    "sqlalchemy.dialects": "data/engine/statements.py",
}
"""What is of one database, and where in data/ it is named."""
KNOW_DRIVERS = {"data/engine/errors.py"}
"""The module that names errors of each."""

COMMANDS = {"__main__", "protocol", "commands", "arena"}
"""The modules of rules/ that do I/O: the line protocol and the commands of `python -m rules`."""

IMPURE = {
    "asyncio", "concurrent", "ctypes", "datetime", "getpass", "glob", "http", "io", "logging", "multiprocessing", "os",
    "pathlib", "secrets", "select", "selectors", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""Standard modules through which a clock, the outside or chance would reach a game."""

IMPURE_CALLS = {"open", "print", "input", "breakpoint", "eval", "exec", "Random", "SystemRandom"}

REAL_TIME_FOLDERS = ("tests/system/", "tests/data/", "tests/virtual/", "tests/support/")
"""Where tests may use the real time: its processes and files are real; and what makes time virtual."""
TIME_OR_THREADS = re.compile(r"^\s*(import|from)\s.*\b(time|threading)\b", re.MULTILINE)
"""What every test has that could: the rest is not parsed."""
REAL_TIME = {f"time.{name}" for name in ("sleep", "perf_counter", "monotonic", "thread_time", "process_time")}

LINES = 600
README_LINES = 150
README_WORDS = 900
SETTINGS_PAGE = "docs/reference/settings.md"
LINK = re.compile(r"\]\(([^)\s]+)\)|\bsrc=\"([^\"]+)\"")
SKIPPED_FOLDERS = {"__pycache__", "var", "build", "dist", "node_modules"}
TEXT = {
    "", ".py", ".md", ".toml", ".lock", ".html", ".css", ".js", ".json", ".yml", ".yaml", ".ini", ".mako", ".sh",
}  # fmt: skip

# Put together here, so that this file does not hold them itself.
REGISTRIES = ["pypi" + ".org", "python" + "hosted", "registry.npm" + "js", "npm" + "js.com"]
MACHINE = re.compile(
    r"(?<![\w./])/(?:" + "|".join(["wo" + "rk/", "ro" + "ot/", "home/[a-z]", "opt/py" + "pi", "tmp/[a-z]"]) + ")"
)


def files(root: Path, *folders: str) -> Iterator[Path]:
    """Our own files below some folders of the project (all of it by default), without what tools leave behind."""
    for folder in folders or (".",):
        for path in sorted((root / folder).rglob("*")):
            parts = path.relative_to(root).parts
            hidden = any(part in SKIPPED_FOLDERS or (part.startswith(".") and part != ".ci") for part in parts[:-1])
            if path.is_file() and not hidden and not any(part.endswith(".egg-info") for part in parts):
                yield path


def modules(root: Path, *folders: str) -> Iterator[tuple[str, ast.Module]]:
    """The Python files of some folders, each with its name below the root, parsed."""
    for path in files(root, *folders):
        if path.suffix == ".py":
            yield path.relative_to(root).as_posix(), parse(path)


@cache
def parse(path: Path) -> ast.Module:
    """A Python file, read once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(tree: ast.Module) -> Iterator[tuple[int, str, str | None]]:
    """Every import wherever it stands: line, module, and the name taken out of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, "." * node.level + (node.module or ""), alias.name) for alias in node.names)


def wrong_arrows(root: Path) -> list[str]:
    """Imports against the arrows."""
    ours = {*ARROWS, "tests", "tools", "seeds"}
    return [
        f"{name}:{line} imports {module}"
        for layer, allowed in ARROWS.items()
        for name, tree in modules(root, layer)
        for line, module, _ in imports(tree)
        if module.startswith(".")
        or (
            module.partition(".")[0] in ours - allowed
            and not (layer == "cogs" and module in VALUES)
            and not (name == STARTS_SANDBOX and module == "sandbox")
        )
    ]


def real_time_in_tests(root: Path) -> list[str]:
    """Where a test of `make test` waits for real time or measures it."""
    names = list[str]()
    for path in files(root, "tests"):
        name = path.relative_to(root).as_posix()
        suspect = path.suffix == ".py" and not name.startswith(REAL_TIME_FOLDERS)
        if not suspect or not TIME_OR_THREADS.search(path.read_text(encoding="utf-8")):
            continue
        tree = parse(path)
        names += [f"{name}:{line} imports {module}" for line, module, _ in imports(tree) if module == "threading"]
        names += [
            f"{name}:{node.lineno} uses {node.value.id}.{node.attr}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and f"{node.value.id}.{node.attr}" in REAL_TIME
        ]
        names += [
            f"{name}:{line} takes {what} from time" for line, module, what in imports(tree) if module == "time" and what
        ]
    return names


def module_names(root: Path, *folders: str) -> dict[str, ast.Module]:
    """The modules below some folders, by their dotted names."""
    named = (
        (name.removesuffix(".py").removesuffix("/__init__").replace("/", "."), tree)
        for name, tree in modules(root, *folders)
    )
    return dict(named)


def imported_modules(tree: ast.Module, container: Container[str]) -> set[str]:
    """Which of the known modules a module imports, wherever the import stands, annotations included."""
    names: set[str] = set()
    for _, module, name in imports(tree):
        names.add(f"{module}.{name}" if f"{module}.{name}" in container else module)
    return {module for module in names if module in container}


def floor_of(module: str, floors: tuple[str, ...]) -> tuple[int, str] | None:
    """The floor of a module, 0 the top, and its folder there: the longest name that fits. None for one on no floor."""
    fits = [
        (len(name), number, folder)
        for number, floor in enumerate(floors)
        for folder in floor.split()
        for name in folder.split("+")
        if module == name or module.startswith(f"{name}.")
    ]
    return max(fits)[1:] if fits else None


def wrong_floors(root: Path) -> list[str]:
    """Imports inside bot/ or data/ that go up, or to another folder of a floor; and modules that stand on no floor."""
    return [*_wrong_floors(root, "bot", FLOORS), *_wrong_floors(root, "data", DATA_FLOORS)]


def _wrong_floors(root: Path, layer: str, floors: tuple[str, ...]) -> list[str]:
    known = module_names(root, layer)
    names: list[str] = []
    for module, tree in known.items():
        here = floor_of(module, floors)
        if here is None:
            allowed = module in ABOVE_FLOORS or module.startswith("data.migrations.versions.")
            names += [] if allowed else [f"{module} stands on no floor"]
            continue
        for imported in imported_modules(tree, known):
            place = floor_of(imported, floors)
            if place is not None and (place[0] < here[0] or (place[0] == here[0] and place != here)):
                names.append(f"{module} -> {imported}")
    return sorted(set(names) - FLOOR_EXCEPTIONS)


def import_circles(root: Path) -> list[str]:
    """Modules that import each other in a circle, annotations included."""
    known = module_names(root, *ARROWS)
    sorter = TopologicalSorter({module: imported_modules(tree, known) for module, tree in known.items()})
    try:
        sorter.prepare()
    except CycleError as error:
        return [" -> ".join(error.args[1])]
    return []


def client_below_app(root: Path) -> list[str]:
    """Code below bot/app/ that reaches the client through an interaction, and with it everything else."""
    return [
        f"{path.relative_to(root).as_posix()}:{number} {line.strip()}"
        for path in files(root, "bot")
        if path.suffix == ".py" and "app" not in path.relative_to(root).parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if CLIENT_BELOW_APP.search(line)
    ]


def impurities(root: Path) -> list[str]:
    """What rules/ may not have: other libraries, a clock, the outside, chance of its own."""
    names: list[str] = []
    for name, tree in modules(root, "rules"):
        commands = Path(name).parts[1].removesuffix(".py") in COMMANDS
        for line, module, taken in imports(tree):
            top = module.partition(".")[0]
            if top not in sys.stdlib_module_names and top != "rules":
                names.append(f"{name}:{line} imports {module}: rules/ has the standard library only")
            elif not commands and top in IMPURE:
                names.append(f"{name}:{line} imports {module}")
            elif not commands and top == "random" and taken not in (None, "Random"):
                names.append(f"{name}:{line} takes {taken} from random")
        if not commands:
            names += (f"{name}:{line} {what}" for line, what in impure_uses(tree))
    return names


def impure_uses(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Calls that read, write or draw; `random.Random` may be named (a type), never made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield node.lineno, f"calls {node.func.id}"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            if node.attr != "Random":
                yield node.lineno, f"uses random.{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "Random":
            yield node.lineno, "makes a random.Random"


def stray_sql(root: Path) -> list[str]:
    """SQL, or a library that speaks it, outside data/."""
    names: list[str] = []
    for name, tree in modules(root, "rules", "bot", "cogs"):
        names += (
            f"{name}:{line} imports {module}"
            for line, module, _ in imports(tree)
            if module.partition(".")[0] in SQL_LIBRARIES
        )
        names += (
            f"{name}:{node.lineno} holds SQL"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value)
        )
    return names


def stray_drivers(root: Path) -> list[str]:
    """What is of one database, outside the few files of data/ that are about it."""
    return [
        f"{name}:{line} imports {module}"
        for name, tree in modules(root, "data")
        for line, module, _ in imports(tree)
        for driver, home in DRIVERS.items()
        if (module == driver or module.startswith(f"{driver}."))
        and not Path(name).is_relative_to(home)
        and name not in KNOW_DRIVERS
    ]


def discord_in_data(root: Path) -> list[str]:
    """data/ knows no Discord."""
    return [
        f"{name}:{line} imports {module}"
        for name, tree in modules(root, "data")
        for line, module, _ in imports(tree)
        if module.partition(".")[0] == "discord"
    ]


def strange_names(root: Path) -> list[str]:
    """Files whose names have letters that a shell would quote: a slip of some command made them."""
    return [path.name for path in files(root) if not re.fullmatch(r"[\w.@-]+", path.name, re.ASCII)]


def stray_docstrings(root: Path) -> list[str]:
    """Strings that document nothing: they stand neither first nor right below a variable."""
    return [
        f"{name}:{part.lineno} documents nothing"
        for name, tree in modules(root, "bot", "cogs", "data", "rules", "sandbox", "tools")
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef))
        for before, part in pairwise(node.body)
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)
        if not isinstance(before, (ast.Assign, ast.AnnAssign)) or part.lineno != (before.end_lineno or 0) + 1
    ]


def long_files(root: Path) -> list[str]:
    """Python files that have more lines than one subject needs."""
    counted = (
        (path, len(path.read_text(encoding="utf-8").splitlines())) for path in files(root) if path.suffix == ".py"
    )
    return [f"{path.relative_to(root)} has {lines} lines" for path, lines in counted if lines > LINES]


def foreign_words(root: Path) -> list[str]:
    """Hosts of package registries and paths of somebody's machine."""
    names: list[str] = []
    for path in files(root):
        if path.suffix not in TEXT or path.stat().st_size > 2_000_000:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if MACHINE.search(line) or any(host in line for host in REGISTRIES):
                names.append(f"{path.relative_to(root)}:{number} {line.strip()[:80]}")
    return names


def settings_names(root: Path) -> list[str]:
    """The settings of bot/common/settings.py, with their prefix."""
    tree = ast.parse((root / "bot/common/settings.py").read_text(encoding="utf-8"))
    classes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).endswith("BaseSettings") for base in node.bases)
    ]
    return [
        f"ELDEST_{line.target.id.upper()}"
        for class_def in classes
        for line in class_def.body
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id != "model_config"
    ]


def undocumented_settings(root: Path) -> list[str]:
    """Settings that docs/reference/settings.md does not name."""
    names = settings_names(root)
    if not names:
        return ["bot/common/settings.py has no settings: this check reads the fields of its BaseSettings class"]
    page = (root / SETTINGS_PAGE).read_text(encoding="utf-8")
    return [name for name in names if not re.search(rf"\b{name}\b", page)]


def unknown_settings(root: Path) -> list[str]:
    """Settings that README.md names and that do not exist."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    return sorted(set(re.findall(r"\bELDEST_\w+", readme)) - set(settings_names(root)))


def dead_links(root: Path) -> list[str]:
    """Links and pictures of the pages a visitor reads first that lead to no file of the project."""
    return [
        f"{page.name}: {target}"
        for page in sorted(root.glob("*.md"))
        for target in map("".join, LINK.findall(page.read_text(encoding="utf-8")))
        if ":" not in target and not (root / target.partition("#")[0]).exists()
    ]


def long_readme(root: Path) -> list[str]:
    """The lines and words of README.md where they are too many."""
    text = (root / "README.md").read_text(encoding="utf-8")
    result = {"lines": (len(text.splitlines()), README_LINES), "words": (len(text.split()), README_WORDS)}
    return [f"README.md has {number} {unit}" for unit, (number, most) in result.items() if number > most]


CHECKS = [
    wrong_arrows,
    wrong_floors,
    import_circles,
    client_below_app,
    impurities,
    stray_sql,
    stray_drivers,
    discord_in_data,
    real_time_in_tests,
    strange_names,
    stray_docstrings,
    long_files,
    foreign_words,
    unknown_settings,
    long_readme,
]

CRIMES = {
    "rules/game.py": "import random\nfrom secrets import token_bytes\nimport bot.tables\nrandom.shuffle\nopen('x')\n",
    "rules/more.py": "from random import choice\nimport discord\nimport random\nrandom.Random(1)\nfrom . import game\n",
    "data/store.py": "import discord\nfrom bot import tables\nfrom sqlalchemy.dialects.sqlite import insert\n",
    "data/engine/writer.py": "import aiosqlite\nfrom data.tables import units\n",
    "data/tables/units.py": "from data.people import models, units\n",
    "data/people/units.py": "x = 1\n'A number.'\n\n'Nothing.'\n",
    "data/people/models.py": "",
    "data/pads/records.py": "from data.standings import records\n",
    "data/standings/records.py": "",
    "bot/tables.py": "import cogs.voren\nfrom sqlalchemy import text\nq = 'SELECT a FROM b'\n",
    "bot/pads/pad.py": "from bot.ui import kit\nfrom bot.ui.kit import forms\n",
    "bot/ui/kit/forms.py": "if TYPE_CHECKING:\n    from bot.pads import pad\nx = interaction.client.store\n",
    "bot/app/client.py": "from bot.ui.kit import forms\nx = interaction.client\n",
    "bot/cellar.py": "",
    "cogs/table/commands.py": "from data.tables.records import TableRecord\n",
    "cogs/voren.py": "def f():\n    from data.store import Store\n    return 'DELETE FROM x'\n",
    "tests/e2e/test_game.py": "import threading\nfrom time import monotonic\nimport time\ntime.sleep(1)\n",
    "tests/system/test_game.py": "import time\ntime.sleep(1)\n",
    "docs/s|w a": "",
    "cogs/long.py": "x = 1\n" * (LINES + 1),
    "docs/x.md": "see /" + "work/x, or https://" + "pypi" + ".org/x\nand /" + "home/me\n",
    "bot/common/settings.py": "class Settings(BaseSettings):\n    token: str = ''\n    api_base: str = ''\n",
    SETTINGS_PAGE: "ELDEST_TOKEN and ELDEST_API_BASES\n",
    "README.md": '[here](docs/x.md#top) [there](docs/y.md) <img src="z.png"> [far](https://example.org) ELDEST_TOKENS\n'
    + "word\n" * README_WORDS,
}
FOUND = {
    wrong_arrows: {
        "rules/game.py:3 imports bot.tables",
        "rules/more.py:5 imports .",
        "data/store.py:2 imports bot",
        "bot/tables.py:1 imports cogs.voren",
        "cogs/voren.py:2 imports data.store",
    },
    wrong_floors: {
        "bot.pads.pad -> bot.ui.kit.forms",
        "bot.cellar stands on no floor",
        "data.engine.writer -> data.tables.units",
        "data.tables.units -> data.people.units",
        "data.pads.records -> data.standings.records",
    },
    client_below_app: {"bot/ui/kit/forms.py:3 x = interaction.client.store"},
    import_circles: {"bot.tables -> data.store -> cogs.voren -> bot.tables"},
    impurities: {
        "rules/game.py:2 imports secrets",
        "rules/game.py:3 imports bot.tables: rules/ has the standard library only",
        "rules/game.py:4 uses random.shuffle",
        "rules/game.py:5 calls open",
        "rules/more.py:1 takes choice from random",
        "rules/more.py:2 imports discord: rules/ has the standard library only",
        "rules/more.py:4 makes a random.Random",
        "rules/more.py:5 imports .: rules/ has the standard library only",
    },
    stray_sql: {"bot/tables.py:2 imports sqlalchemy", "bot/tables.py:3 holds SQL", "cogs/voren.py:3 holds SQL"},
    stray_drivers: {"data/store.py:3 imports sqlalchemy.dialects.sqlite", "data/engine/writer.py:1 imports aiosqlite"},
    real_time_in_tests: {
        "tests/e2e/test_game.py:1 imports threading",
        "tests/e2e/test_game.py:2 takes monotonic from time",
        "tests/e2e/test_game.py:4 uses time.sleep",
    },
    discord_in_data: {"data/store.py:1 imports discord"},
    strange_names: {"s|w a"},
    stray_docstrings: {"data/people/units.py:4 documents nothing"},
    long_files: {f"cogs/long.py has {LINES + 1} lines"},
    undocumented_settings: {"ELDEST_API_BASE"},
    unknown_settings: {"ELDEST_TOKENS"},
    dead_links: {"README.md: docs/y.md", "README.md: z.png"},
    long_readme: {f"README.md has {README_WORDS + 1} lines", f"README.md has {README_WORDS + 6} words"},
}


def test_the_house_is_in_order() -> None:
    """All checks in one test, so that each file is read once."""
    assert {check.__name__: check(ROOT) for check in CHECKS} == {check.__name__: [] for check in CHECKS}


@pytest.mark.parametrize("check", [undocumented_settings, dead_links], ids=lambda check: check.__name__)
def test_the_guides_are_whole(check: Callable[[Path], list[str]]) -> None:
    assert check(ROOT) == []


def test_the_checks_find_what_they_are_for(tmp_path: Path) -> None:
    for name, text in CRIMES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for check, expected in FOUND.items():
        assert set(check(tmp_path)) == expected
    assert len(foreign_words(tmp_path)) == 2


def test_discords_description_is_not_copied_here() -> None:
    assert not [path for path in files(ROOT) if path.name == "openapi.json"]


def project() -> dict[str, list[str]]:
    """What pyproject.toml asks for: the runtime's under "", the extras under their names."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {"": table["dependencies"], **table["optional-dependencies"]}


def test_every_dependency_has_its_reason() -> None:
    wanted = {line for lines in project().values() for line in lines}
    lines = [line.strip() for line in (ROOT / "pyproject.toml").read_text().splitlines()]
    bare = [line for before, line in pairwise(lines) if line.strip('",') in wanted and not before.startswith("# ")]
    assert bare == []


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.lock", [""]),
        ("requirements-test.lock", ["", "test", "lint"]),
    ],
)
def test_a_lock_holds_what_is_asked_for(lock: str, extras: list[str]) -> None:
    lines = [line for line in (ROOT / lock).read_text().splitlines() if not line.startswith("#")]
    pins = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}
    for extra in extras:
        for requirement in map(Requirement, project()[extra]):
            version = pins.get(canonicalize_name(requirement.name))
            assert version is not None, f"{requirement.name} is not in {lock}"
            assert requirement.specifier.contains(version), f"{requirement} is not what {lock} pins: run make lock"


def test_the_locks_agree() -> None:
    small, test = (
        set((ROOT / name).read_text().splitlines()[2:]) for name in ("requirements.lock", "requirements-test.lock")
    )
    assert small <= test
