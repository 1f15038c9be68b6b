import type { ToolContract } from "#lib/registry/contract.ts";
import type { Change, DriftSeverity } from "./change.ts";
import { gravestOf } from "./compare-contracts.ts";

export interface Drift {
  readonly severity: DriftSeverity;
  /** `class`: no single change is that grave, but any change of a tool that can do harm is. */
  readonly because: "nothing" | "changes" | "class";
}

/**
 * How grave a whole change is. `info`: recorded, the pinned version stays in force. `review`: the tool drifted and is held.
 * `critical`: it is quarantined. Any change of a tool that writes, spends or is privileged is critical.
 */
export function driftOf(changes: readonly Change[], before: Pick<ToolContract, "safetyClass" | "egressClass">): Drift {
  const gravest = gravestOf(changes);
  if (gravest === null) return { severity: "none", because: "nothing" };
  if (gravest === "critical") return { severity: "critical", because: "changes" };
  return isConsequential(before)
    ? { severity: "critical", because: "class" }
    : { severity: gravest, because: "changes" };
}

function isConsequential({ safetyClass, egressClass }: Pick<ToolContract, "safetyClass" | "egressClass">): boolean {
  return egressClass === "write" || ["write", "financial", "privileged"].includes(safetyClass);
}
