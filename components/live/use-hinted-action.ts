"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import type { Outcome } from "#lib/errors/outcome.ts";
import { callAction } from "./call-action.ts";

/**
 * For actions whose answer brings no page with it, because the one that asks hears of the change by its hints. Whoever has gone to another
 * page before the answer came may stand on one that was painted before the change and hears of nothing: it is painted anew.
 */
export function useHintedAction() {
  const router = useRouter();
  return useCallback(
    async <T>(act: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
      const from = window.location.pathname;
      const outcome = await callAction(act);
      if (window.location.pathname !== from) router.refresh();
      return outcome;
    },
    [router],
  );
}
