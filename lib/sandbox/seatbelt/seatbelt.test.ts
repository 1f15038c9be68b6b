import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { done } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { ROOTLESS_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { refusedResult } from "#lib/sandbox/refused-result.ts";
import type { SandboxBackend } from "#lib/sandbox/runtime.ts";
import { openSeatbelt } from "./open-seatbelt.ts";
import { seatbeltProfile } from "./profile.ts";
import { planSeatbelt, seatbeltCommand } from "./seatbelt.ts";
import { testSeatbelt } from "./test-seatbelt.ts";

const MAC: Machine = {
  ...ROOTLESS_MACHINE,
  platform: "darwin",
  architecture: null,
  bubblewrap: null,
  firejail: null,
  readableNodePath: "/opt/airlock/node",
  nodePath: "/opt/airlock/node",
  systemLinks: [],
  systemDirectories: ["/usr", "/bin", "/sbin"],
  systemFiles: [],
};
const POLICY: ToolPolicy = {
  filesystem: { read: ["/Users/dev/data/**"], write: ["${workspace}/**"] },
  network: { mode: "none" },
  exec: "deny",
};

function planned(policy: ToolPolicy = POLICY, more: Partial<PlanRequest> = {}) {
  return planSeatbelt(
    {
      policy,
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/Users/dev/airlock/workspaces/a1" },
      command: { kind: "bundle", sha256: "0".repeat(64) },
      ...more,
    },
    MAC,
  );
}

function planOf(policy?: ToolPolicy) {
  const plan = planned(policy);
  if (!plan.ok) throw new Error(plan.message);
  return plan.value;
}

describe("golden profiles", () => {
  test.each([
    ["bundle", POLICY, false],
    ["nothing", { filesystem: { read: [], write: [] }, network: { mode: "none" }, exec: "deny" }, false],
    // The profile of a plan that this backend refuses, for whoever uses profiles with other means of ending processes.
    ["processes", POLICY, true],
  ] as [string, ToolPolicy, boolean][])("%s", async (name, policy, processes) => {
    const plan = { ...planOf(policy), exec: processes ? ("allow" as const) : ("deny" as const) };
    const profile = seatbeltProfile({ plan, readable: [MAC.nodePath, "/private/tmp/stage"] });
    await expect(profile).toMatchFileSnapshot(`golden/profile-${name}.sb`);
  });

  test("the whole command line", async () => {
    const stage = { directory: "/private/tmp/stage", bundle: "/private/tmp/stage/tool.mjs", runner: "/r.mjs" };
    const argv = seatbeltCommand({ plan: planOf(), machine: MAC, user: null, stage });
    await expect(`${JSON.stringify(argv, null, 2)}\n`).toMatchFileSnapshot("golden/command.json");
  });
});

test("a profile denies first, and never opens the network", () => {
  const profile = seatbeltProfile({ plan: planOf(), readable: [] });
  expect(profile.split("\n").slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  expect(profile).not.toContain("allow network");
  expect(profile).not.toMatch(/allow (default|file-read\*\)|file-write\*\))/);
});

test("a path cannot end its own quotation, or hold what no profile can name", () => {
  const profile = (source: string): string =>
    seatbeltProfile({
      plan: { ...planOf(), mounts: [{ source, target: source, mode: "rw", from: "x" }] },
      readable: [],
    });
  expect(profile('/a") (allow default) ("\\')).toContain('(subpath "/a\\") (allow default) (\\"\\\\")');
  expect(() => profile("/a\n(allow default)")).toThrow();
  expect(() => profile("relative")).toThrow();
});

test.each([
  ["a network", { ...POLICY, network: { mode: "allowlist", hosts: ["a.example:443"] } }, {}],
  ["processes", { ...POLICY, exec: "allow" }, {}],
  ["empty places", POLICY, { files: "program" }],
  ["a hard limit on memory", { ...POLICY, limits: { hard: ["memoryMb"] } }, {}],
] as [string, ToolPolicy, Partial<PlanRequest>][])("a call with %s is refused", (_case, policy, more) => {
  expect(planned(policy, more).ok).toBe(false);
});

test("it is offered on macOS alone", async () => {
  expect((await openSeatbelt(ROOTLESS_MACHINE)).report).toMatchObject({
    offered: false,
    reason: "seatbelt needs macOS.",
  });
  // Where the program is not, it is not offered either, whatever the platform claims to be.
  expect(existsSync("/usr/bin/sandbox-exec") || !(await openSeatbelt(MAC)).report.offered).toBe(true);
});

describe("its self-test", () => {
  const answering = (stdoutOf: (argv: readonly string[]) => string): SandboxBackend => ({
    name: "seatbelt",
    run: async (plan) => {
      const { error: _none, ...result } = refusedResult("seatbelt", { code: "no_sandbox", message: "" });
      return { ...result, exitCode: 0, stdout: plan.command.kind === "argv" ? stdoutOf(plan.command.argv) : "" };
    },
    open: async () => ({ ok: false, code: "no_sandbox", message: "" }),
    close: async () => {},
  });
  const failed = async (stdoutOf: (argv: readonly string[]) => Promise<string> | string): Promise<string[]> => {
    const { readFile } = await import("node:fs/promises");
    const backend = answering(() => "");
    const reading: SandboxBackend = {
      ...backend,
      run: async (plan, options) => {
        const [program, path = ""] = plan.command.kind === "argv" ? plan.command.argv : [];
        const result = await backend.run(plan, options);
        if (program === "/bin/cat" && path.endsWith("own")) return { ...result, stdout: await readFile(path, "utf8") };
        return { ...result, stdout: await stdoutOf(plan.command.kind === "argv" ? plan.command.argv : []) };
      },
    };
    const plan = (request: PlanRequest) => {
      const built = planSeatbelt(request, MAC);
      return built.ok ? done(built.value) : built;
    };
    return (await testSeatbelt(reading, plan)).filter(({ holds }) => !holds).map(({ name }) => name);
  };

  test("holds for one that gives nothing but the workspace", async () => expect(await failed(() => "")).toEqual([]));

  test("fails for one that leaks a file, or starts processes", async () => {
    const { readFile } = await import("node:fs/promises");
    expect(await failed(([program, path = ""]) => (program === "/bin/cat" ? readFile(path, "utf8") : ""))).toEqual([
      "a file of the host that no policy names is not there",
    ]);
    expect(await failed(([program]) => (program === "/bin/sh" ? "started\n" : ""))).toEqual([
      "no further process can be started",
    ]);
  });
});
