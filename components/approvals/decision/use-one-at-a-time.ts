"use client";
import { useRef, useState } from "react";

/**
 * Runs what a button does, one at a time. What is under way is not kept in state alone: the second click of a double click comes before
 * anything is rendered again, and would send the same twice.
 */
export function useOneAtATime() {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return [busy, run] as const;
}
