// How a message's references are named and followed; the avatar of a person.

import { h } from "./dom.js";
import { nameOf, store, tell, userById } from "./store.js";

/** The names that markdown needs, from the store. */
export const names = {
  user(id) {
    const user = userById(id);
    return user ? { name: nameOf(user), me: id === store.me.id } : null;
  },
  role: (id) => store.guild.roles.find((role) => role.id === id)?.name ?? null,
  channel: (id) => store.channels.get(id)?.name ?? null,
  openChannel: (id) => tell("open", id),
  openCommand: (name) => tell("compose", name),
};

/** Initials on a colour that stays the same for the same id. */
export function avatar(user, size = "") {
  const words = nameOf(user).split(/\s+/).filter(Boolean);
  const initials = words.length > 1 ? [...words[0]][0] + [...words.at(-1)][0] : [...(words[0] ?? "?")][0];
  let hue = 0;
  for (const digit of user?.id ?? "") hue = (hue * 31 + digit.charCodeAt(0)) % 360;
  return h(
    "span",
    {
      class: `avatar ${size} ${user?.bot ? "bot" : ""}`,
      style: { backgroundColor: `hsl(${hue} 42% 34%)` },
      dataset: { initials: initials.toUpperCase() }, // drawn by the style sheet: they are no part of the text
      "aria-hidden": "true",
    },
  );
}
