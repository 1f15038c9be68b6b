import { isSameJson } from "#lib/registry/same-json.ts";
import type { Permissions } from "./manifest.ts";
import type { Place, Rule } from "./rule.ts";
import { RULE_TABLE, type RuleCode } from "./rule-table.ts";
import { GUARD_RULES } from "./rules-of-guard.ts";
import { MEASURE_RULES } from "./rules-of-measure.ts";
import { REACH_RULES } from "./rules-of-reach.ts";

export const PERMISSION_RULES: readonly Rule[] = [...REACH_RULES, ...MEASURE_RULES, ...GUARD_RULES];

export interface PermissionChange extends Place {
  readonly code: RuleCode;
  readonly widening: boolean;
}

/** How the permissions of one tool differ. What differs and no rule explains is reported as wider. */
export function diffPermissions(before: Permissions, after: Permissions): PermissionChange[] {
  const found = applyRules(PERMISSION_RULES, before, after);
  return [...found, ...findUnproved(before, after, found)];
}

/** Without the last net: what each rule sees by itself. */
export function applyRules(rules: readonly Rule[], before: Permissions, after: Permissions): PermissionChange[] {
  return rules.flatMap(({ code, find }) =>
    find(before, after).map((place) => ({ code, widening: RULE_TABLE[code].widening, ...place })),
  );
}

/**
 * The last net: every field that differs must be spoken of by some rule. It catches a field that was added to the
 * manifest without a rule, and a rule that has a hole.
 */
export function findUnproved(
  before: Permissions,
  after: Permissions,
  found: readonly PermissionChange[],
): PermissionChange[] {
  const spokenOf = (pointer: string): boolean =>
    found.some((change) => change.pointer === pointer || change.pointer.startsWith(`${pointer}/`));
  const beforeFields = new Map(listFields(before));
  const afterFields = new Map(listFields(after));
  return [...new Set([...beforeFields.keys(), ...afterFields.keys()])]
    .filter((pointer) => !isSameJson(beforeFields.get(pointer), afterFields.get(pointer)))
    .filter((pointer) => !spokenOf(pointer))
    .map((pointer) => ({
      code: "tool.unproved",
      widening: RULE_TABLE["tool.unproved"].widening,
      pointer,
      before: beforeFields.get(pointer),
      after: afterFields.get(pointer),
    }));
}

/** Sections whose members rules speak of one by one; anything else is spoken of as a whole. */
const TAKEN_APART = new Set(["/policy", "/policy/filesystem", "/policy/limits", "/constraints", "/gate"]);

function listFields(section: object, pointer = ""): [pointer: string, value: unknown][] {
  return Object.entries(section).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    const at = `${pointer}/${key}`;
    const isSection = TAKEN_APART.has(at) && typeof value === "object" && value !== null;
    return isSection ? listFields(value, at) : [[at, value]];
  });
}
