import { z } from "zod";
import { findingSchema, isAlarm, SEVERITIES, type Severity } from "#lib/sanitise/finding.ts";

/**
 * Something in a tool's definition that a person should see before a model does. The place is a JSON Pointer into the
 * definition and a span, in UTF-16 code units, of the string there; with `inKey`, of the member's name instead. Nothing is
 * changed by a scan, so the cleaned span is the raw one. A finding never carries the text that it is about.
 */
export const registryFindingSchema = findingSchema.extend({
  path: z.string().max(1024),
  reason: z.string().min(1).max(400),
  /** The last segment of `path` is what was found, and not the value behind it. */
  inKey: z.literal(true).optional(),
});
export type RegistryFinding = z.infer<typeof registryFindingSchema>;

export type ScanVerdict = "ok" | "review" | "block";

/** High and critical: nobody should be asked to approve it as it stands. Medium: a person looks. Below: noted. */
export function verdictOf(findings: readonly { readonly severity: Severity }[]): ScanVerdict {
  const worst = Math.max(-1, ...findings.map(({ severity }) => SEVERITIES.indexOf(severity)));
  if (worst >= SEVERITIES.indexOf("high")) return "block";
  const severity = SEVERITIES[worst];
  return severity !== undefined && isAlarm(severity) ? "review" : "ok";
}
