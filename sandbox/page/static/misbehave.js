// The stand-in can be told to misbehave as the real thing does on a bad day: the panel that tells it to.

import { api } from "./api.js";
import { showDialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { nameOf, store, THREADS } from "./store.js";

const TIMES = [
  [1, "once"],
  [5, "5 times"],
  [20, "20 times"],
  [null, "until I stop it"],
];

const FAULTS = [
  {
    title: "Too many requests",
    about: "Discord tells the bot to wait (429).",
    amount: { label: "seconds to wait", value: 2 },
    make: (seconds, times) => ({ kind: "status", status: 429, seconds, times }),
  },
  {
    title: "Server error",
    about: "Discord answers the bot with a server error (500).",
    make: (_, times) => ({ kind: "status", status: 500, times }),
  },
  {
    title: "Lost answer",
    about: "A request takes effect. The connection breaks before the bot learns of it.",
    make: (_, times) => ({ kind: "drop", after: true, times }),
  },
  {
    title: "Slow connection",
    about: "Discord answers every request of the bot late.",
    amount: { label: "seconds", value: 1 },
    make: (seconds, times) => ({ kind: "latency", seconds, times }),
  },
  {
    title: "Late click",
    about: "Commands and clicks reach the bot late. After three seconds Discord reports no response.",
    amount: { label: "seconds", value: 2 },
    make: (seconds, times) => ({ kind: "delay", seconds, times }),
  },
  {
    title: "Expired click",
    about: "Commands and clicks take effect. Discord refuses the bot's answer.",
    make: (_, times) => ({ kind: "status", status: 404, code: 10062, path: "/interactions/", times }),
  },
  {
    title: "Double click",
    about: "Commands and clicks reach the bot twice.",
    make: (_, times) => ({ kind: "twice", seconds: 0.2, times }),
  },
];

const LOST = [
  ["Drop the bot's connection", { kind: "gateway", how: "close" }],
  ["Ask the bot to reconnect", { kind: "gateway", how: "reconnect" }],
  ["Make the bot log in anew", { kind: "gateway", how: "invalid" }],
];

const NAMES = { status: "Answer", latency: "Wait", drop: "Lost answer", delay: "Late click", twice: "Double click" };

function describe(fault) {
  const often = fault.times === null ? "until stopped" : `${fault.times} more ${fault.times === 1 ? "time" : "times"}`;
  const what = fault.code === 10062 ? "Expired click" : fault.kind === "status" ? `${NAMES.status} ${fault.status}` : NAMES[fault.kind] ?? fault.kind;
  const seconds = fault.seconds && fault.kind !== "twice" ? `, ${fault.seconds} s` : "";
  return `${what}${seconds}: ${often}`;
}

/** Who is in the server that is open, and what a moderator does: the part of the panel where that is changed. */
function comings(run) {
  const who = h("select", { class: "field", "aria-label": "Who" }, [...store.users.values()].filter((user) => !user.bot).map((user) => h("option", { value: user.id }, nameOf(user))));
  const does = (label, make) => h("button", { class: "button secondary", type: "button", on: { click: () => run(() => api.setFaults(make())) } }, label);
  const server = store.guilds.indexOf(store.guild);
  const current = store.channels.get(store.current);
  return [
    h(
      "div",
      { class: "fault" },
      h("p", null, h("strong", null, "People come and go"), " ", h("span", { class: "field-about" }, "People who leave no longer see the server. The owner cannot leave.")),
      h(
        "div",
        { class: "fault-line" },
        who,
        does("Leave", () => ({ kind: "leave", user_id: who.value, server })),
        does("Come back", () => ({ kind: "come", user_id: who.value, server })),
        does("Block direct messages", () => ({ kind: "direct", user_id: who.value, closed: true })),
        does("Allow direct messages", () => ({ kind: "direct", user_id: who.value, closed: false })),
        does("Install the bot for them", () => ({ kind: "install", user_id: who.value, installed: true })),
        does("Remove it for them", () => ({ kind: "install", user_id: who.value, installed: false })),
        does("Begin a private chat", () => ({ kind: "group", user_ids: [store.me.id, who.value] })),
      ),
    ),
    h(
      "div",
      { class: "fault" },
      h("p", null, h("strong", null, "What moderators do"), " ", h("span", { class: "field-about" }, "This affects the bot, or the thread open here.")),
      h(
        "div",
        { class: "fault-line" },
        does("Take the bot out", () => ({ kind: "remove_bot", server })),
        does("Invite it again", () => ({ kind: "invite_bot", server })),
        current && THREADS.includes(current.type) && does("Lock this thread", () => ({ kind: "thread", channel_id: current.id, locked: true, archived: true })),
        current && THREADS.includes(current.type) && does("Unlock it", () => ({ kind: "thread", channel_id: current.id, locked: false, archived: false })),
      ),
    ),
  ];
}

/** Open the panel. */
export function openFaults() {
  const state = h("div", { class: "faults-state", role: "status", "aria-live": "polite", dataset: { testid: "faults-state" } }, "Asking…");
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });

  async function run(work) {
    problem.hidden = true;
    try {
      const answer = await work();
      const list = Array.isArray(answer) ? answer : answer?.faults ?? [];
      fill(state, list.length ? h("ul", null, list.map((fault) => h("li", null, describe(fault)))) : "No faults now.");
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  const often = h("select", { class: "field", "aria-label": "How often" }, TIMES.map(([, label], index) => h("option", { value: index }, label)));
  const rows = FAULTS.map((fault) => {
    const amount = fault.amount && h("input", { class: "field", type: "number", min: 0, max: 60, step: "any", value: fault.amount.value, "aria-label": `${fault.title}: ${fault.amount.label}` });
    const act = () => run(() => api.setFaults(fault.make(Number(amount?.value ?? 0), TIMES[Number(often.value)][0])));
    return h(
      "div",
      { class: "fault" },
      h("p", null, h("strong", null, fault.title), " ", h("span", { class: "field-about" }, fault.about)),
      h("div", { class: "fault-line" }, amount, amount && h("span", { class: "field-about" }, fault.amount.label), h("button", { class: "button secondary", type: "button", on: { click: act } }, "Do it")),
    );
  });
  showDialog(
    "Misbehave",
    h("p", { class: "field-about" }, "Test how the bot copes with faults. They affect everybody in this sandbox."),
    h(
      "div",
      { class: "faults" },
      state,
      problem,
      h("label", { class: "fault-line" }, "How often", often),
      rows,
      comings(run),
      h("div", { class: "fault-line" }, LOST.map(([label, fault]) => h("button", { class: "button secondary", type: "button", on: { click: () => run(() => api.setFaults(fault)) } }, label))),
      h("button", { class: "button primary", type: "button", dataset: { testid: "behave" }, on: { click: () => run(() => api.setFaults({ kind: "clear" })) } }, "Behave again"),
    ),
  );
  run(() => api.faults());
}
