import { canonicalActionPattern } from "#lib/policy/action-pattern.ts";
import { ACTION_TYPES } from "#lib/policy/action-types.ts";
import { CATEGORIES } from "#lib/policy/vocabulary.ts";
import { pickTexts, pickValues } from "./pick-values.ts";
import type { PolicyPath, PolicyProblem } from "./policy-problem.ts";
import { suggestFrom } from "./suggest-name.ts";

/** A word for what tools do that nobody knows is an error: it would be an approval that is never asked for. */
export function checkWords(document: unknown, registered: readonly string[] = []): PolicyProblem[] {
  const types = [...ACTION_TYPES, ...registered];
  const known = new Set<string>([...types, ...types.map((type) => type.slice(0, type.indexOf(":"))), ...CATEGORIES]);
  const suggest = suggestFrom(known);
  return actionWordsIn(document)
    .filter(({ text }) => !known.has(canonicalActionPattern(text)))
    .map(({ at, text }) => {
      const near = suggest(text);
      const hint =
        near === undefined
          ? "Settings lists those there are, and an admin can register more."
          : `Did you mean ${near}?`;
      return {
        at,
        message: `There is no action type, family of them or category ${JSON.stringify(text.slice(0, 80))}. ${hint}`,
      };
    });
}

/** Every place of a document that names actions. */
function actionWordsIn(document: unknown): { at: PolicyPath; text: string }[] {
  return [
    ...pickTexts(document, "tool_access", "levels", "*", "requires_approval", "*"),
    ...pickTexts(document, "profiles", "*", "rules", "*", "action"),
    ...pickTexts(document, "profiles", "*", "auto_approve", "*"),
    ...pickTexts(document, "profiles", "*", "human_approval", "*"),
    ...pickValues(document, "profiles", "*", "approval_minutes", "*").map(({ at }) => ({
      at,
      text: String(at.at(-1)),
    })),
    ...pickTexts(document, "profiles", "*", "budgets", "*", "action"),
    ...pickTexts(document, "agents", "*", "narrow", "requires_approval", "*"),
  ];
}
