import { z } from "zod";
import { ACTION_TYPES, type ActionType } from "./action-types.ts";
import { CATEGORIES, type Category } from "./vocabulary.ts";

/**
 * An entry of a `requires_approval` list: an action type (`db:mutate`), all actions of a family (`deploy`), or all tools
 * of a category (`version_control`). Operators' other words for them are accepted and written back in ours. A word that
 * means nothing is an error when it is loaded: a misspelling that silently meant "no approval" would be an incident.
 */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["git", "version_control"],
  ["network", "web"],
  ["deployment", "deploy"],
  ["database_write", "db:mutate"],
]);

const FAMILIES = new Set(ACTION_TYPES.map(familyOf));
const KNOWN = new Set<string>([...ACTION_TYPES, ...FAMILIES, ...CATEGORIES]);

/** Our word for what an operator or author wrote; a word that is ours already stays as it is. */
export function canonicalActionPattern(word: string): string {
  return ALIASES.get(word) ?? word;
}

export const actionPatternSchema = z
  .string()
  .overwrite(canonicalActionPattern)
  .refine((word) => KNOWN.has(word), { message: "Not an action type, a family of them, or a category." });

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
