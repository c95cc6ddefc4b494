// Where the page begins: the welcome at /, a person's chat at /as/ID.

import { actAs } from "./api.js";
import { openClock } from "./clock.js";
import { composeIn, composer, focusComposer } from "./composer.js";
import { menu } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { openFaults } from "./misbehave.js";
import { notifications, statusBanner } from "./notify.js";
import { closePopup } from "./popup.js";
import { sidebar } from "./sidebar.js";
import { channelsHere, enterGuild, follow, guildsSeen, on, store, tell, THREADS } from "./store.js";
import { keepTime } from "./times.js";
import { seen, showChannel, timeline } from "./timeline.js";
import { showWelcome } from "./welcome.js";

const root = document.getElementById("root");
const narrow = window.matchMedia("(max-width: 760px)");

function startChat(userId) {
  actAs(userId);
  const nav = sidebar();
  const heading = h("h2", { class: "channel-title" });
  const topic = h("p", { class: "channel-topic" });
  const drawer = h("button", { class: "icon-button drawer-button", type: "button", "aria-label": "Channels", "aria-controls": "sidebar", "aria-expanded": "false", dataset: { testid: "drawer" } }, icon("menu"));
  const more = h("button", { class: "icon-button", type: "button", "aria-label": "More", dataset: { testid: "more-menu" } }, icon("more"));
  const shade = h("div", { class: "shade" });
  const app = h("div", { class: "app" });
  const main = h(
    "main",
    { class: "main" },
    h("header", { class: "channel-head" }, drawer, h("div", { class: "channel-head-text" }, heading, topic), more),
    statusBanner(),
    timeline(),
    composer(),
  );

  function setDrawer(open) {
    app.classList.toggle("drawer-open", open);
    drawer.setAttribute("aria-expanded", String(open));
    nav.inert = narrow.matches && !open;
    main.inert = narrow.matches && open;
    if (open && narrow.matches) nav.querySelector(".channel.open, .channel")?.focus();
  }
  drawer.addEventListener("click", () => setDrawer(!app.classList.contains("drawer-open")));
  shade.addEventListener("click", () => setDrawer(false));
  nav.addEventListener("keydown", (event) => event.key === "Escape" && setDrawer(false));
  narrow.addEventListener("change", () => setDrawer(false));

  menu(more, () => [
    h("a", { class: "menu-item", href: "/", target: "_blank", rel: "noopener" }, icon("people"), "Welcome page"),
    h("button", { class: "menu-item", type: "button", dataset: { testid: "clock" }, on: { click: openClock } }, icon("clock"), "Turn the clock forward…"),
    h("button", { class: "menu-item", type: "button", dataset: { testid: "misbehave" }, on: { click: openFaults } }, icon("outside"), "Misbehave…"),
  ]);

  function drawHead() {
    const channel = store.channels.get(store.current);
    const thread = THREADS.includes(channel?.type);
    const parent = thread ? store.channels.get(channel.parent_id) : null;
    fill(heading, h("span", { class: "channel-mark", "aria-hidden": "true" }, thread ? icon("thread") : [1, 3].includes(channel?.type) ? "@" : "#"), h("span", null, channel?.name ?? ""));
    const about = parent ? ["in ", h("button", { class: "text-button", type: "button", on: { click: () => openChannel(parent.id) } }, `#${parent.name}`)] : [channel?.topic];
    if (channel?.guild_id && guildsSeen().length > 1) about.unshift(store.guild.name, about[0] ? " · " : null);
    fill(topic, about);
  }

  function openChannel(channelId) {
    if (!store.channels.has(channelId)) return;
    closePopup();
    setDrawer(false);
    if (store.current === channelId) {
      seen();
      return;
    }
    store.current = channelId;
    enterGuild(store.channels.get(channelId));
    history.replaceState(null, "", `#${channelId}`);
    tell("opened", channelId);
    showChannel(channelId);
    composeIn(channelId);
    drawHead();
    if (!narrow.matches) focusComposer();
  }

  function firstChannel() {
    const wanted = location.hash.slice(1);
    if (store.channels.has(wanted)) return wanted;
    return [...channelsHere(), ...store.channels.values()].find((channel) => !THREADS.includes(channel.type) && channel.type !== 4)?.id;
  }

  on("open", openChannel);
  on("state", () => {
    if (!app.isConnected) fill(root, app);
    if (!store.channels.has(store.current)) {
      store.current = null;
      openChannel(firstChannel());
    }
    drawHead();
  });
  on("channels", () => {
    if (store.current && !store.channels.has(store.current)) {
      store.current = null;
      openChannel(firstChannel());
    }
    drawHead();
  });
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("keydown", (event) => {
    // Whoever just begins to type means the composer.
    const nowhere = document.activeElement === document.body || document.activeElement?.matches(".timeline");
    if (nowhere && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) focusComposer();
  });
  window.addEventListener("hashchange", () => openChannel(location.hash.slice(1)));

  fill(app, nav, shade, main, notifications());
  setDrawer(false);
  fill(root, h("p", { class: "loading", role: "status" }, "Opening the table room…"));
  keepTime();
  follow((problem) => {
    if (app.isConnected) tell("problem", problem.message);
    else fill(root, h("main", { class: "welcome" }, h("h1", null, "This did not work"), h("p", { role: "alert" }, problem.message), h("p", null, h("a", { href: "/" }, "Choose who to be"))));
  });
}

const match = /^\/as\/(\w+)\/?$/.exec(location.pathname);
if (match) startChat(match[1]);
else showWelcome(root);
