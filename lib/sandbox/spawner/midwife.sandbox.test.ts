import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { stepsDownEarly } from "#lib/sandbox/bubblewrap/early-step-down.ts";
import { groupOrders } from "#lib/sandbox/bubblewrap/group-orders.ts";
import { commandInside, openGround, processesMarked } from "#lib/sandbox/hostile.fixture.ts";
import { probeMachine } from "#lib/sandbox/machine.ts";
import { isRunning } from "#lib/sandbox/pool/store.fixture.ts";
import { openAccount, openBytes } from "./byte-files.ts";
import { type Birth, Midwife } from "./midwife.ts";
import { LENGTH_DIGITS, MOST_DESCRIPTORS } from "./midwife-program.ts";
import type { MidwifeSettings } from "./settings.ts";
import { SPAWNER_MARK } from "./spawner-program.ts";
import { TRIAL_USER } from "./stepped-down.ts";

const machine = probeMachine(process.execPath);
const { perl, env, sh } = machine.programs;
const POLICY = { filesystem: { read: [], write: [] }, exec: "allow" as const };

function settings(): MidwifeSettings {
  if (!perl || !env || !machine.architecture) throw new Error("This machine has no midwife.");
  return { perl, env, architecture: machine.architecture, groups: groupOrders(machine.cgroups, null) };
}

async function engaged(): Promise<Midwife> {
  const midwife = await Midwife.engage(settings(), `airlock-${process.pid}-${randomUUID().slice(0, 8)}`);
  if (!midwife) throw new Error("She was not engaged.");
  onTestFinished(() => midwife.dismiss());
  return midwife;
}

/** What a process that is born so writes, and how it ends. */
async function saidBy(midwife: Midwife, birth: Pick<Birth, "argv"> & Partial<Birth>) {
  const [nothing, said] = [openBytes(new Uint8Array()), openAccount()];
  const taken: string[] = [];
  const newborn = midwife.bear(
    { user: TRIAL_USER, descriptors: [nothing, said.child, said.child], doors: [], limits: [], ...birth },
    () => taken.push("taken"),
  );
  const code = await new Promise((resolve) => newborn.once("exit", resolve));
  const text = readFileSync(said.ours, "utf8");
  for (const descriptor of [nothing, said.child, said.ours]) closeSync(descriptor);
  return { code, text, taken };
}

function fakeEnv(lines: readonly string[]): string {
  return placeScript(lines.map((line) => `echo '${line}'`));
}

function placeScript(lines: readonly string[]): string {
  const directory = mkdtempSync(join(tmpdir(), "airlock-midwife-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  chmodSync(directory, 0o755);
  const path = join(directory, "script");
  writeFileSync(path, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
  return path;
}

/** Whoever was started by this one, and carries the mark. */
function childrenOf(parent: number, mark: string): number[] {
  return processesMarked(mark).filter((pid) => parentOf(pid) === parent);
}

/** Null where nothing is left of it. */
function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}

function ownSpawner(): number {
  return childrenOf(process.pid, SPAWNER_MARK).at(-1) ?? 0;
}

const EMPTYING = { timeout: 10_000, interval: 20 };

/** None of them can start another process, by a group that counts one fewer than there are. */
function limitProcesses(pids: readonly number[]) {
  const parent = machine.cgroups.find(({ controllers }) => controllers.includes("pids"))?.directory ?? "";
  const group = join(parent, `airlock-limited-${randomUUID().slice(0, 8)}`);
  mkdirSync(group);
  for (const pid of pids) writeFileSync(join(group, "cgroup.procs"), `${pid}`);
  writeFileSync(join(group, "pids.max"), `${Number(readFileSync(join(group, "pids.current"), "utf8")) - 1}`);
  return {
    /** A process that is forked while the others leave is born in the group: it is emptied until nobody is in it. */
    lift: async (): Promise<void> => {
      if (!existsSync(group)) return;
      writeFileSync(join(group, "pids.max"), "max");
      await vi.waitFor(() => {
        for (const pid of readFileSync(join(group, "cgroup.procs"), "utf8").trim().split("\n").filter(Boolean))
          writeFileSync(join(parent, "cgroup.procs"), pid);
        rmdirSync(group);
      }, EMPTYING);
    },
  };
}

const PERL_MARK = "use strict; use warnings;";

const NAMESPACES = ["/proc/self/ns/net", "/proc/self/ns/ipc"];

function namespacesOf(pid: number): string[] {
  return NAMESPACES.map((path) => readlinkSync(path.replace("self", `${pid}`)));
}

/** Whoever a midwife has forked ahead, once it has a network of its own. */
function waitingApart(midwife: number): number[] {
  const [own] = namespacesOf(process.pid);
  return childrenOf(midwife, PERL_MARK).filter((pid) => namespacesOf(pid)[0] !== own);
}

/** A shell's arguments, by number. */
function numbers(last: number, first = 1): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `"\${${first + index}}"`).join(" ");
}

// Without root, groups or perl everything is started by the spawner itself, and there is nothing here to promise.
if (stepsDownEarly(machine) && perl) {
  test("words reach a program as they are, whatever is in them", async () => {
    const midwife = await engaged();
    const word = fc.string({
      unit: fc.constantFrom("a", " ", "\n", "'", '"', "$", "`", "\\", ";", "é", "\t", "%", "-"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (words) => {
        const argv = [sh ?? "", "-c", 'for word; do printf "%s|" "$word"; done', "sh", ...words];
        const { code, text } = await saidBy(midwife, { argv });
        expect({ code, text }).toEqual({ code: 0, text: words.map((one) => `${one}|`).join("") });
      }),
      { numRuns: 60 },
    );
    expect(() => midwife.bear({ user: 1, descriptors: [0], doors: [], limits: [], argv: ["a\0b"] }, () => {})).toThrow(
      "NUL",
    );
  });

  test("an order whose length takes more digits than there are is not given: its end would be orders", async () => {
    const midwife = await engaged();
    const argv = ["/usr/bin/echo", "x".repeat(10 ** LENGTH_DIGITS)];
    expect(() => midwife.bear({ user: TRIAL_USER, descriptors: [0], doors: [], limits: [], argv }, () => {})).toThrow(
      "too long",
    );
    expect(await saidBy(midwife, { argv: ["/usr/bin/echo", "ran"] })).toMatchObject({ code: 0, text: "ran\n" });
  });

  test("a launch with more descriptors than she can hand over is started all the same", async () => {
    const ground = await openGround();
    onTestFinished(() => ground.close());
    const names = Array.from({ length: MOST_DESCRIPTORS }, (_, index) => `place-${index}`);
    const workspace = join(ground.directory, "workspace");
    for (const name of names) mkdirSync(join(workspace, name), { recursive: true });
    const read = names.map((name) => `\${workspace}/${name}/**`);
    const result = await commandInside(ground, ["ls", "/workspace"], { ...POLICY, filesystem: { read, write: [] } });
    expect(result.stdout.trim().split("\n")).toHaveLength(names.length);
  });

  test("a process has the descriptors that it was given, at their numbers, and no other", async () => {
    const midwife = await engaged();
    const [nothing, said, root] = [openBytes(Buffer.from("x")), openAccount(), openSync("/etc", constants.O_RDONLY)];
    const script =
      'for file in /proc/$$/fd/*; do [ -e "$file" ] && echo "${file##*/}"; done; [ /proc/$$/fd/4 -ef /etc ] && echo etc';
    const argv = [sh ?? "", "-c", script];
    const descriptors = [nothing, said.child, said.child, null, root];
    const newborn = midwife.bear({ user: TRIAL_USER, descriptors, doors: [], limits: [], argv }, () => {});
    await new Promise((resolve) => newborn.once("exit", resolve));
    const seen = readFileSync(said.ours, "utf8");
    for (const descriptor of [nothing, said.child, said.ours, root]) closeSync(descriptor);
    expect(seen.trim().split("\n")).toEqual(["0", "1", "2", "4", "etc"]);
  });

  test("it is the user it was to be, limited as it was to be, with no way to gain rights", async () => {
    const midwife = await engaged();
    const limits = [
      { resource: 4, soft: 0, hard: 0 },
      { resource: 0, soft: 3, hard: 4 },
      { resource: 1, soft: 65_536, hard: 65_536 },
      { resource: 7, soft: 99, hard: 99 },
    ];
    const argv = [env ?? "", "cat", "/proc/self/status", "/proc/self/limits", "/proc/self/environ"];
    const { text, taken } = await saidBy(midwife, { argv, limits });
    expect(taken).toEqual(["taken"]);
    expect(text).toMatch(new RegExp(`^Uid:(\\s+${TRIAL_USER}){4}$`, "m"));
    expect(text).toMatch(/^Groups:\s*$/m);
    expect(text).toMatch(/^CapPrm:\s*0+$/m);
    expect(text).toMatch(/^NoNewPrivs:\t1$/m);
    expect(text).toMatch(/^Max core file size\s+0\s+0\s/m);
    expect(text).toMatch(/^Max cpu time\s+3\s+4\s/m);
    expect(text).toMatch(/^Max file size\s+65536\s+65536\s/m);
    expect(text).toMatch(/^Max open files\s+99\s+99\s/m);
  });

  test("what a process leaves behind is reaped, and no other's end", async () => {
    const midwife = await engaged();
    const { code, text } = await saidBy(midwife, { argv: [sh ?? "", "-c", "sleep 0.5 & echo $!"] });
    expect(code).toBe(0);
    const orphan = Number(text);
    expect(childrenOf(process.pid, PERL_MARK)).toContain(parentOf(orphan));
    await expect.poll(() => parentOf(orphan)).toBeNull();
    expect(await saidBy(midwife, { argv: ["/usr/bin/echo", "ran"] })).toMatchObject({ code: 0, text: "ran\n" });
  });

  describe("what a process begins with is made before its order", () => {
    const inside = (midwife: Midwife, birth: Partial<Birth> = {}, then = "true") =>
      saidBy(midwife, { argv: [sh ?? "", "-c", `stat -c %N ${NAMESPACES.join(" ")}; ${then}`], ...birth });
    const named = (text: string) => text.match(/(net|ipc):\[\d+\]/g) ?? [];

    test("and is nobody else's: not ours, not hers, not another process's", async () => {
      const midwife = await engaged();
      expect(midwife.gives).toEqual(["net", "ipc"]);
      // All at the same time: the kernel gives the number of one that has ended to the next.
      const directory = mkdtempSync(join(tmpdir(), "airlock-midwife-"));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      chmodSync(directory, 0o777);
      const wait = `: > ${directory}/$$; while [ "$(ls ${directory} | wc -l)" -lt 12 ]; do sleep 0.05; done`;
      const texts = await Promise.all(Array.from({ length: 12 }, () => inside(midwife, {}, wait)));
      const hers = childrenOf(process.pid, PERL_MARK).flatMap((pid) => namespacesOf(pid));
      const found = texts.flatMap(({ text }) => named(text));
      expect(found).toHaveLength(24);
      expect(new Set([...found, ...hers, ...namespacesOf(process.pid)]).size).toBe(26);
    });

    test("with a loopback that is up and belongs to nobody who has stepped down", async () => {
      const midwife = await engaged();
      const script = "cat /proc/self/net/fib_trie; echo 1 > /proc/sys/net/ipv4/ip_unprivileged_port_start || echo kept";
      const { text } = await saidBy(midwife, { argv: [sh ?? "", "-c", script] });
      expect(text).toContain("127.0.0.1");
      expect(text).toContain("kept");
    });

    test("and goes with the one that waits when she is killed", async () => {
      const midwife = await engaged();
      await inside(midwife);
      const [pid = 0] = childrenOf(process.pid, PERL_MARK);
      await expect.poll(() => waitingApart(pid)).toHaveLength(1);
      const waiting = waitingApart(pid);
      midwife.dismiss();
      await expect.poll(() => waiting.filter(isRunning)).toEqual([]);
    });

    test("or it does not run", async () => {
      // Where the kernel refuses: a number that is no system call.
      const refused = placeScript([`exec ${perl} ${numbers(11)} 9999 ${numbers(16, 13)}`]);
      const midwife = await Midwife.engage({ ...settings(), perl: refused }, `airlock-${process.pid}-${randomUUID()}`);
      if (!midwife) throw new Error("She was not engaged.");
      onTestFinished(() => midwife.dismiss());
      expect(midwife.gives).toEqual([]);
      expect(await inside(midwife, { apart: true })).toMatchObject({
        code: 125,
        text: expect.stringMatching(/^call 9999/),
      });
      const { code, text } = await inside(midwife);
      expect({ code, found: named(text) }).toEqual({ code: 0, found: namespacesOf(process.pid) });
    });
  });

  describe("of what is mounted she leaves out what the kernel shows of itself", () => {
    // Whenever anybody mounts anything, one of hers looks at everything: the next one does not.
    const eventually = (look: () => Promise<{ readonly text: string }>) =>
      expect.poll(async () => (await look()).text, { timeout: 10_000 });

    test("for her own, and nobody else sees a difference", async () => {
      const kernels = () => readFileSync("/proc/self/mountinfo", "utf8").match(/^.* \/sys[ /].*$/gm);
      const before = kernels();
      expect(before).not.toBeNull();
      const midwife = await engaged();
      const argv = [sh ?? "", "-c", "grep -c ' /sys[ /]' /proc/self/mountinfo; grep -o ' /proc ' /proc/self/mountinfo"];
      await eventually(() => saidBy(midwife, { argv })).toBe("0\n /proc \n");
      expect(kernels()).toEqual(before);
    });

    test("what is mounted or taken away while one waits is so for it, and for the next", async () => {
      const midwife = await engaged();
      const directory = mkdtempSync(join(tmpdir(), "airlock-mounted-"));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      chmodSync(directory, 0o755);
      const look = () => saidBy(midwife, { argv: [sh ?? "", "-c", `ls ${directory} | wc -l; ls /sys | wc -l`] });
      await eventually(look).toBe("0\n0\n");
      execFileSync(sh ?? "", ["-c", `mount -t tmpfs -o mode=755 none ${directory}`]);
      try {
        writeFileSync(join(directory, "new"), "");
        expect((await look()).text).toMatch(/^1\n/);
        await eventually(look).toBe("1\n0\n");
      } finally {
        execFileSync(sh ?? "", ["-c", `umount ${directory}`]);
      }
      expect((await look()).text).toMatch(/^0\n/);
      await eventually(look).toBe("0\n0\n");
    });

    test("what becomes read-only while one waits is so for it, and what was taken away nobody holds until somebody asks", async () => {
      const midwife = await engaged();
      const directory = mkdtempSync(join(tmpdir(), "airlock-mounted-"));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const write = `echo > ${directory}/any && echo wrote; ls /sys | wc -l`;
      const look = () => saidBy(midwife, { argv: [sh ?? "", "-c", `{ ${write}; } 2>&-`] });
      const [pid = 0] = childrenOf(process.pid, PERL_MARK);
      const holders = () =>
        [pid, ...childrenOf(pid, PERL_MARK)].filter((one) =>
          readFileSync(`/proc/${one}/mountinfo`, "utf8").includes(` ${directory} `),
        );
      execFileSync(sh ?? "", ["-c", `mount -t tmpfs -o mode=777 none ${directory}`]);
      try {
        await eventually(look).toBe("wrote\n0\n");
        execFileSync(sh ?? "", ["-c", `mount -o remount,bind,ro ${directory}`]);
        expect((await look()).text).not.toContain("wrote");
        await eventually(look).toBe("0\n");
        await expect.poll(holders).toHaveLength(2);
      } finally {
        execFileSync(sh ?? "", ["-c", `umount ${directory}`]);
      }
      await expect.poll(holders).toEqual([]);
      await eventually(look).toBe("0\n");
    });
  });

  test("what cannot be done to the letter does not run", async () => {
    const midwife = await engaged();
    const said = async (birth: Partial<Birth>) => saidBy(midwife, { argv: ["/usr/bin/echo", "ran"], ...birth });
    expect(await said({})).toMatchObject({ code: 0, text: "ran\n" });
    expect(await said({ doors: ["/sys/fs/cgroup/nowhere/tasks"] })).toMatchObject({ code: 125, taken: ["taken"] });
    expect(await said({ limits: [{ resource: 99, soft: 1, hard: 1 }] })).toMatchObject({ code: 125 });
    for (const user of [0, Number.NaN, -1, 0xffffffff]) expect(await said({ user })).toMatchObject({ code: 125 });
    expect((await said({ argv: ["/nowhere/at-all"] })).code).toBe(125);
    expect((await said({ descriptors: [0, 1, 2, 999] })).code).toBe(125);
  });

  describe("she is engaged only where one order was seen to be carried out", () => {
    const name = () => `airlock-${process.pid}-${randomUUID().slice(0, 8)}`;
    const groups = settings().groups;
    const whole = (trial: string) => [
      ...["Uid", "Gid"].map((kind) => `${kind}:${`\t${TRIAL_USER}`.repeat(4)}`),
      ...["Groups:\t ", "CapPrm:\t0000", "CapEff:\t0000", "CapAmb:\t0000"],
      ...groups.map((_, index) => `${index}:x:/${trial}-trial`),
      "Max cpu time              7                    8                    seconds",
    ];

    test("as a whole, in every group, within its limits", async () => {
      const told = name();
      const good = await Midwife.engage({ ...settings(), env: fakeEnv(whole(told)) }, told);
      expect(good).not.toBeNull();
      good?.dismiss();
      for (const index of whole("").keys()) {
        const trial = name();
        const less = whole(trial).toSpliced(index, 1);
        expect(await Midwife.engage({ ...settings(), env: fakeEnv(less) }, trial), less.join()).toBeNull();
      }
      for (const { directory } of groups)
        expect(readdirSync(directory).filter((group) => group.endsWith("-trial"))).toEqual([]);
    });

    test("without anything of its own where that was not seen: bubblewrap makes it then", async () => {
      const told = name();
      const nowhere = await Midwife.engage({ ...settings(), env: fakeEnv(whole(told)) }, told);
      expect(nowhere?.gives).toEqual([]);
      nowhere?.dismiss();
      const own = NAMESPACES.map((path) => readlinkSync(path));
      for (const [seen, gives] of [
        [
          ["net:[1]", "ipc:[1]"],
          ["net", "ipc"],
        ],
        [["net:[1]"], []],
        [["net:[1]", own[1]], []],
        [[own[0], "ipc:[1]"], []],
      ]) {
        const trial = name();
        const lines = [...whole(trial), ...(seen ?? []).map((one) => `-> ${one}`)];
        const midwife = await Midwife.engage({ ...settings(), env: fakeEnv(lines) }, trial);
        expect(midwife?.gives).toEqual(gives);
        midwife?.dismiss();
      }
    });

    test("not where there is no perl, or another program of that name", async () => {
      expect(await Midwife.engage({ ...settings(), perl: "/nowhere/perl" }, name())).toBeNull();
      expect(await Midwife.engage({ ...settings(), perl: "/usr/bin/false" }, name())).toBeNull();
    });

    test("not where she ends right behind it", async () => {
      // All that she says is heard, the last word when she is gone.
      const shortLived = placeScript([
        `${perl} "$@" | { read -r born; echo "$born"; read -r ended; kill -KILL $$; sleep 0.5; echo "$ended"; }`,
      ]);
      expect(await Midwife.engage({ ...settings(), perl: shortLived }, name())).toBeNull();
    });
  });

  test("where no process can be started a call fails, those that run go on, and the next runs when one can be", async () => {
    const ground = await openGround();
    onTestFinished(() => ground.close());
    const spawner = ownSpawner();
    const [midwife = 0] = childrenOf(spawner, PERL_MARK);
    const limit = limitProcesses([spawner, midwife, ...childrenOf(midwife, PERL_MARK)]);
    onTestFinished(limit.lift);
    // The one that was forked ahead is still there for it.
    const mark = randomUUID();
    const running = commandInside(ground, ["sh", "-c", `sleep 4; echo done # ${mark}`], POLICY);
    while (processesMarked(mark).length < 3) await sleep(20);
    // One with a network is started by the spawner itself.
    const network = { mode: "allowlist" as const, hosts: ["example.com"] };
    const [first, second, other] = await Promise.all(
      [POLICY, POLICY, { ...POLICY, network }].map((policy) => commandInside(ground, ["true"], policy)),
    );
    expect(other?.error).toMatchObject({ code: "no_sandbox", message: expect.stringContaining("EAGAIN") });
    for (const failed of [first, second]) {
      expect(failed?.error).toMatchObject({
        code: "no_sandbox",
        message: expect.stringContaining("No process could be started"),
      });
    }
    await limit.lift();
    expect(await commandInside(ground, ["echo", "again"], POLICY)).toMatchObject({ exitCode: 0, stdout: "again\n" });
    expect(await running).toMatchObject({ exitCode: 0, stdout: "done\n" });
  });

  describe("her end", () => {
    test("is that of every call and of the spawner: nothing survives, and nothing runs any more", async () => {
      const ground = await openGround();
      const mark = randomUUID();
      const spawner = ownSpawner();
      const running = commandInside(ground, ["sh", "-c", `sleep 600; true # ${mark}`], POLICY);
      while (processesMarked(mark).length < 3) await sleep(20);
      const [midwife] = childrenOf(spawner, PERL_MARK);
      expect(midwife).toBeDefined();
      process.kill(midwife ?? 0, "SIGKILL");
      expect((await running).error?.code).toBe("sandbox_ended");
      for (let wait = 0; processesMarked(mark).some(isRunning) && wait < 100; wait += 1) await sleep(20);
      expect(processesMarked(mark).filter(isRunning)).toEqual([]);
      expect((await commandInside(ground, ["true"], POLICY)).error?.code).toBe("no_sandbox");
      await ground.close();
    });

    test("comes with the spawner's, however that ends", async () => {
      for (const end of ["killed", "closed"] as const) {
        const ground = await openGround();
        const spawner = ownSpawner();
        const [midwife = 0] = childrenOf(spawner, PERL_MARK);
        expect(midwife).toBeGreaterThan(0);
        if (end === "killed") process.kill(spawner, "SIGKILL");
        await ground.close();
        for (let wait = 0; isRunning(midwife) && wait < 100; wait += 1) await sleep(20);
        expect(isRunning(midwife)).toBe(false);
      }
    });
  });
}
