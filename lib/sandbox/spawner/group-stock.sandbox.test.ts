import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { groupOrders } from "#lib/sandbox/bubblewrap/group-orders.ts";
import type { GroupOrder } from "#lib/sandbox/bubblewrap/launch.ts";
import { groupsOf, ownSpawners } from "#lib/sandbox/escape/leftovers.ts";
import { commandInside, openGround } from "#lib/sandbox/hostile.fixture.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { planLimits } from "#lib/sandbox/plan-limits.ts";
import { GROUPS_AHEAD, GroupStock } from "./group-stock.ts";

const machine = probeMachine(process.execPath);
const POLICY: ToolPolicy = { filesystem: { read: [], write: [] }, exec: "allow" };

function ordersFor(processes: number): GroupOrder[] {
  const limits = planLimits({ processes }, "allow", machine);
  if (!limits.ok) throw new Error(limits.message);
  return groupOrders(machine.cgroups, limits.value);
}

function openStock() {
  const name = `airlock-${process.pid}${randomUUID().slice(0, 4)}`;
  const generic = groupOrders(machine.cgroups, null);
  const stock = new GroupStock(generic, name);
  const all = () =>
    generic.flatMap(({ directory }) =>
      readdirSync(directory)
        .filter((group) => group.startsWith(name))
        .map((group) => join(directory, group)),
    );
  onTestFinished(() => {
    for (const path of all()) rmdirSync(path);
  });
  return { stock, all, count: generic.length };
}

function limitOf(doors: readonly string[]): string {
  const path = doors.map((door) => join(dirname(door), "pids.max")).find((file) => existsSync(file));
  return readFileSync(path ?? "", "utf8").trim();
}

function everyGroupOf(spawner: number): string[] {
  return machine.cgroups.flatMap(({ directory }) =>
    readdirSync(directory).filter((group) => group.startsWith(`airlock-${spawner}-`)),
  );
}

const isHeld = machine.cgroups.some(({ controllers }) => controllers.includes("pids"));

// Without groups that count processes there is nothing here to promise.
if (isHeld) {
  test("those that wait have nobody in them and nothing of any plan", () => {
    const { stock, all, count } = openStock();
    for (let round = 0; round < 3; round += 1) stock.refill();
    expect(all()).toHaveLength(GROUPS_AHEAD * count);
    for (const path of all()) {
      expect(readFileSync(join(path, "cgroup.procs"), "utf8")).toBe("");
      if (existsSync(join(path, "pids.max"))) expect(readFileSync(join(path, "pids.max"), "utf8")).toBe("max\n");
    }
    stock.empty();
    expect(all()).toEqual([]);
  });

  test("each is one launch's, with its limits, also where more are asked for than wait", async () => {
    const { stock, all } = openStock();
    stock.refill();
    const sizes = [5, 9, 17, 33];
    const taken = sizes.map((processes) => stock.take(ordersFor(processes)));
    expect(new Set(taken.flatMap(({ doors }) => doors)).size).toBe(taken.flatMap(({ doors }) => doors).length);
    expect(taken.map(({ doors }) => Number(limitOf(doors)))).toEqual(sizes.map((processes) => processes + 2));
    for (const groups of taken) await groups.remove();
    stock.empty();
    expect(all()).toEqual([]);
  });

  test("one that somebody took away while it waited is made anew", async () => {
    const { stock, all } = openStock();
    stock.refill();
    for (const path of all()) rmdirSync(path);
    const groups = stock.take(ordersFor(7));
    expect(limitOf(groups.doors)).toBe("9");
    await groups.remove();
    stock.empty();
    expect(all()).toEqual([]);
  });

  test("a limit that is not accepted is a launch that is refused, and leaves none", () => {
    const { stock, all } = openStock();
    stock.refill();
    const orders = ordersFor(7).map((order) => ({
      ...order,
      settings: order.settings.map((one) => (one.file === "pids.max" ? { ...one, value: "nonsense" } : one)),
    }));
    expect(() => stock.take(orders)).toThrow();
    stock.empty();
    expect(all()).toEqual([]);
  });

  test("beside those that wait, a group that a call has left is told: limited, lived in, or one too many", async () => {
    const ground = await openGround();
    onTestFinished(() => ground.close());
    const spawner = ownSpawners().at(-1) ?? 0;
    const directories = machine.cgroups.map(({ directory }) => directory);
    const counting = machine.cgroups.find(({ controllers }) => controllers.includes("pids"))?.directory ?? "";
    await expect.poll(() => new Set(everyGroupOf(spawner)).size).toBe(GROUPS_AHEAD);
    expect(groupsOf(spawner, directories)).toEqual([]);

    const left = join(counting, `airlock-${spawner}-left`);
    const others = join(counting, `airlock-${spawner}0-left`);
    for (const path of [left, others]) mkdirSync(path);
    onTestFinished(() => {
      for (const path of [left, others]) rmdirSync(path);
    });
    expect(groupsOf(spawner, directories).length).toBeGreaterThan(0);
    writeFileSync(join(left, "pids.max"), "9");
    expect(groupsOf(spawner, directories)).toEqual([left]);
    writeFileSync(join(left, "pids.max"), "max");

    const living = spawn("sleep", ["60"]);
    const isOver = once(living, "exit");
    try {
      writeFileSync(join(left, "cgroup.procs"), `${living.pid}`);
      expect(groupsOf(spawner, directories)).toEqual([left]);
    } finally {
      living.kill("SIGKILL");
      await isOver;
    }
  });

  test("a spawner that is killed while it waits leaves none, nor does one that ends", async () => {
    for (const end of ["killed", "closed"] as const) {
      const ground = await openGround();
      const spawner = ownSpawners().at(-1) ?? 0;
      expect((await commandInside(ground, ["true"], POLICY)).exitCode).toBe(0);
      await expect
        .poll(() =>
          groupsOf(
            spawner,
            machine.cgroups.map(({ directory }) => directory),
          ),
        )
        .toEqual([]);
      await expect.poll(() => new Set(everyGroupOf(spawner)).size).toBe(GROUPS_AHEAD);
      if (end === "killed") process.kill(spawner, "SIGKILL");
      await ground.close();
      for (let wait = 0; end === "killed" && everyGroupOf(spawner).length > 0 && wait < 200; wait += 1) await sleep(20);
      expect(everyGroupOf(spawner)).toEqual([]);
    }
  });
}
