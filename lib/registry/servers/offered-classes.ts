import { EGRESS_CLASSES, type EgressClass, SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { raiseClasses } from "#lib/registry/mcp/raise-classes.ts";

export interface OfferedClasses {
  readonly safety: readonly SafetyClass[];
  readonly egress: readonly EgressClass[];
  /** Why something is not offered, in a sentence; null when everything is. */
  readonly why: string | null;
}

const HINTS = ["readOnlyHint", "destructiveHint", "openWorldHint"] as const;

/** The classes that a server's own hints leave to choose from: those that the hints would not raise. */
export function offeredClasses(annotations: unknown): OfferedClasses {
  const gravest = { safetyClass: "privileged", egressClass: "write" } as const;
  const safety = SAFETY_CLASSES.filter(
    (safetyClass) => raiseClasses({ ...gravest, safetyClass }, annotations).safetyClass === safetyClass,
  );
  const egress = EGRESS_CLASSES.filter(
    (egressClass) => raiseClasses({ ...gravest, egressClass }, annotations).egressClass === egressClass,
  );
  const missing = [
    ...SAFETY_CLASSES.filter((name) => !safety.includes(name)),
    ...EGRESS_CLASSES.filter((name) => !egress.includes(name)).map((name) => `egress ${name}`),
  ];
  if (missing.length === 0) return { safety, egress, why: null };
  const hints = (typeof annotations === "object" && annotations !== null ? annotations : {}) as Record<string, unknown>;
  const said = HINTS.filter((name) => typeof hints[name] === "boolean").map((name) => `${name}: ${hints[name]}`);
  const why = `Not offered: ${missing.join(", ")}. The server itself says ${said.join(", ")}; what it says can make a tool graver, never less grave.`;
  return { safety, egress, why };
}
