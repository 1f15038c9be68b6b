import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GroupOrder } from "../bubblewrap/launch.ts";

/** The control groups of one launch, from making them to removing them. */
export interface ControlGroups {
  readonly directories: readonly string[];
  kill(): void;
  cpuMs(): number | null;
  maxMemoryBytes(): number | null;
  killedForMemory(): boolean;
  remove(): Promise<void>;
}

const REMOVE_ATTEMPTS = 40;
const REMOVE_PAUSE_MS = 25;

/** Throws when a required setting is not accepted: a group without its limit would be a promise not kept. */
export function makeControlGroups(orders: readonly GroupOrder[], name: string): ControlGroups {
  const made: { readonly order: GroupOrder; readonly directory: string }[] = [];
  try {
    for (const order of orders) {
      const directory = join(order.directory, name);
      mkdirSync(directory);
      made.push({ order, directory });
      for (const setting of order.settings) apply(directory, setting);
    }
  } catch (error) {
    for (const { directory } of made) rmdirSync(directory);
    throw error;
  }

  const counting = (what: "memory" | "cpuacct") => made.find(({ order }) => order.counts.includes(what));
  return {
    directories: made.map(({ directory }) => directory),
    kill() {
      for (const { order, directory } of made) if (order.canKill) tryWrite(join(directory, "cgroup.kill"), "1");
    },
    cpuMs() {
      const group = counting("cpuacct");
      if (!group) return null;
      return group.order.version === 1
        ? scaled(readNumber(join(group.directory, "cpuacct.usage")), 1e-6)
        : scaled(readField(join(group.directory, "cpu.stat"), "usage_usec"), 1e-3);
    },
    maxMemoryBytes() {
      const group = counting("memory");
      if (!group) return null;
      return readNumber(join(group.directory, group.order.version === 1 ? "memory.max_usage_in_bytes" : "memory.peak"));
    },
    killedForMemory() {
      const group = counting("memory");
      if (!group) return false;
      const file = group.order.version === 1 ? "memory.oom_control" : "memory.events";
      return (readField(join(group.directory, file), "oom_kill") ?? 0) > 0;
    },
    async remove() {
      for (const { directory } of made) await removeWhenEmpty(directory);
    },
  };
}

function apply(directory: string, { file, value, required }: GroupOrder["settings"][number]): void {
  if (required) writeFileSync(join(directory, file), value);
  else tryWrite(join(directory, file), value);
}

function tryWrite(file: string, value: string): void {
  try {
    writeFileSync(file, value);
  } catch {
    // Optional, or the group is empty already.
  }
}

/** The kernel lets go of a dead process a moment after its parent has heard of it. */
async function removeWhenEmpty(directory: string): Promise<void> {
  for (let attempt = 0; attempt < REMOVE_ATTEMPTS; attempt += 1) {
    try {
      rmdirSync(directory);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      await sleep(REMOVE_PAUSE_MS);
    }
  }
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Math.round(value * factor);
}

function readNumber(file: string): number | null {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

function readField(file: string, name: string): number | null {
  try {
    const value = new RegExp(`^${name} (\\d+)$`, "m").exec(readFileSync(file, "utf8"))?.[1];
    return value === undefined ? null : Number(value);
  } catch {
    return null;
  }
}
