import type { AccessGrant } from "../access-level.ts";
import { BUILT_IN_LEVELS } from "../document/policy-document.ts";

/**
 * What each level gives. What one of the four takes a person for, those below it take one for as well, whether they say so or not. A
 * level without network refuses most of what the one above asks about by its category, and not all: an agent's entry may allow a
 * tool by name, and an action type that an admin registered is of any category. Such a call, which took a person, would be freed
 * by a demotion. The database derives the same (`airlock.grants_at`).
 */
export function grantsByLevel(levels: Readonly<Record<string, AccessGrant>>): Record<string, AccessGrant> {
  const asked = (from: number) => BUILT_IN_LEVELS.slice(from).flatMap((name) => levels[name]?.requires_approval ?? []);
  const places: readonly string[] = BUILT_IN_LEVELS;
  return Object.fromEntries(
    Object.entries(levels).map(([name, grant]) => {
      const place = places.indexOf(name);
      return [name, place < 0 ? grant : { ...grant, requires_approval: [...new Set(asked(place))] }];
    }),
  );
}
