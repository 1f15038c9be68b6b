const HOUR_MS = 3_600_000;

/** How far back a list of calls goes, by the word that stands for it in an address. */
export const ASKED_WITHIN = ["hour", "day", "week", "month"] as const;
export type AskedWithin = (typeof ASKED_WITHIN)[number];

const HOURS: Readonly<Record<AskedWithin, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

export function askedFrom(within: AskedWithin, nowMs: number): number {
  return nowMs - HOURS[within] * HOUR_MS;
}
