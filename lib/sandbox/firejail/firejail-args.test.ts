import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { PlanRequest } from "#lib/sandbox/build-plan.ts";
import { ROOT_MACHINE, ROOTLESS_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { planFirejail } from "./firejail.ts";
import { firejailArguments, whyNotFirejail } from "./firejail-args.ts";

const ROOT_ENTRIES = [
  "bin",
  "data",
  "dev",
  "etc",
  "home",
  "lib",
  "out",
  "proc",
  "root",
  "run",
  "srv",
  "sys",
  "tmp",
  "usr",
  "var",
];
const POLICY: ToolPolicy = {
  filesystem: { read: ["/data/set/**", "${workspace}/**"], write: ["/out/reports/**"] },
  network: { mode: "none" },
  exec: "allow",
};

function planned(policy: ToolPolicy = POLICY, more: Partial<PlanRequest> = {}, machine = ROOT_MACHINE) {
  return planFirejail(
    {
      policy,
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/srv/ws/a1" },
      command: { kind: "bundle", sha256: "0".repeat(64) },
      ...more,
    },
    machine,
  );
}

function options(machine: typeof ROOT_MACHINE, user: number | null): string[] {
  const plan = planned(POLICY, {}, machine);
  if (!plan.ok) throw new Error(plan.message);
  const stage = { directory: "/tmp/airlock-stage-x", bundle: "", runner: "" };
  return firejailArguments({ plan: plan.value, machine, user, stage, rootEntries: ROOT_ENTRIES });
}

describe("golden options", () => {
  test.each([
    ["root", ROOT_MACHINE, 1_900_000_000],
    ["user", ROOTLESS_MACHINE, null],
  ] as const)("%s", async (name, machine, user) => {
    await expect(`${options(machine, user).join("\n")}\n`).toMatchFileSnapshot(`golden/options-${name}.txt`);
  });
});

test("everything in the root is the system's, firejail's own, blacklisted, or whitelisted below", () => {
  const list = options(ROOT_MACHINE, 1_900_000_000);
  const shown = ["bin", "lib", "usr", "dev", "etc", "proc", "run", "tmp"];
  for (const name of ROOT_ENTRIES.filter((entry) => !shown.includes(entry))) {
    const isHidden = list.includes(`--blacklist=/${name}`);
    const isEmptied = list.some((option) => option.startsWith(`--whitelist=/${name}/`));
    expect([name, isHidden !== isEmptied]).toEqual([name, true]);
  }
});

describe("what it cannot hold is refused", () => {
  test.each([
    ["a network", { ...POLICY, network: { mode: "allowlist", hosts: ["a.example:443"] } }],
    ["an open network", { ...POLICY, network: { mode: "open" } }],
    ["no further processes", { ...POLICY, exec: "deny" }],
    ["a part of /etc", { ...POLICY, filesystem: { read: ["/etc/motd"], write: [] } }],
    [
      "a path that it would read as a pattern or a list",
      { ...POLICY, filesystem: { read: ["/data/a,b/**"], write: [] } },
    ],
    ["a path that begins like an option's macro", { ...POLICY, filesystem: { read: ["/data/~x/**"], write: [] } }],
    [
      "a directory inside the workspace, where another call may put a link meanwhile",
      { ...POLICY, filesystem: { read: ["${workspace}/sub/**"], write: [] } },
    ],
  ] as [string, ToolPolicy][])("%s", (_case, policy) => {
    expect(planned(policy)).toMatchObject({ ok: false, code: "no_sandbox" });
  });

  test("empty places, and directories at other paths", () => {
    expect(planned(POLICY, { files: "program" })).toMatchObject({ ok: false });
    const plan = planned();
    if (!plan.ok) throw new Error(plan.message);
    expect(whyNotFirejail(plan.value)).toBeNull();
    const moved = plan.value.mounts.map((mount) => ({ ...mount, target: `/elsewhere${mount.source}` }));
    expect(whyNotFirejail({ ...plan.value, mounts: moved })).toContain("another path");
  });
});
