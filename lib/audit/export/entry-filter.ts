import { z } from "zod";

/** Which entries an export takes; times are bounds in microseconds, the later one left out. */
export interface EntryFilter {
  readonly sinceUs?: string | undefined;
  readonly untilUs?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly lane?: number | undefined;
}

/** A time as a person gives it: a day, which begins at midnight UTC, or an instant with its zone. */
export const instant = z
  .union(
    [z.iso.date(), z.iso.datetime({ offset: true })],
    "is not a day (2026-11-16) or a time with its zone (2026-11-16T05:00:00Z)",
  )
  .transform((text) => String(Date.parse(text) * 1000));
