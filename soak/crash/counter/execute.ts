import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Execute } from "#lib/registry/tool.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output> = async (
  { ticket, keyed, beforeMs, afterMs },
  { idempotencyKey },
) => {
  await sleep(beforeMs);
  const repeated = !leave(`effect.${ticket}.${keyed ? idempotencyKey : randomUUID()}`);
  if (repeated) leave(`repeat.${ticket}.${randomUUID()}`);
  await sleep(afterMs);
  return { repeated };
};

/** Whether the mark is new. It is on the disk before the answer: an effect that a crash undoes would not be one. */
function leave(name: string): boolean {
  try {
    const file = openSync(`/workspace/${name}`, "wx");
    fsyncSync(file);
    closeSync(file);
    const folder = openSync("/workspace", "r");
    fsyncSync(folder);
    closeSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
