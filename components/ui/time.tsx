"use client";
import { useHydrated, useNow } from "./clock.tsx";
import { type ClockForm, clockWords } from "./clock-words.ts";
import { timeAgo, timeLeft } from "./time-words.ts";

const SOON_MS = 5 * 60 * 1000;

/** "3 min ago", with the exact time and its zone on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const zone = useZone();
  return (
    <time dateTime={at} title={clockWords(at, "zoned", zone)} className="figures whitespace-nowrap">
      {timeAgo(Date.parse(at), now)}
    </time>
  );
}

/** Time left, in a column of fixed width; red and bold in the last five minutes unless nothing ends then, in words for a reader. */
export function Countdown({ until, calm = false }: { until: string; calm?: boolean }) {
  const now = useNow();
  const end = Date.parse(until);
  const soon = !calm && end - now < SOON_MS;
  return (
    <time
      dateTime={until}
      className={`figures inline-block min-w-[5.5ch] text-right font-mono text-sm ${soon ? "font-semibold text-bad" : "text-ink-2"}`}
    >
      {end <= now ? "over" : timeLeft(end, now)}
    </time>
  );
}

/**
 * A clock time in the reader's own zone; the server paints UTC until it knows better. Its zone is in the title, and beside it
 * where the time is to be compared with a record from elsewhere.
 */
export function ClockTime({ at, form = "time" }: { at: string; form?: ClockForm }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={clockWords(at, "zoned", zone)} className="figures whitespace-nowrap">
      {clockWords(at, form, zone)}
    </time>
  );
}

/** Undefined is the reader's own. */
function useZone(): string | undefined {
  return useHydrated() ? undefined : "UTC";
}
