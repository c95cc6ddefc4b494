// How a message's references are named and followed; the avatar of a person.

import { h } from "./dom.js";
import { compareIds, nameOf, store, tell, userById } from "./store.js";

/** The names that markdown needs, from the store. */
export const names = {
  user(id) {
    const user = userById(id);
    return user ? { name: nameOf(user), me: id === store.me.id, hue: user.bot ? undefined : hueOf(id) } : null;
  },
  role: (id) => store.guild.roles.find((role) => role.id === id)?.name ?? null,
  channel: (id) => store.channels.get(id)?.name ?? null,
  openChannel: (id) => tell("open", id),
  openCommand: (name) => tell("compose", name),
};

// The hue of a person, in degrees; the style sheet makes of it what can be read. Steps of the golden angle keep any number of
// people apart, and counting those who were there before keeps the hue the same: ids only rise.
function hueOf(id) {
  const before = [...store.users.keys()].filter((other) => compareIds(other, id) < 0).length;
  return Math.round(before * 137.508) % 360;
}

/** A person's name in their colour. */
export function personName(user, className = "") {
  if (user?.bot) return h("strong", { class: className }, nameOf(user));
  return h("strong", { class: `hued ${className}`, style: { "--hue": hueOf(user?.id ?? "") } }, nameOf(user));
}

/** Initials on the person's colour. */
export function avatar(user, size = "") {
  const words = nameOf(user).split(/\s+/).filter(Boolean);
  const initials = words.length > 1 ? [...words[0]][0] + [...words.at(-1)][0] : [...(words[0] ?? "?")][0];
  return h("span", {
    class: `avatar ${size} ${user?.bot ? "bot" : ""}`,
    style: { "--hue": hueOf(user?.id ?? "") },
    dataset: { initials: initials.toUpperCase() }, // drawn by the style sheet: they are no part of the text
    "aria-hidden": "true",
  });
}
