import { z } from "zod";

/**
 * Something the cleaner or the scanner noticed. Offsets are UTF-16 code units, half-open, in the raw text and in the
 * cleaned one. A finding never carries the payload: it is shown to people from the raw text, and never to a model.
 */
export const SEVERITIES = ["info", "low", "medium", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

const RANKS: Readonly<Record<Severity, number>> = { info: 0, low: 1, medium: 2, high: 3, critical: 4 };

/** The place of a severity in `SEVERITIES`: the graver, the greater. */
export function rankOf(severity: Severity): number {
  return RANKS[severity];
}

/** Medium and above is an alarm: it raises a tier and is counted against the agent or the tool. */
export function isAlarm(severity: Severity): boolean {
  return RANKS[severity] >= RANKS.medium;
}

export const findingSchema = z.strictObject({
  rule: z.string().max(120),
  severity: z.enum(SEVERITIES),
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  cleanedStart: z.number().int().min(0),
  cleanedEnd: z.number().int().min(0),
  action: z.enum(["removed", "masked", "marked", "fenced", "blocked", "none"]),
  /** Where in a structured value the text stood (JSON Pointer); absent for plain text. */
  path: z.string().max(1024).optional(),
  /** One sentence in our own words. */
  reason: z.string().max(400).optional(),
});
export type Finding = z.infer<typeof findingSchema>;
