import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import {
  attackBare,
  attackInside,
  commandInside,
  type Ground,
  openGround,
  outcomeOf,
  processesMarked,
} from "./hostile-fixture.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const NOTHING: ToolPolicy = { filesystem: { read: [], write: [] }, exec: "allow" };

describe("nothing outlives its call", () => {
  const leave = `for (let i = 0; i < 3; i += 1) {
      const child = child_process.spawn("/bin/sh", ["-c", "trap '' TERM HUP INT; sleep 600 # " + input], { detached: true, stdio: "ignore" });
      await new Promise((done) => child.once("spawn", done));
      child.unref();
    } return "left";`;

  test("not a process in a session of its own that ignores every signal it can", async () => {
    const bareMark = randomUUID();
    expect(await attackBare(ground, leave, bareMark)).toBe("left");
    const survivors = processesMarked(bareMark);
    expect(survivors.length).toBe(3);
    for (const pid of survivors) process.kill(-pid, "SIGKILL");

    const mark = randomUUID();
    expect(outcomeOf(await attackInside(ground, leave, { input: mark }))).toBe("left");
    expect(processesMarked(mark)).toEqual([]);
  });

  test("not when it is killed by the clock, however it feels about it", async () => {
    const mark = randomUUID();
    const stubborn = `trap '' TERM HUP INT; setsid sh -c "trap '' TERM; sleep 600 # ${mark}" & sleep 600 # ${mark}`;
    const result = await commandInside(ground, ["sh", "-c", stubborn], { ...NOTHING, limits: { wallSeconds: 0.5 } });
    expect(result).toMatchObject({ timedOut: true, stopped: "wall", exitCode: null, signal: "SIGKILL" });
    expect(processesMarked(mark)).toEqual([]);
  });

  test("not when it is cancelled", async () => {
    const mark = randomUUID();
    const controller = new AbortController();
    const running = commandInside(ground, ["sh", "-c", `sleep 600 # ${mark}`], NOTHING, { signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    expect(await running).toMatchObject({ timedOut: false, stopped: "cancelled" });
    expect(processesMarked(mark)).toEqual([]);
  });

  test("a bare process that ignores the same signals is still there", async () => {
    const mark = randomUUID();
    const child = spawn("/bin/sh", ["-c", `trap '' TERM HUP INT; echo ready; sleep 600; true # ${mark}`], {
      detached: true,
    });
    await new Promise((done) => child.stdout.once("data", done));
    child.kill("SIGTERM");
    await new Promise((done) => setTimeout(done, 100));
    expect(processesMarked(mark).length).toBeGreaterThan(0);
    process.kill(-(child.pid ?? 0), "SIGKILL");
  });
});

describe("limits", () => {
  const swarm = `const children = [];
    for (let i = 0; i < 120; i += 1) await new Promise((done) => {
      const child = child_process.spawn("/bin/sleep", ["30"], { stdio: "ignore" });
      child.once("spawn", () => { children.push(child); done(); });
      child.once("error", done);
    });
    for (const child of children) child.kill("SIGKILL");
    return children.length;`;

  test("a swarm of processes stops at the number allowed", async () => {
    expect(await attackBare(ground, swarm)).toBe(120);
    const inside = outcomeOf(
      await attackInside(ground, swarm, { policy: { exec: "allow", limits: { processes: 20 } } }),
    );
    // Node's own threads are allowed on top.
    expect(inside).toBeLessThanOrEqual(20 + 24);
    expect(inside).toBeGreaterThan(0);
  });

  test("where the policy denies it there is no second process at all, and threads still work", async () => {
    const start =
      "try { child_process.execFileSync('/bin/true'); return 'started'; } catch (error) { return error.code; }";
    expect(await attackBare(ground, start)).toBe("started");
    expect(outcomeOf(await attackInside(ground, start, { policy: { exec: "deny" } }))).toBe("EPERM");
    expect(outcomeOf(await attackInside(ground, start, { policy: { exec: "allow" } }))).toBe("started");
    const thread = `const { Worker } = await import("node:worker_threads");
      return await new Promise((done) => new Worker("require('worker_threads').parentPort.postMessage(7)", { eval: true }).once("message", done));`;
    expect(outcomeOf(await attackInside(ground, thread, { policy: { exec: "deny" } }))).toBe(7);
    const shell = await commandInside(ground, ["sh", "-c", "echo one; /bin/echo two; echo three"], {
      ...NOTHING,
      exec: "deny",
    });
    expect(shell.stdout).toBe("one\n");
  });

  test("a flood of output is cut at the limit and ends the call", async () => {
    const result = await commandInside(ground, ["sh", "-c", "yes & yes >&2"], {
      ...NOTHING,
      limits: { outputBytes: 100_000, wallSeconds: 20 },
    });
    expect(result).toMatchObject({ truncated: true, stopped: "output", timedOut: false });
    expect(result.stdout.length + result.stderr.length).toBe(100_000);
  });

  test("so is an answer that is too long", async () => {
    const result = await attackInside(ground, "return 'x'.repeat(200000);", {
      policy: { limits: { outputBytes: 50_000 } },
    });
    expect(result).toMatchObject({ truncated: true, stopped: "output" });
    expect(result.answer).toBeUndefined();
  });

  test("a file grows no larger than allowed", async () => {
    const grow =
      "try { fs.writeFileSync(input, Buffer.alloc(3 * 1048576)); return fs.statSync(input).size; } catch (error) { return error.code; }";
    expect(await attackBare(ground, grow, join(ground.directory, "grown"))).toBe(3 * 1048576);
    expect(
      outcomeOf(await attackInside(ground, grow, { input: "/workspace/grown", policy: { limits: { fileMb: 1 } } })),
    ).toBe("EFBIG");
  });

  test("the places that live in memory are bounded", async () => {
    const fill = [
      "sh",
      "-c",
      "head -c 100000000 /dev/zero > /tmp/x; head -c 20000000 /dev/zero > /dev/shm/x; wc -c < /tmp/x; wc -c < /dev/shm/x",
    ];
    const result = await commandInside(ground, fill, { ...NOTHING, limits: { fileMb: 1000 } });
    expect(result.stdout.trim().split(/\s+/).map(Number)).toEqual([67_108_864, 8_388_608]);
  });

  test("processor time ends, also for a tool that does not listen", async () => {
    const policy: ToolPolicy = { exec: "deny", limits: { cpuSeconds: 1, wallSeconds: 20 } };
    const result = await attackInside(ground, "for (;;);", { policy });
    expect(result).toMatchObject({ timedOut: false, stopped: "cpu" });
    expect(result.answer).toBeUndefined();
    const deaf = await commandInside(ground, ["sh", "-c", "trap '' XCPU; while :; do :; done"], {
      ...NOTHING,
      ...policy,
    });
    expect(deaf.timedOut).toBe(false);
    expect(deaf.signal).toBe("SIGKILL");
  });

  test("memory ends where the kernel can hold it, and a policy that insists is refused where it cannot", async () => {
    const hoard =
      "const kept = []; for (let i = 0; i < 40; i += 1) kept.push(Buffer.alloc(16 * 1048576, 1)); return kept.length;";
    const policy: ToolPolicy = { exec: "deny", limits: { memoryMb: 128, hard: ["memoryMb"] } };
    expect(await attackBare(ground, hoard)).toBe(40);
    if (ground.runtime.reports.some(({ tier }) => tier === "full")) {
      const result = await attackInside(ground, hoard, { policy });
      expect(result).toMatchObject({ stopped: "memory" });
      expect(result.answer).toBeUndefined();
    } else {
      await expect(attackInside(ground, hoard, { policy })).rejects.toThrow("limit_unenforceable");
    }
  });
});

describe("doors to other things on this machine", () => {
  test("a UNIX socket of the host, even one that lies in the workspace", async () => {
    const workspace = join(ground.directory, "with-socket");
    mkdirSync(workspace);
    const server = createServer((socket) => socket.end("hello from the host")).listen(join(workspace, "s"));
    await new Promise((done) => server.once("listening", done));
    const call = `return await new Promise((done) => net.connect(input).on("data", (d) => done(String(d))).on("error", (e) => done(e.code)));`;
    try {
      expect(await attackBare(ground, call, join(workspace, "s"))).toBe("hello from the host");
      expect(outcomeOf(await attackInside(ground, call, { input: "/workspace/s", workspace }))).toBe("EPERM");
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  test.each([
    ["the hypervisor (AF_VSOCK)", 40],
    ["the kernel (AF_NETLINK)", 16],
    ["a raw packet socket's family", 17],
    ["a UNIX socket", 1],
    ["the internet, without leave", 2],
  ])("no socket to %s", async (_name, family) => {
    const make = [
      "perl",
      "-e",
      `print(socket(my $s, ${family}, ${family === 16 || family === 17 ? 3 : 1}, 0) ? "made" : "refused: " . ($! + 0));`,
    ];
    const inside = await commandInside(ground, make, NOTHING);
    expect(inside.stdout).toBe("refused: 1");
  });

  test("a bare process makes those sockets", async () => {
    const make =
      'child_process.execFileSync("perl", ["-e", `print(join ",", map { socket(my $s, $_, $_ == 16 ? 3 : 1, 0) ? "made" : "no" } (1, 2, 16));`])';
    expect(await attackBare(ground, `return String(${make});`)).toBe("made,made,made");
  });

  test("a service on the host's loopback", async () => {
    const server = createServer((socket) => socket.end("hello from the host")).listen(0, "127.0.0.1");
    await new Promise((done) => server.once("listening", done));
    const { port } = server.address() as { port: number };
    const call = `return await new Promise((done) => net.connect(input, "127.0.0.1").on("data", (d) => done(String(d))).on("error", (e) => done(e.code)));`;
    try {
      expect(await attackBare(ground, call, port)).toBe("hello from the host");
      expect(outcomeOf(await attackInside(ground, call, { input: port }))).toBe("EPERM");
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  test("new namespaces, also where the users of the host are mapped", async () => {
    const folder = join(ground.directory, "named");
    mkdirSync(folder);
    const make = ["sh", "-c", "unshare -U true; echo $?; unshare -m true 2>/dev/null; echo $?"];
    for (const policy of [NOTHING, { ...NOTHING, filesystem: { read: [`${folder}/**`], write: [] } }]) {
      expect((await commandInside(ground, make, policy)).stdout).toBe("1\n1\n");
    }
    const counted = await commandInside(ground, ["cat", "/proc/sys/user/max_user_namespaces"], {
      ...NOTHING,
      filesystem: { read: [`${folder}/**`], write: [] },
    });
    if (ground.isRoot) expect(counted.stdout).toBe("0\n");
    const control =
      "try { child_process.execFileSync('unshare', ['-U', 'true'], { stdio: 'ignore' }); return 'made'; } catch { return 'refused'; }";
    expect(await attackBare(ground, control)).toBe("made");
  });

  test("kernel keyrings, tracing, and being root", async () => {
    const numbers = process.arch === "x64" ? [250, 101, 105] : [219, 117, 146];
    const calls = `for my $n (${numbers.join()}) { $! = 0; my $r = syscall($n, 0, -3, 0, 0); print $r < 0 ? "no " : "yes "; }`;
    const bare = `return String(child_process.execFileSync("perl", ["-e", input]));`;
    expect(await attackBare(ground, bare, calls)).toBe(ground.isRoot ? "yes yes yes " : "yes yes no ");
    expect((await commandInside(ground, ["perl", "-e", calls], NOTHING)).stdout).toBe("no no no ");
  });

  test.each([
    ["a constructor", "new Function('return 6 * 7')()"],
    ["eval", "(0, eval)('6 * 7')"],
    ["a constructor that is found by its name", "Reflect.get(async () => {}, 'constructor')('return 6 * 7')()"],
  ])("code made of text while it runs, by %s", async (_way, make) => {
    const attempt = `try { return await ${make}; } catch (error) { return error.name; }`;
    expect(await attackBare(ground, attempt)).toBe(42);
    expect(outcomeOf(await attackInside(ground, attempt))).toBe("EvalError");
  });
});
