// Selects of messages and modals: strings, users, roles, mentionables, channels.

import { fill, h, icon } from "./dom.js";
import { emojiImage } from "./markdown.js";
import { openPopup } from "./popup.js";
import { channelsHere, nameOf, store } from "./store.js";

export const SELECTS = { 3: "option", 5: "user", 6: "role", 7: "user or role", 8: "channel" };

/** People, the bot included, as options. */
export function userOptions() {
  const users = [...store.users.values()];
  if (store.bot.user && !store.users.has(store.bot.user.id)) users.push(store.bot.user);
  return users.map((user) => ({ value: user.id, label: nameOf(user), description: user.bot ? "a bot" : user.username }));
}

/** Roles as options. */
export function roleOptions() {
  return store.guild.roles.map((role) => ({ value: role.id, label: `@${role.name}`, description: "a role" }));
}

/** Channels and threads of this server as options, of the given kinds only. */
export function channelOptions(kinds) {
  return channelsHere()
    .filter((channel) => channel.guild_id)
    .filter((channel) => channel.type !== 4 || kinds?.includes(4))
    .filter((channel) => !kinds?.length || kinds.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
}

function optionsOf(component) {
  switch (component.type) {
    case 5:
      return userOptions();
    case 6:
      return roleOptions();
    case 7:
      return [...userOptions(), ...roleOptions()];
    case 8:
      return channelOptions(component.channel_types);
    default:
      return component.options ?? [];
  }
}

function defaultsOf(component) {
  if (component.type === 3) return (component.options ?? []).filter((option) => option.default).map((option) => option.value);
  return (component.default_values ?? []).map((value) => value.id);
}

/**
 * The control of a select.
 * @param {object} component  the select as the bot sent it
 * @param {object} use
 * @param {string[]} [use.chosen]  what was chosen here before; the component's own defaults otherwise
 * @param {boolean} [use.pending]  an answer is awaited
 * @param {(values: string[]) => void} use.change
 * @param {string} [use.label]  its name for screen readers; the placeholder otherwise
 */
export function selectControl(component, { chosen, pending = false, change, label }) {
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const prompt = component.placeholder ?? (max > 1 ? `Choose ${SELECTS[component.type]}s` : `Choose ${SELECTS[component.type].startsWith("o") ? "an" : "a"} ${SELECTS[component.type]}`);
  let values = chosen ?? defaultsOf(component);
  const text = h("span", { class: "select-text" });
  const button = h(
    "button",
    {
      class: "select",
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-busy": pending ? "true" : null,
      disabled: component.disabled,
      dataset: { customId: component.custom_id, testid: "select" },
      on: { click: show, keydown },
    },
    text,
    icon("down"),
  );

  function draw() {
    const options = optionsOf(component);
    const picked = values.map((value) => options.find((option) => option.value === value)).filter(Boolean);
    text.classList.toggle("empty", !picked.length);
    fill(
      text,
      picked.length
        ? picked.map((option) => h("span", { class: max > 1 ? "chip" : "" }, option.emoji && emojiImage(option.emoji), option.label))
        : prompt,
    );
    const said = picked.length ? picked.map((option) => option.label).join(", ") : "nothing chosen";
    button.setAttribute("aria-label", `${(label ?? prompt).replace(/:$/, "")}: ${said}`);
  }

  function show() {
    if (pending) return;
    openPopup(button, {
      options: optionsOf(component),
      chosen: values,
      min: component.required === false ? 0 : min,
      max,
      title: label ?? prompt,
      search: component.type !== 3,
      done(picked) {
        values = picked;
        draw();
        change(picked);
      },
    });
  }

  function keydown(event) {
    if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      show();
    }
  }

  draw();
  return button;
}
