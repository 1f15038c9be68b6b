"use client";
import { useState } from "react";
import { useNow } from "#components/ui/clock.tsx";

/**
 * Seconds until the database takes a yes to what `shown` names, by the server's clock. Where the page's clock was wrong, the refusal
 * says how long it really takes, and that is counted instead.
 */
export function useSecondsLeft(shown: string, from: string | null) {
  const now = useNow();
  const [told, setTold] = useState<{ of: string; until: number }>();
  const until = told?.of === shown ? told.until : from === null ? 0 : Date.parse(from);
  return {
    secondsLeft: Math.max(0, Math.ceil((until - now) / 1000)),
    waitFor: (seconds: number) => setTold({ of: shown, until: now + seconds * 1000 }),
  };
}
