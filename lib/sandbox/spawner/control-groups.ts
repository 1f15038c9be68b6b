import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GroupOrder } from "../bubblewrap/launch.ts";
import { doorOf } from "./join-groups.ts";

/** The control groups of one launch, from making them to removing them. */
export interface ControlGroups {
  /** The files by which a process that writes 0 joins them. */
  readonly doors: readonly string[];
  kill(): void;
  /** Little while it stands ready, so that it takes nothing from calls that run. */
  setShare(share: "little" | "usual"): void;
  cpuMs(): number | null;
  maxMemoryBytes(): number | null;
  killedForMemory(): boolean;
  remove(): Promise<void>;
}

const REMOVE_ATTEMPTS = 200;
const REMOVE_PAUSE_MS = 10;
const SHARES = {
  1: { file: "cpu.shares", little: "256", usual: "1024" },
  2: { file: "cpu.weight", little: "25", usual: "100" },
};

/** One group, and what it was made for. */
export interface MadeGroup {
  readonly order: GroupOrder;
  readonly directory: string;
}

/** Throws when a required setting is not accepted: a group without its limit would be a promise not kept. */
export function makeControlGroups(orders: readonly GroupOrder[], name: string): ControlGroups {
  return asControlGroups(makeGroups(orders, name));
}

/** Nobody is in them yet. Throws as `makeControlGroups` does, and leaves none then. */
export function makeGroups(orders: readonly GroupOrder[], name: string): MadeGroup[] {
  const made: MadeGroup[] = [];
  orRemove(made, () => {
    for (const order of orders) {
      const directory = join(order.directory, name);
      mkdirSync(directory);
      made.push({ order, directory });
      for (const setting of order.settings) apply(directory, setting);
    }
  });
  return made;
}

/** Sets what is still missing before anybody is in them. Throws where one of the required is not accepted, and leaves none then. */
export function setGroups(made: readonly MadeGroup[], missing: (group: MadeGroup) => GroupOrder["settings"]): void {
  orRemove(made, () => {
    for (const group of made) for (const setting of missing(group)) apply(group.directory, setting);
  });
}

function orRemove(made: readonly MadeGroup[], act: () => void): void {
  try {
    act();
  } catch (error) {
    removeEmpty(made);
    throw error;
  }
}

export function removeEmpty(made: readonly MadeGroup[]): void {
  for (const { directory } of made) {
    try {
      rmdirSync(directory);
    } catch {
      // Somebody else was quicker: nobody is in it.
    }
  }
}

export function asControlGroups(made: readonly MadeGroup[]): ControlGroups {
  const counting = (what: "memory" | "cpuacct") => made.find(({ order }) => order.counts.includes(what));
  const atOneStroke = made.find(({ order }) => order.canKill);
  return {
    doors: made.map(({ order, directory }) => doorOf(order.version, directory)),
    kill() {
      if (atOneStroke) tryWrite(join(atOneStroke.directory, "cgroup.kill"), "1");
      else if (made[0]) killMembers(made[0].directory);
    },
    setShare(share) {
      for (const { order, directory } of made) {
        if (order.shares) tryWrite(join(directory, SHARES[order.version].file), SHARES[order.version][share]);
      }
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

/** Everybody in a group of the old version. One that forks meanwhile is met at the next call; its namespace dies with its first process. */
function killMembers(directory: string): void {
  for (const pid of membersOf(directory)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // Gone by itself.
    }
  }
}

function membersOf(directory: string): number[] {
  try {
    // A zero would stand for somebody whose number we cannot know, and killing it would kill ourselves.
    return readFileSync(join(directory, "cgroup.procs"), "utf8")
      .split("\n")
      .map(Number)
      .filter((pid) => pid > 1);
  } catch {
    return [];
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
      killMembers(directory);
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
