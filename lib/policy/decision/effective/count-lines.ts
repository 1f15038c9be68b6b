import type { Budget } from "../../document/policy-document.ts";
import { EACH } from "../call-history.ts";
import { entriesFor } from "../index-by-subject.ts";
import type { EffectiveLine } from "./effective-line.ts";
import type { EffectiveCase } from "./effective-policy.ts";
import { whoSaid } from "./reach-lines.ts";

/** How often, after what and for how much. Each of them holds by itself, so all bind. */
export function countLines(found: EffectiveCase): EffectiveLine[] {
  return [...constraintLines(found), ...ruleLines(found), ...budgetLines(found)];
}

function constraintLines({ tool }: EffectiveCase): EffectiveLine[] {
  const { forbidden, maxInvocations, onlyAfter = [], per = "session" } = tool.constraints ?? {};
  const own = { from: "tool", binds: true };
  return [
    ...(forbidden ? [{ field: "forbidden" as const, value: "always", ...own }] : []),
    ...(maxInvocations === undefined
      ? []
      : [{ field: "max_invocations" as const, value: `${maxInvocations} a ${per}`, ...own }]),
    ...(onlyAfter.length === 0
      ? []
      : [{ field: "only_after" as const, value: `${onlyAfter.join(", ")}, in the same ${per}`, ...own }]),
  ];
}

function ruleLines({ rules }: EffectiveCase): EffectiveLine[] {
  return rules.flatMap((found) => {
    const { action, max_invocations, only_after, per = "session" } = found.rule;
    const together = action === undefined ? "" : `, all ${action} together`;
    const who = { ...whoSaid(found), binds: true };
    return [
      ...(max_invocations === undefined
        ? []
        : [{ field: "max_invocations" as const, value: `${max_invocations} a ${per}${together}`, ...who }]),
      ...(only_after === undefined
        ? []
        : [{ field: "only_after" as const, value: `${only_after.join(", ")}, in the same ${per}`, ...who }]),
    ];
  });
}

function budgetLines({ entry, call }: EffectiveCase): EffectiveLine[] {
  return entry.profiles
    .flatMap((profile) => entriesFor(profile.budgets, call))
    .map(({ profile, place, budget }) => ({
      field: "budget",
      value: writeBudget(budget),
      from: `profile ${profile}, budget ${place}`,
      binds: true,
    }));
}

function writeBudget({ tool, action, calls, cost, per }: Budget): string {
  const amounts = [
    ...(calls === undefined ? [] : [`${calls} calls`]),
    ...(cost === undefined ? [] : [`${cost} in cost`]),
  ];
  return `${amounts.join(" and ")} ${EACH[per]}, ${tool ?? action ?? "all calls together"}`;
}
