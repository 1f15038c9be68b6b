"use client";
import { useState } from "react";
import { useLiveState } from "./live-provider.tsx";

const HINTED_POLL_MS = 30_000;
const POLL_MS = 5_000;
const EMPTY_POLL_MS = 15_000;

/** Hints make polling a safety net; without them it is how the page stays right. A hidden page does not poll. */
export function usePollMs() {
  const live = useLiveState();
  return (empty: boolean) => (live === "live" ? HINTED_POLL_MS : empty ? EMPTY_POLL_MS : POLL_MS);
}

/** When this part of the page was made: what it was painted with is old when somebody comes back to it an hour later. */
export function usePaintedAt(): number {
  const [paintedAt] = useState(() => Date.now());
  return paintedAt;
}
