// The bot's slash commands, flattened: every subcommand is one entry, named as it is typed ("voren new").

const SUBCOMMAND = 1;
const GROUP = 2;

/** Kinds of options (Discord's application command option types). */
export const OPTION = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };

/**
 * All commands that can be given, in the order of their names.
 * @returns {{name: string, description: string, options: object[]}[]}
 */
export function flatten(commands) {
  const out = [];
  const visit = (entry, path) => {
    const name = [...path, entry.name].join(" ");
    const inner = (entry.options ?? []).filter((option) => [SUBCOMMAND, GROUP].includes(option.type));
    if (inner.length) for (const option of inner) visit(option, [...path, entry.name]);
    else out.push({ name, description: entry.description ?? "", options: entry.options ?? [] });
  };
  for (const command of commands) if ((command.type ?? 1) === 1) visit(command, []);
  return out.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The commands that fit what was typed after the slash, the closest first. */
export function matching(commands, typed) {
  const words = typed.toLowerCase().trim().replace(/\s+/g, " ");
  const rank = ({ name, description }) => {
    if (name.startsWith(words)) return 0;
    if (name.split(" ").some((part) => part.startsWith(words))) return 1;
    if (name.includes(words)) return 2;
    return words && description.toLowerCase().includes(words) ? 3 : 4;
  };
  return commands
    .map((command) => [rank(command), command])
    .filter(([place]) => place < 4)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, command]) => command);
}

/** The command whose whole name begins what was typed, and what follows it; null if none does. */
export function typedCommand(commands, typed) {
  const found = commands
    .filter(({ name }) => typed === `${name} ` || typed.startsWith(`${name} `))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  return found ? { command: found, rest: typed.slice(found.name.length + 1) } : null;
}

/**
 * Options typed as "seats:4 chips:20": a map from option name to text. What stands before the first name is for the
 * first required option.
 */
export function typedOptions(command, rest) {
  const values = new Map();
  const known = command.options.map((option) => option.name);
  const parts = rest.split(/(?:^|\s)([-_\p{L}\p{N}]+):/u);
  for (let at = 1; at < parts.length; at += 2) if (known.includes(parts[at])) values.set(parts[at], parts[at + 1].trim());
  const first = command.options.find((option) => option.required);
  const unnamed = parts[0].trim();
  if (first && unnamed && !values.has(first.name)) values.set(first.name, unnamed);
  return values;
}
