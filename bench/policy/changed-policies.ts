import { type PolicyDocument, policyDocumentSchema } from "#lib/policy/document/policy-document.ts";

/** An ordinary change: reading takes a person. What holds for an agent and a tool is judged once. */
export function strictReading(inForce: PolicyDocument): PolicyDocument {
  return policyDocumentSchema.parse({
    ...inForce,
    classes: { ...inForce.classes, egress: { ...inForce.classes.egress, none: 1 } },
  });
}

/** The most that a change can ask for: every call is counted in its session and by its day, and every path is looked at again. */
export function everythingCounts(inForce: PolicyDocument, agents: readonly string[]): PolicyDocument {
  const rule = {
    action: "file_system",
    reason: "A rule of the bench.",
    max_invocations: 40,
    read: ["/workspace/reports/*7.md"],
  };
  const profile = {
    rules: [rule],
    budgets: [
      { calls: 100, per: "day" },
      { action: "fs:read", calls: 10, per: "hour" },
    ],
  };
  return policyDocumentSchema.parse({
    ...inForce,
    profiles: { ...inForce.profiles, bench: profile },
    agents: Object.fromEntries(agents.map((name) => [name, { profiles: ["bench"] }])),
  });
}
