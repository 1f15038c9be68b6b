"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

const LOCK = "airlock.news";
/** However busy the gateway is, the number is read at most this often. */
const PAUSE_MS = 2_000;

/**
 * A hidden tab lets go of its stream of hints, because browsers allow few connections to one host. Whoever wants to be told
 * keeps one all the same: one tab of the browser, whichever has the lock. A hint still only says to read again.
 */
export function useHintsWhileHidden(): void {
  const client = useQueryClient();
  useEffect(() => {
    let shown = new AbortController();
    const follow = () => {
      shown.abort();
      shown = new AbortController();
      if (document.visibilityState === "hidden") {
        listenAlone(() => void client.invalidateQueries({ queryKey: ["shell"] }), shown.signal);
      }
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      shown.abort();
    };
  }, [client]);
}

function listenAlone(changed: () => void, signal: AbortSignal): void {
  // Locks need TLS or localhost; without them each hidden tab listens for itself.
  if (!navigator.locks) return void listen(changed, signal);
  navigator.locks.request(LOCK, { signal }, () => listen(changed, signal)).catch(() => {});
}

/** Until the tab is looked at again. */
function listen(changed: () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource("/api/live");
    let soon: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      soon ??= setTimeout(() => {
        soon = undefined;
        changed();
      }, PAUSE_MS);
    };
    source.addEventListener("ready", readSoon);
    source.addEventListener("changed", readSoon);
    signal.addEventListener("abort", () => {
      clearTimeout(soon);
      source.close();
      resolve();
    });
  });
}
