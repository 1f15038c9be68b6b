import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { NODE_INSIDE } from "./build-plan.ts";
import { DenyAllSandbox } from "./deny-all.ts";
import { type Ground, openGround, plantSecret, processesMarked } from "./hostile.fixture.ts";
import type { OpenOptions, SandboxSession } from "./runtime.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const NOTHING: ToolPolicy = { filesystem: { read: [], write: [] }, exec: "allow" };

async function openInside(argv: string[], policy: ToolPolicy = NOTHING, options: OpenOptions = {}) {
  const plan = ground.runtime.plan({
    policy,
    grant: ACCESS_GRANTS.elevated,
    unspecified: "nothing",
    roots: { workspace: join(ground.directory, "workspace") },
    command: { kind: "argv", argv },
  });
  if (!plan.ok) throw new Error(plan.message);
  const session = await ground.runtime.open(plan.value, options);
  if (!session.ok) throw new Error(session.message);
  return session.value;
}

async function nextText(session: SandboxSession): Promise<string> {
  return await new Promise((resolve) => session.output.once("data", (chunk: Buffer) => resolve(chunk.toString())));
}

describe("a command that is talked with", () => {
  test("answers while it runs, and leaves when its input ends", async () => {
    const session = await openInside([
      "sh",
      "-c",
      'while read line; do echo "heard $line"; done; echo bye >&2; exit 4',
    ]);
    session.write("one\n");
    expect(await nextText(session)).toBe("heard one\n");
    session.write("two\n");
    expect(await nextText(session)).toBe("heard two\n");
    expect(await session.close()).toMatchObject({
      exitCode: 4,
      stdout: "",
      stderr: "bye\n",
      usage: { outputBytes: 24 },
    });
    expect((await session.ended).stopped).toBeUndefined();
  });

  test("runs on our own Node when it asks for it, with and without network", async () => {
    const script = 'process.stdin.on("data", (text) => process.stdout.write(`${text}`.toUpperCase()))';
    for (const network of [undefined, { mode: "allowlist" as const, hosts: ["listed.invalid:443"] }]) {
      const session = await openInside([NODE_INSIDE, "-e", script], { ...NOTHING, ...(network ? { network } : {}) });
      session.write("spoken");
      expect(await nextText(session)).toBe("SPOKEN");
      await session.close();
    }
  });

  test("is ended when it does not leave, with everything that it started", async () => {
    const mark = randomUUID();
    const session = await openInside([
      "sh",
      "-c",
      `trap '' TERM HUP INT; echo up; while :; do sleep 600; done # ${mark}`,
    ]);
    expect(await nextText(session)).toBe("up\n");
    const result = await session.close();
    expect(result).toMatchObject({ signal: "SIGKILL", timedOut: false });
    expect(result.stopped).toBeUndefined();
    expect(result.error).toBeUndefined();
    expect(processesMarked(mark)).toEqual([]);
  });

  test("is held by the same clock, allowance and cancellation as any other", async () => {
    const silent = await openInside(["sleep", "600"], { ...NOTHING, limits: { wallSeconds: 0.3 } });
    expect(await silent.ended).toMatchObject({ timedOut: true, stopped: "wall" });

    const flood = await openInside(["sh", "-c", "yes"], { ...NOTHING, limits: { outputBytes: 10_000 } });
    let came = 0;
    flood.output.on("data", (chunk: Buffer) => {
      came += chunk.length;
    });
    expect(await flood.ended).toMatchObject({ truncated: true, stopped: "output" });
    expect(came).toBe(10_000);

    const cancel = new AbortController();
    const cancelled = await openInside(["sleep", "600"], NOTHING, { signal: cancel.signal });
    cancel.abort();
    expect(await cancelled.ended).toMatchObject({ stopped: "cancelled" });
  });

  test("sees nothing that its policy does not name", async () => {
    const { file } = plantSecret(ground);
    const session = await openInside(["sh", "-c", `read path; cat "$path"`]);
    session.write(`${file}\n`);
    expect((await session.ended).stderr).toContain("No such file");
  });

  test("tells a set-up that failed as such", async () => {
    const session = await openInside(["true"], { filesystem: { read: ["/nowhere/at/all/**"] } });
    expect((await session.ended).error?.code).toBe("no_sandbox");
  });
});

test("where nothing is proved, nothing can be talked with", async () => {
  expect(await new DenyAllSandbox("not here").open()).toMatchObject({ ok: false, code: "no_sandbox" });
});
