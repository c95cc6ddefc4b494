// Pressing, choosing, commanding: the call, the wait, and what its outcome means to the person.

import { api } from "./api.js";
import { openModal } from "./modal.js";
import { addNotice, dropNotice, fail, failNotice, store, tell, upsert } from "./store.js";

const UNANSWERED = "The application did not respond.";

function settle(outcome, failed) {
  if (outcome.message) upsert(outcome.message, { fresh: true });
  if (outcome.state === "failed") failed(outcome.error ?? UNANSWERED);
  if (outcome.state === "modal") openModal(outcome.interaction_id, outcome.modal, submitModal);
}

/** The key under which a component's wait is kept. */
export function pendingKey(message, customId) {
  return `${message.id}|${customId}`;
}

/** Press a button, or choose `values` in a select, of a message. */
export async function useComponent(message, customId, values) {
  const key = pendingKey(message, customId);
  if (store.pending.has(key)) return;
  store.pending.set(key, values);
  store.failures.delete(message.id);
  tell("update", message);
  let sentence = null;
  try {
    const body = { channel_id: message.channel_id, message_id: message.id, custom_id: customId };
    const outcome = await api.component(values === undefined ? body : { ...body, values });
    settle(outcome, (error) => (sentence = error));
  } catch (problem) {
    sentence = problem.message;
  }
  store.pending.delete(key);
  const latest = store.messages.get(message.channel_id)?.find((other) => other.id === message.id);
  if (!latest) return;
  if (sentence) fail(latest, sentence);
  else tell("update", latest);
}

/**
 * Give a command.
 * @returns {Promise<string|null>} null if it went out, or the sentence with which the sandbox refused it
 */
export async function useCommand(channelId, name, options) {
  const notice = addNotice(channelId, `/${name}`);
  try {
    const outcome = await api.command({ channel_id: channelId, name, options: await withFiles(options) });
    let sentence = null;
    settle(outcome, (error) => (sentence = error));
    if (sentence) failNotice(notice, sentence);
    else dropNotice(notice);
    return null;
  } catch (problem) {
    dropNotice(notice);
    return problem.message;
  }
}

/** Options with their files as the call takes them. Throws a sentence for one that cannot be read any more. */
async function withFiles(options) {
  const read = async ([name, value]) => [name, value instanceof File ? { filename: value.name, data: await base64(value) } : value];
  return Object.fromEntries(await Promise.all(Object.entries(options).map(read)));
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // An empty file's address has nothing behind its comma, or no comma at all.
    reader.addEventListener("load", () => resolve(reader.result.split(",")[1] ?? ""));
    reader.addEventListener("error", () => reject(new Error(`${file.name} cannot be read any more: choose it again.`)));
    reader.readAsDataURL(file);
  });
}

/** Send a modal in. Returns null if it was taken, or the sentence to show in it. */
async function submitModal(interactionId, values) {
  try {
    const outcome = await api.modal({ interaction_id: interactionId, values });
    let sentence = null;
    settle(outcome, (error) => (sentence = error));
    return sentence;
  } catch (problem) {
    return problem.message;
  }
}

/** Send an ephemeral message away. */
export async function dismiss(message) {
  try {
    await api.dismiss(message.id);
    return true;
  } catch (problem) {
    fail(message, problem.message);
    return false;
  }
}
