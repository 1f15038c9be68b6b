/** What waits for a person and is not a call that waits. */
export const OTHER_KINDS = ["tool_version", "trust_change", "team_run", "unknown"] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];

export function isOtherKind(kind: string | null): kind is OtherKind {
  return (OTHER_KINDS as readonly (string | null)[]).includes(kind);
}
