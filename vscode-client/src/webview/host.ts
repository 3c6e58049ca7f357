// The other side of the web view: the extension.
//
// Place: src/webview/. Messages both ways, and what must survive when the view is hidden.
import type { FromView, ToView } from "../views/messages";

interface Api {
  postMessage(message: FromView): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Api;

const api = acquireVsCodeApi();

export function send(message: FromView): void {
  api.postMessage(message);
}

/** Call back for every message, and tell the extension that the page listens. */
export function listen(receive: (message: ToView) => void): void {
  window.addEventListener("message", (event: MessageEvent<ToView>) => receive(event.data));
  send({ kind: "ready" });
}

export function remembered(): Readonly<Record<string, unknown>> {
  const state = api.getState();
  return typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
}

export function remember(change: Readonly<Record<string, unknown>>): void {
  api.setState({ ...remembered(), ...change });
}
