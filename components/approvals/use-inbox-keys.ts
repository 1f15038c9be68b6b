"use client";
import { useEffect, useRef } from "react";
import { acceptedKey } from "./key-guard.ts";

type Handlers = Readonly<Record<string, () => void>>;

/** Listens for single keys while the inbox is on the page. `handlers` are named by their key, in lower case. */
export function useInboxKeys(enabled: boolean, settledForMs: () => number, handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const key = acceptedKey(
        {
          key: event.key,
          repeat: event.repeat,
          modified: event.ctrlKey || event.metaKey || event.altKey,
          elsewhere: isElsewhere(event.target),
        },
        settledForMs(),
      );
      const handler = key && latest.current[key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [enabled, settledForMs]);
}

const FIELDS = "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]";

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog]")) return true;
  return target instanceof Element && target.closest(FIELDS) !== null;
}
