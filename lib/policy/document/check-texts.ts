import { entriesOf } from "./pick-values.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";

/** What does not show, or turns the direction of what stands around it; but for line breaks, and for what scripts and emoji join with. */
const UNSEEN = /(?!\n|\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;

/** Reviewers agree to what they see. A text that reads otherwise than it is kept would be agreed to as something else. */
export function checkTexts(value: unknown, at: PolicyPath = []): PolicyProblem[] {
  if (typeof value !== "string") return entriesOf(value).flatMap(([key, below]) => checkTexts(below, [...at, key]));
  const [unseen] = UNSEEN.exec(value) ?? [];
  if (unseen === undefined) return [];
  const code = (unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return [{ at, message: `This text holds a character that does not show, U+${code}. Take it out.` }];
}
