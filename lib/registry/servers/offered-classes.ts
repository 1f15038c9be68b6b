import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { EGRESS_CLASSES, type EgressClass, SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";
import { admitNetwork, raiseClasses } from "#lib/registry/mcp/raise-classes.ts";

export interface OfferedClasses {
  readonly safety: readonly SafetyClass[];
  readonly egress: readonly EgressClass[];
  /** Why something is not offered, in a sentence; null when everything is. */
  readonly why: string | null;
}

const HINTS = ["readOnlyHint", "destructiveHint", "openWorldHint"] as const;

/** The classes that a server's own hints and its network leave to choose from: those that they would not raise. */
export function offeredClasses(annotations: unknown, network?: ToolPolicy["network"]): OfferedClasses {
  const gravest = { safetyClass: "privileged", egressClass: "write" } as const;
  const safety = SAFETY_CLASSES.filter(
    (safetyClass) => raiseClasses({ ...gravest, safetyClass }, annotations).safetyClass === safetyClass,
  );
  const egress = EGRESS_CLASSES.filter(
    (egressClass) =>
      admitNetwork(raiseClasses({ ...gravest, egressClass }, annotations).egressClass, network) === egressClass,
  );
  const missing = [
    ...SAFETY_CLASSES.filter((name) => !safety.includes(name)),
    ...EGRESS_CLASSES.filter((name) => !egress.includes(name)).map((name) => `egress ${name}`),
  ];
  if (missing.length === 0) return { safety, egress, why: null };
  const hints = (typeof annotations === "object" && annotations !== null ? annotations : {}) as Record<string, unknown>;
  const said = HINTS.filter((name) => typeof hints[name] === "boolean").map((name) => `${name}: ${hints[name]}`);
  const hinted =
    said.length > 0
      ? ` The server itself says ${said.join(", ")}; what it says can make a tool graver, never less grave.`
      : "";
  const reaches = admitNetwork("none", network) === "none" ? "" : " The server has a network, so something can leave.";
  return { safety, egress, why: `Not offered: ${missing.join(", ")}.${hinted}${reaches}` };
}
