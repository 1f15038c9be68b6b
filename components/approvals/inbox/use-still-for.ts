"use client";
import { useCallback, useEffect, useRef } from "react";
import { type Happening, LAYERS, unsettles } from "./key-guard.ts";

/** How long, in milliseconds, the same thing has been shown to a person who did nothing else meanwhile. */
export function useStillFor(shown: string | null): () => number {
  const since = useRef(0);
  useEffect(() => {
    since.current = shown === null ? 0 : performance.now();
  }, [shown]);
  useEffect(() => {
    const notice = (kind: Happening["kind"], from: Happening["from"] = null) => {
      if (unsettles({ kind, from })) since.current = performance.now();
    };
    const onFocus = () => notice("window-focus");
    const onVisibility = () => notice("visibility");
    const onFocusOut = ({ target }: FocusEvent) => notice("focus-out", target instanceof Element ? target : null);
    // Dialogs, menus and the palette are children of the body; one that goes away may take no focus with it.
    const layers = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ removedNodes }) => [...removedNodes]))
        if (node instanceof Element) notice("removed", node.matches(LAYERS) ? node : node.querySelector(LAYERS));
    });
    window.addEventListener("focus", onFocus);
    document.addEventListener("visibilitychange", onVisibility);
    document.addEventListener("focusout", onFocusOut);
    layers.observe(document.body, { childList: true });
    return () => {
      window.removeEventListener("focus", onFocus);
      document.removeEventListener("visibilitychange", onVisibility);
      document.removeEventListener("focusout", onFocusOut);
      layers.disconnect();
    };
  }, []);
  return useCallback(() => performance.now() - since.current, []);
}
