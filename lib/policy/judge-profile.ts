import type { ToolContract } from "#lib/registry/contract.ts";
import { coversAction } from "./action-pattern.ts";
import type { TraceLine } from "./decision-trace.ts";
import { headOf } from "./plain-text.ts";

/** One override of the agent's profile. It can hold or deny and nothing else, so a profile never widens. */
export interface ProfileOverride {
  readonly subjectKind: "tool" | "category" | "action_type";
  readonly subject: string;
  readonly effect: "hold" | "deny";
  /** 1 or 2 for a hold. */
  readonly people: number;
  readonly reason: string;
}

type Subject = Pick<ToolContract, "name" | "category" | "actionType">;

export function judgeProfile(tool: Subject, overrides: readonly ProfileOverride[]): TraceLine[] {
  return overrides
    .filter((override) => isAbout(override, tool))
    .map(({ subjectKind, subject, effect, people, reason }) => ({
      rule: `profile.${subjectKind}`,
      stage: "decide",
      concluded: effect,
      ...(effect === "hold" ? { people: Math.min(2, Math.max(1, people)) } : {}),
      saw: subject,
      sentence: headOf(reason, 400),
    }));
}

function isAbout({ subjectKind, subject }: ProfileOverride, tool: Subject): boolean {
  if (subjectKind === "tool") return subject === tool.name;
  if (subjectKind === "category") return subject === tool.category;
  return coversAction(subject, tool);
}
