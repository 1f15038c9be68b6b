"use client";
import { useEffect, useRef } from "react";
import { acceptedKey, FIELDS, LAYERS } from "./key-guard.ts";

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
          onControl: isControl(event.target),
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

function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("[role=dialog], [role=menu]")) return true;
  return target instanceof Element && target.closest(`${FIELDS}, ${LAYERS}`) !== null;
}

const CONTROLS = "a, button, summary, [role=button]";

/** The selected row is the exception: it has been pressed already, so Enter on it may go on into the detail. */
function isControl(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest(CONTROLS) : null;
  return control !== null && !control.matches("[id^=row-][aria-current=true]");
}
