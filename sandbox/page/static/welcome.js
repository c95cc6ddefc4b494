// The first page: who do you want to be?

import { api } from "./api.js";
import { nameForm } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { personLink } from "./people.js";
import { store } from "./store.js";

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
      h("p", { class: "lead" }, "A card table for you and your friends, here on this machine. Nothing leaves it, and no Discord account is needed."),
      h("h2", null, "Who do you want to be?"),
      h("p", null, "Each name opens in a tab of its own. Open two and you are two people at one table."),
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
      h("h2", null, "How to play"),
      h(
        "p",
        null,
        "New to these games? Write ",
        h("code", null, "/learn"),
        " in a channel and press Enter: a first hand against computer players, for you alone, with a hint at every step.",
      ),
      h(
        "p",
        null,
        "To play with others, write ",
        ...["/voren new", "/mitigati new", "/conference new", "/abracadabra new"].flatMap((one) => [h("code", null, one), ", "]),
        "or ",
        h("code", null, "/fivecrowns new"),
        ": the bot lays a table. Others press Join, Add computer player fills a seat, and Start deals. ",
        "Your cards are shown to you alone under My hand. ",
        h("code", null, "/rules"),
        " explains each game and ",
        h("code", null, "/help"),
        " the rest.",
      ),
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
