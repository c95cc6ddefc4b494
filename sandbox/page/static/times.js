// Times as people read them, in the reader's own language and zone.

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

let ahead = 0; // milliseconds that the sandbox's clock is before the reader's

/** Note what time it is at the sandbox (milliseconds since 1970), whose clock may have been turned forward. */
export function setNow(now) {
  ahead = now - Date.now();
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

function format(date, options) {
  return new Intl.DateTimeFormat(undefined, options).format(date);
}

/** "in 5 minutes", "2 days ago". */
export function relativeText(date, now = Date.now() + ahead) {
  const seconds = (date.getTime() - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  }
  return relative.format(0, "second");
}

/** A timestamp written `<t:unix:style>`; the full date is its tooltip. */
export function stamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return h("span", null, "an impossible date");
  const text = style === "R" ? relativeText(date) : format(date, STYLES[style] ?? STYLES.f);
  return h(
    "time",
    {
      class: "stamp",
      datetime: date.toISOString(),
      title: format(date, STYLES.F),
      dataset: style === "R" ? { relative: String(unix) } : {},
    },
    text,
  );
}

/** The clock time beside a message. */
export function clock(iso) {
  const date = new Date(iso);
  return h("time", { class: "clock", datetime: iso, title: format(date, STYLES.F) }, format(date, STYLES.t));
}

/** The heading over a day's messages. */
export function dayText(iso) {
  return format(new Date(iso), STYLES.D);
}

/** True if two moments lie on the same day of the reader. */
export function sameDay(a, b) {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** Keep relative times true while the page is open. */
export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relativeText(new Date(Number(element.dataset.relative) * 1000));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
