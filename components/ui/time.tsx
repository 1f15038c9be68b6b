"use client";
import { useHydrated, useNow } from "./clock.tsx";
import { timeAgo, timeLeft } from "./time-words.ts";

const SOON_MS = 5 * 60 * 1000;

/** "3 min ago", with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const hydrated = useHydrated();
  return (
    <time dateTime={at} title={absolute(at, "full", hydrated)} className="figures whitespace-nowrap">
      {timeAgo(Date.parse(at), now)}
    </time>
  );
}

/** Time left, in a column of fixed width; red and bold in the last five minutes, in words for a reader. */
export function Countdown({ until }: { until: string }) {
  const now = useNow();
  const end = Date.parse(until);
  const soon = end - now < SOON_MS;
  return (
    <time
      dateTime={until}
      className={`figures inline-block min-w-[5.5ch] text-right font-mono text-sm ${soon ? "font-semibold text-bad" : "text-ink-2"}`}
    >
      {end <= now ? "over" : timeLeft(end, now)}
    </time>
  );
}

/** A clock time in the reader's own zone; the server paints UTC in the same width until it knows better. */
export function ClockTime({ at, date = false }: { at: string; date?: boolean }) {
  const hydrated = useHydrated();
  return (
    <time dateTime={at} title={absolute(at, "full", hydrated)} className="figures whitespace-nowrap">
      {absolute(at, date ? "date" : "time", hydrated)}
    </time>
  );
}

function absolute(at: string, form: "time" | "date" | "full", local: boolean): string {
  const zone = local ? {} : { timeZone: "UTC" };
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  if (form === "time") return new Intl.DateTimeFormat("en-GB", { ...time, ...zone }).format(new Date(at));
  const parts = new Intl.DateTimeFormat("en-CA", { ...day, ...zone }).format(new Date(at));
  const clock = new Intl.DateTimeFormat("en-GB", { ...time, ...zone }).format(new Date(at));
  return form === "full" && !local ? `${parts} ${clock} UTC` : `${parts} ${clock}`;
}
