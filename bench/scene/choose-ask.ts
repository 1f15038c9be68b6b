import type { Caller, CheckedCall, Scene } from "./open-scene.ts";

/** Which calls are asked: `mix` is three that run at once to each that waits for a person. */
export type Mix = "mix" | "free" | "held";

export function pick({ free, held }: Scene, mix: Mix, turn: number): CheckedCall {
  const waits = mix === "held" || (mix === "mix" && turn % 4 === 3);
  return at(waits ? held : free, turn);
}

interface Asking {
  readonly caller: Caller;
  readonly idempotencyKey: string | null;
  readonly sessionId: string;
}

/** Agents by turns; every second call brings a key of its own, as agents that retry do. */
export function askedBy({ callers }: Scene, client: number, turn: number, newKey: () => string): Asking {
  return {
    caller: at(callers, client * 7 + turn),
    idempotencyKey: turn % 2 === 1 ? newKey() : null,
    sessionId: `session-${client}`,
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("The scene is empty.");
  return item;
}
