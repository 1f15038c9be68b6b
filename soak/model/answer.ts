import type { ErrorCode } from "#lib/errors/codes.ts";
import type { World } from "./world.ts";

/** What the one who commands is told: a refusal by its code, or what was done. */
export type Answer = { readonly refused: ErrorCode } | { readonly done: Readonly<Record<string, unknown>> };

export interface Step {
  readonly world: World;
  readonly answer: Answer;
}

export function refused(world: World, code: ErrorCode): Step {
  return { world, answer: { refused: code } };
}

export function did(world: World, done: Readonly<Record<string, unknown>> = {}): Step {
  return { world, answer: { done } };
}
