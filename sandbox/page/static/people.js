// Links to being somebody else, and new people.

import { api } from "./api.js";
import { askName } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { avatar } from "./names.js";
import { nameOf, store } from "./store.js";

/** A link that opens the page as another person, in a tab of their own. */
export function personLink(user, className = "person") {
  return h(
    "a",
    { class: className, href: `/as/${user.id}`, target: `eldest-${user.id}`, rel: "noopener", dataset: { testid: "person", userId: user.id } },
    avatar(user),
    h("span", null, nameOf(user)),
    icon("outside"),
  );
}

/** Entries of the "switch user" menu. */
export function personEntries() {
  const others = [...store.users.values()].filter((user) => user.id !== store.me.id && !user.bot);
  return [
    h("p", { class: "menu-title" }, "Open another person in a new tab"),
    ...others.map((user) => personLink(user, "menu-item")),
    h("button", { class: "menu-item", type: "button", on: { click: newPerson } }, icon("plus"), "New user"),
  ];
}

function newPerson() {
  askName({
    title: "New user",
    label: "Name",
    button: "Add",
    async act(name) {
      const { user } = await api.addUser(name);
      store.users.set(user.id, user);
      window.open(`/as/${user.id}`, `eldest-${user.id}`);
    },
  });
}
