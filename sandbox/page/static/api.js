// The calls of docs/sandbox.md: one function a call, and the stream of events with its reconnection.

/** A call that was refused (`refused` true, with the server's sentence) or that did not arrive at all. */
export class CallError extends Error {
  constructor(message, refused) {
    super(message);
    this.refused = refused;
  }
}

let me = null;

/** In whose name every later call is made. */
export function actAs(userId) {
  me = userId;
}

async function call(method, path, body) {
  const url = me === null ? path : `${path}${path.includes("?") ? "&" : "?"}as=${encodeURIComponent(me)}`;
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new CallError("The sandbox cannot be reached. Is it still running?", false);
  }
  let answer = null;
  try {
    answer = await response.json();
  } catch {
    // Not JSON: the status says enough.
  }
  if (!response.ok) {
    throw new CallError(answer?.error ?? `The sandbox answered ${response.status}.`, response.status < 500);
  }
  return answer;
}

export const api = {
  users: () => call("GET", "/sandbox/users"),
  state: () => call("GET", "/sandbox/state"),
  messages: (channelId, limit, ephemeralAfter) => call("GET", `/sandbox/channels/${channelId}/messages?limit=${limit}&ephemeral_after=${ephemeralAfter}`),
  command: (body) => call("POST", "/sandbox/command", body),
  autocomplete: (body) => call("POST", "/sandbox/autocomplete", body),
  component: (body) => call("POST", "/sandbox/component", body),
  modal: (body) => call("POST", "/sandbox/modal", body),
  say: (channelId, content) => call("POST", "/sandbox/say", { channel_id: channelId, content }),
  dismiss: (messageId) => call("POST", "/sandbox/dismiss", { message_id: messageId }),
  addUser: (name) => call("POST", "/sandbox/users", { name }),
  addChannel: (name, server) => call("POST", "/sandbox/channels", { name, server }),
  faults: () => call("GET", "/sandbox/faults"),
  setFaults: (faults) => call("POST", "/sandbox/faults", faults),
};

/**
 * Listen to the events, for ever: a lost connection is taken up again after 0.3 s, 0.6 s, ... at most 5 s.
 * @param {{event: (type: string, data: object) => void, open: () => void, lost: () => void}} listener
 */
export function listen(listener) {
  let delay = 300;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/sandbox/events?as=${encodeURIComponent(me)}`);
    socket.addEventListener("open", () => {
      delay = 300;
      listener.open();
    });
    socket.addEventListener("message", (frame) => {
      const event = JSON.parse(frame.data);
      listener.event(event.t, event.d ?? {});
    });
    socket.addEventListener("close", () => {
      listener.lost();
      setTimeout(connect, delay);
      delay = Math.min(delay * 2, 5000);
    });
  };
  connect();
}

/** The address of a picture or file on our own origin, whatever host name the bot was given for it. */
export function mediaUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    if (parsed.pathname.startsWith("/cdn/")) return parsed.pathname + parsed.search;
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : "";
  } catch {
    return "";
  }
}
