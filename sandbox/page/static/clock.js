// The sandbox's clock, which anybody may turn forward.

import { api } from "./api.js";
import { showDialog } from "./dialogs.js";
import { h } from "./dom.js";

const HOUR = 3600;

const TURNS = [
  [10 * 60, "10 minutes"],
  [HOUR, "1 hour"],
  [6 * HOUR, "6 hours"],
  [24 * HOUR, "1 day"],
  [7 * 24 * HOUR, "1 week"],
];

/** Open the dialog in which the clock is turned forward. */
export function openClock() {
  const state = h("p", { role: "status", "aria-live": "polite", dataset: { testid: "clock-state" } });
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });

  async function turn(seconds, label) {
    problem.hidden = true;
    try {
      await api.setFaults({ kind: "advance", seconds });
      state.textContent = `The clock is now ${label} later.`;
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  showDialog(
    "Turn the clock forward",
    h("p", { class: "field-about" }, "This changes the time for everybody. You cannot turn it back."),
    h(
      "div",
      { class: "fault-line" },
      TURNS.map(([seconds, label]) =>
        h("button", { class: "button secondary", type: "button", dataset: { testid: `turn-${seconds}` }, on: { click: () => turn(seconds, label) } }, label),
      ),
    ),
    state,
    problem,
  );
}
