import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { loadSandboxing } from "#lib/sandbox/config/load-sandboxing.ts";
import { processesMarked } from "#lib/sandbox/hostile.fixture.ts";
import { openSandboxRuntime } from "#lib/sandbox/open-runtime.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";

/**
 * firejail is setuid and refuses whoever its administrator did not list, and it may not be installed at all: where it is
 * not offered, each of these shows instead that nothing runs in it.
 */
let runtime: SandboxRuntime;
let directory: string;
let offered: boolean;
beforeAll(async () => {
  const sandboxing = loadSandboxing("sandboxing:\n  default_backend: firejail\n  firejail: { enabled: true }\n");
  if (!sandboxing.ok) throw new Error(sandboxing.message);
  runtime = await openSandboxRuntime({ nodePath: process.execPath, sandboxing: sandboxing.value });
  offered = runtime.reports.some(({ name, offered: is }) => name === "firejail" && is);
  directory = realpathSync(mkdtempSync(join(tmpdir(), "airlock-firejail-")));
  chmodSync(directory, 0o711);
  for (const name of ["data", "out"]) mkdirSync(join(directory, name));
  writeFileSync(join(directory, "data/in"), "data");
  chmodSync(join(directory, "data"), 0o777);
  chmodSync(join(directory, "data/in"), 0o666);
  chmodSync(join(directory, "out"), 0o777);
  writeFileSync(join(directory, "secret"), "the operator's secret", { mode: 0o644 });
});
afterAll(async () => {
  await runtime.close();
  rmSync(directory, { recursive: true, force: true });
});

async function inside(
  command: SandboxPlan["command"] | string,
  policy: ToolPolicy = {},
  options: { bundlePath?: string; stdin?: string } = {},
) {
  const plan = runtime.plan({
    policy: {
      filesystem: { read: [], write: ["${workspace}/**"] },
      network: { mode: "none" },
      exec: "allow",
      ...policy,
    },
    grant: ACCESS_GRANTS.elevated,
    roots: { workspace: join(directory, "workspace") },
    command: typeof command === "string" ? { kind: "argv", argv: ["sh", "-c", command] } : command,
    category: "file_system",
    backend: "firejail",
  });
  expect(plan.ok).toBe(offered);
  if (!plan.ok) expect(plan.message).toContain("not offered");
  return plan.ok ? await runtime.run(plan.value, options) : null;
}

test("it is offered only with every check shown, or says why not", () => {
  const report = runtime.reports.find(({ name }) => name === "firejail");
  expect(report?.reason).toBeTruthy();
  if (offered) expect(report?.checks.filter(({ holds }) => !holds)).toEqual([]);
  expect((report?.checks.length ?? 0) > 10).toBe(offered);
});

test("a command sees what its policy names and nothing else", async () => {
  const policy = { filesystem: { read: [`${directory}/data/**`], write: [`${directory}/out/**`, "${workspace}/**"] } };
  const result = await inside(
    `cat ${directory}/data/in; cp ${directory}/data/in ${directory}/out/copy; echo x > ${directory}/data/in;
     cat ${directory}/secret; cat /etc/shadow; ls /root /home /var /sys /run; pwd; echo own > own; exit 3`,
    policy,
  );
  if (!result) return;
  expect(result).toMatchObject({ backend: "firejail", exitCode: 3, timedOut: false });
  expect(result.stdout).toBe(`datafirejail\n${join(directory, "workspace")}\n`.replace("firejail", "/run:\nfirejail"));
  expect(result.stderr).not.toContain("the operator's secret");
  expect(result.stderr).toMatch(/Read-only file system/);
  expect(readFileSync(join(directory, "out/copy"), "utf8")).toBe("data");
  expect(readFileSync(join(directory, "data/in"), "utf8")).toBe("data");
  expect(existsSync(join(directory, "workspace/own"))).toBe(true);
});

test("a bundle answers, and can neither make a socket nor a namespace", async () => {
  const code = `import { createServer } from "node:net"; import { spawnSync } from "node:child_process";
    export default { async execute() {
      const socket = await new Promise((done) => createServer().on("error", (e) => done(e.code)).listen(0, () => done("open")));
      const namespace = spawnSync("unshare", ["--user", "true"]).status;
      return { socket, namespace: namespace === 0, environment: Object.keys(process.env).sort() };
    } };`;
  const bundlePath = join(directory, "tool.mjs");
  writeFileSync(bundlePath, code);
  const sha256 = createHash("sha256").update(code).digest("hex");
  const stdin = JSON.stringify({ input: null, context: {} });
  const result = await inside({ kind: "bundle", sha256 }, {}, { bundlePath, stdin });
  if (!result) return;
  expect(result.answer).toEqual({
    ok: true,
    output: { socket: "EPERM", namespace: false, environment: ["HOME", "LANG", "PATH"] },
  });
});

test("nothing outlives it, by its end or by the clock", async () => {
  const mark = randomUUID();
  const stubborn = `setsid sh -c "trap '' TERM HUP INT; while :; do sleep 600; done # ${mark}" >/dev/null 2>&1 </dev/null &`;
  const left = await inside(`${stubborn} sleep 0.1; exit 0`);
  if (!left) return;
  expect(left.exitCode).toBe(0);
  expect(processesMarked(mark)).toEqual([]);
  const late = await inside(`${stubborn} sleep 600`, { limits: { wallSeconds: 2 } });
  expect(late).toMatchObject({ timedOut: true, stopped: "wall" });
  expect(processesMarked(mark)).toEqual([]);
});
