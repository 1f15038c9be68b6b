import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { EGRESS_CLASSES, type EgressClass, SAFETY_CLASSES, type SafetyClass } from "#lib/policy/vocabulary.ts";

export interface Classes {
  readonly safetyClass: SafetyClass;
  readonly egressClass: EgressClass;
}

/**
 * What a server says of its own tool may make us more careful, never less: a hint that a tool is harmless is what a
 * hostile server would say.
 */
export function raiseClasses(declared: Classes, annotations: unknown): Classes {
  const hints = (typeof annotations === "object" && annotations !== null ? annotations : {}) as Record<string, unknown>;
  const writes = hints.readOnlyHint === false || hints.destructiveHint === true;
  const reachesOut = hints.openWorldHint === true;
  const { safetyClass, egressClass } = declared;
  return {
    safetyClass: writes
      ? higher(SAFETY_CLASSES, safetyClass, "write")
      : safetyClass === "read" && reachesOut
        ? "network"
        : safetyClass,
    egressClass: higher(EGRESS_CLASSES, egressClass, writes ? "write" : reachesOut ? "read_only" : "none"),
  };
}

/** Where there is a network something can leave, whatever was declared. */
export function admitNetwork(egressClass: EgressClass, network: ToolPolicy["network"]): EgressClass {
  const reachesOut = network !== undefined && network.mode !== "none";
  return higher(EGRESS_CLASSES, egressClass, reachesOut ? "read_only" : "none");
}

function higher<T>(order: readonly T[], one: T, other: T): T {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}
