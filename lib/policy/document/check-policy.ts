import { escapePointer } from "#lib/registry/canonical-json.ts";
import { checkContradictions } from "./check-contradictions.ts";
import { checkCycles } from "./check-cycles.ts";
import { checkEffects, noteEndedRules } from "./check-effects.ts";
import { checkLevels } from "./check-levels.ts";
import { checkReferences, noteUnknownTools } from "./check-references.ts";
import { checkSchema } from "./check-schema.ts";
import { checkTexts } from "./check-texts.ts";
import { checkWords } from "./check-words.ts";
import type { KnownNames, PolicyPath, PolicyProblem } from "./policy-problem.ts";

export interface CheckedPolicy {
  /** Empty: it may be proposed. */
  readonly errors: readonly PolicyProblem[];
  /** What its author wants to know all the same. */
  readonly notes: readonly PolicyProblem[];
}

/** Everything that is wrong with a document, whoever made it and however wrong it is. */
export function checkPolicy(document: unknown, known: KnownNames): CheckedPolicy {
  const words = checkWords(document, known.actionTypes);
  // A word that nobody knows often has a shape that no word has: said once, with what was meant.
  const said = new Set(words.map(({ at }) => pointerOf(at)));
  const errors = [
    ...checkSchema(document).filter(({ at }) => !said.has(pointerOf(at))),
    ...words,
    ...checkTexts(document),
    ...checkContradictions(document),
    ...checkEffects(document),
    ...checkReferences(document, known.agents),
    ...checkCycles(document),
    ...checkLevels(document),
  ];
  const notes = [
    ...(known.tools ? noteUnknownTools(document, known.tools) : []),
    ...(known.now === undefined ? [] : noteEndedRules(document, known.now)),
  ];
  return { errors, notes };
}

export function pointerOf(at: PolicyPath): string {
  return at.map((segment) => `/${escapePointer(String(segment))}`).join("");
}
