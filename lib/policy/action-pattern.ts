import { z } from "zod";
import type { ActionType } from "./action-types.ts";
import type { Category } from "./vocabulary.ts";

/**
 * A policy's word for what tools do: an action type (`db:mutate`), all actions of a family (`deploy`), or all tools of a category
 * (`version_control`). Operators' other words for them are accepted and written back in ours.
 */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["git", "version_control"],
  ["network", "web"],
  ["deployment", "deploy"],
  ["database_write", "db:mutate"],
]);

/** Our word for what an operator or author wrote; a word that is ours already stays as it is. */
export function canonicalActionPattern(word: string): string {
  return ALIASES.get(word) ?? word;
}

/**
 * By its shape alone: which types are registered is known to the database, and a grant that it hands out is read by programs that do not
 * ask it. A word that means nothing is refused before a document is proposed (`checkWords`) and before it is put in force
 * (`airlock.flaw_of_policy`): a misspelling that silently meant "no approval" would be an incident.
 */
export const actionPatternSchema = z
  .string()
  .overwrite(canonicalActionPattern)
  .regex(/^[a-z][a-z0-9_]{0,31}(:[a-z][a-z0-9_]{0,31})?$/, "An action is written category:action, family or category.");

/**
 * What a call's action answers to: its type, the family of that, the tool's category; each once, as a family may be called like a
 * category. A policy's word for the category deployment is `deploy`, so its tools answer to that whatever they call what they do.
 */
export function wordsFor({ actionType, category }: { actionType: ActionType; category: Category }): string[] {
  return [...new Set([actionType, familyOf(actionType), category, canonicalActionPattern(category)])];
}

/** Compares whole words, never beginnings: `db` is not `dbx:read`. */
export function coversAction(pattern: string, call: { actionType: ActionType; category: Category }): boolean {
  return wordsFor(call).includes(canonicalActionPattern(pattern));
}

function familyOf(actionType: ActionType): string {
  return actionType.slice(0, actionType.indexOf(":"));
}
