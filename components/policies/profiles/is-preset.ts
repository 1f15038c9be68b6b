import { POLICY_AS_SHIPPED } from "#lib/policy/document/as-shipped.ts";

/** One of those that say how much an agent does by itself, and that are there from the start. */
export function isPreset(name: string): boolean {
  return Object.hasOwn(POLICY_AS_SHIPPED.profiles, name);
}
