import { MAX_DEPTH } from "./canonical-json.ts";

/** What a definition may cost whoever reads it, in every form and at every door. */
export const DEFINITION_LIMITS = {
  maxBytes: 262_144,
  maxDepth: MAX_DEPTH,
  /** The largest honest definitions known to us have a few hundred. */
  maxMembers: 5_000,
  refusedKeys: new Set(["__proto__", "constructor"]),
} as const;
