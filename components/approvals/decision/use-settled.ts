"use client";
import { useEffect, useState } from "react";
import { SETTLE_MS } from "#components/approvals/inbox/key-guard.ts";

/**
 * Whether the thing named by `key` has stood still on the screen long enough to be decided. It starts again with every
 * other thing, and with every other revision of it: the second click of a double click must not land on the next call.
 */
export function useSettled(key: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key;
}
