// The fields of a slash command's options.

import { api } from "./api.js";
import { OPTION } from "./commands.js";
import { h, icon, uid } from "./dom.js";
import { selectControl } from "./selects.js";
import { store } from "./store.js";
import { suggest } from "./suggest.js";

/** As much as a file may have (sandbox/server/limits.py). */
const FILE_BYTES = 10 * 1024 ** 2;

/**
 * A labelled field for one option.
 * @param {object} option  as the bot registered it
 * @param {object} use
 * @param {string} use.command  the command's name, for autocomplete
 * @param {() => object} use.others  all values of the form at this moment, for autocomplete
 * @param {(() => void)|null} use.remove  takes an optional field away
 * @returns {{element: HTMLElement, focus: () => void, value: () => any, check: () => string|null, set: (text: string) => void, complain: (sentence: string|null) => void}}
 */
export function optionField(option, { command, others, remove }) {
  const id = uid("option");
  const control = makeControl(option, { id, command, others });
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  control.input.id = id;
  control.input.dataset.option = option.name;
  control.input.setAttribute("aria-describedby", `${id}-about ${id}-error`);
  const element = h(
    "div",
    { class: "option-field", dataset: { testid: "option-field", option: option.name } },
    h(
      "div",
      { class: "option-label" },
      h("label", { for: id, class: option.required ? "needed" : "" }, option.name),
      remove && h("button", { class: "icon-button small", type: "button", "aria-label": `Leave out ${option.name}`, on: { click: remove } }, icon("close")),
    ),
    control.input,
    control.extra,
    h("p", { class: "field-about", id: `${id}-about` }, option.description),
    error,
  );
  return {
    option,
    element,
    focus: () => control.input.focus(),
    value: control.value,
    set: control.set,
    check() {
      const value = control.value();
      if (value === undefined) return option.required ? "This option is needed." : null;
      return control.check?.(value) ?? null;
    },
    complain(sentence) {
      error.textContent = sentence ?? "";
      error.hidden = !sentence;
      if (sentence) control.input.setAttribute("aria-invalid", "true");
      else control.input.removeAttribute("aria-invalid");
    },
  };
}

function makeControl(option, use) {
  if (option.choices?.length) return choiceControl(option, option.choices);
  switch (option.type) {
    case OPTION.BOOLEAN:
      return choiceControl(option, [{ name: "Yes", value: true }, { name: "No", value: false }]);
    case OPTION.USER:
      return pickControl(option, { type: 5 });
    case OPTION.ROLE:
      return pickControl(option, { type: 6 });
    case OPTION.MENTIONABLE:
      return pickControl(option, { type: 7 });
    case OPTION.CHANNEL:
      return pickControl(option, { type: 8, channel_types: option.channel_types });
    case OPTION.ATTACHMENT:
      return fileControl(option);
    default:
      return textControl(option, use);
  }
}

function choiceControl(option, choices) {
  const input = h(
    "select",
    { class: "field", "aria-required": String(Boolean(option.required)) },
    h("option", { value: "" }, option.required ? "Choose…" : "—"),
    choices.map((choice, index) => h("option", { value: index }, choice.name)),
  );
  return {
    input,
    value: () => (input.value === "" ? undefined : choices[Number(input.value)].value),
    set(text) {
      const words = text.toLowerCase();
      const index = choices.findIndex((choice) => [choice.name, String(choice.value)].some((name) => name.toLowerCase() === words));
      if (index >= 0) input.value = String(index);
    },
  };
}

function pickControl(option, kind) {
  let picked = [];
  const input = selectControl({ ...kind, min_values: 0, max_values: 1, custom_id: option.name }, { label: option.name, change: (values) => (picked = values) });
  return { input, value: () => picked[0], set() {} };
}

function fileControl(option) {
  const input = h("input", { class: "field", type: "file", "aria-required": String(Boolean(option.required)) });
  return {
    input,
    value: () => input.files[0],
    set() {},
    check: (file) => (file.size > FILE_BYTES ? `That file is too large: at most ${FILE_BYTES / 1024 ** 2} MiB.` : null),
  };
}

function textControl(option, { command, others }) {
  const whole = option.type === OPTION.INTEGER;
  const numeric = whole || option.type === OPTION.NUMBER;
  const input = h("input", {
    class: "field",
    type: "text",
    inputmode: whole ? "numeric" : numeric ? "decimal" : null,
    maxlength: numeric ? null : option.max_length ?? 6000,
    "aria-required": String(Boolean(option.required)),
    placeholder: rangeText(option, numeric),
    autocomplete: "off",
  });
  let chosen = null; // a choice of the autocomplete, as long as the text stays as it was put
  const value = () => {
    const text = input.value.trim();
    if (chosen && input.value === chosen.name) return chosen.value;
    if (!text) return undefined;
    return numeric ? Number(text.replace(",", ".")) : input.value;
  };
  let offer = null;
  if (option.autocomplete) {
    offer = suggest(input, {
      title: option.name,
      delay: 120,
      empty: "Nothing fits.",
      async load(text) {
        const given = Object.entries(others()).filter(([, other]) => !(other instanceof File));
        const options = { ...Object.fromEntries(given), [option.name]: text };
        const { choices } = await api.autocomplete({ channel_id: store.current, name: command, options, focused: option.name });
        return choices;
      },
      show: (choice) => ({ label: choice.name, dataset: { value: String(choice.value) } }),
      pick(choice) {
        chosen = choice;
        input.value = choice.name;
      },
    });
    input.addEventListener("focus", offer.refresh);
  }
  return {
    input,
    extra: offer?.list,
    value,
    set: (text) => (input.value = text),
    check(found) {
      if (numeric) return checkNumber(option, found, whole);
      const length = [...String(found)].length;
      if (option.min_length && length < option.min_length) return `Please write at least ${option.min_length} characters.`;
      if (option.max_length && length > option.max_length) return `Please write at most ${option.max_length} characters.`;
      return null;
    },
  };
}

function checkNumber(option, value, whole) {
  if (!Number.isFinite(value)) return "Please write a number.";
  if (whole && !Number.isSafeInteger(value)) return "Please write a whole number.";
  const { min_value: min, max_value: max } = option;
  if ((min ?? -Infinity) <= value && value <= (max ?? Infinity)) return null;
  if (min === undefined) return `Please write at most ${max}.`;
  if (max === undefined) return `Please write at least ${min}.`;
  return `Please write a number from ${min} to ${max}.`;
}

function rangeText(option, numeric) {
  const { min_value: min, max_value: max } = option;
  if (!numeric) return null;
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `${min} or more`;
  return max !== undefined ? `at most ${max}` : "a number";
}
