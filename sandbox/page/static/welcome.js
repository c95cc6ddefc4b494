// The first page: who do you want to be?

import { api } from "./api.js";
import { nameForm } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { personLink } from "./people.js";
import { store } from "./store.js";

const TRIES = [
  ["A lesson", "write ", h("code", null, "/learn"), " in a channel"],
  ["A table", "write ", h("code", null, "/voren new")],
  ["A score pad", "write ", h("code", null, "/pad new")],
  ["A second person", "open another name"],
];

/** Fill the page with the welcome. */
export async function showWelcome(root) {
  const people = h("div", { class: "people", dataset: { testid: "people" } });
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  fill(
    root,
    h(
      "main",
      { class: "welcome" },
      h("img", { class: "welcome-mark", src: "/static/icon.svg", alt: "", width: 64, height: 64 }),
      h("h1", null, "Eldest Hand"),
      h("p", { class: "lead" }, "Play cards on this machine. You need no Discord account."),
      h("h2", null, "Who are you?"),
      people,
      problem,
      nameForm({
        label: "Or be somebody new",
        button: "Add",
        async act(name) {
          const { user } = await api.addUser(name);
          store.users.set(user.id, user);
          people.append(personLink(user));
          people.lastElementChild.focus();
        },
      }),
      h("h2", null, "What you can try"),
      h("ul", { class: "tries", dataset: { testid: "tries" } }, TRIES.map(([what, ...how]) => h("li", null, h("strong", null, `${what}:`), " ", how))),
    ),
  );
  try {
    const { users } = await api.users();
    store.users = new Map(users.map((user) => [user.id, user]));
    fill(people, users.filter((user) => !user.bot).map((user) => personLink(user)));
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
  }
}
