import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
import type { Machine } from "#lib/sandbox/machine.ts";
import { ROOT_MACHINE, ROOTLESS_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { buildLaunch } from "./build-launch.ts";
import type { Launch } from "./launch.ts";
import { unshareArguments } from "./namespaces.ts";

interface Case {
  readonly hosts: string[];
  readonly machine: Machine;
  /** A directory of the host: as root, users are mapped then. */
  readonly read?: string[];
}

function launched({ hosts, machine, read = [] }: Case): { readonly launch: Launch; readonly args: string[] } {
  const network = hosts.length > 0 ? { mode: "allowlist" as const, hosts } : { mode: "none" as const };
  const plan = buildSandboxPlan(
    {
      policy: { network, filesystem: { read, write: [] }, exec: "allow" },
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/srv/airlock/workspaces/a1" },
      command: { kind: "argv", argv: ["true"] },
      unspecified: "nothing",
    },
    machine,
  );
  if (!plan.ok) throw new Error(plan.message);
  const launch = buildLaunch({
    ...{ plan: plan.value, machine, input: { kind: "conversation" }, bundle: null, runner: {}, secrets: {} },
    shared: () => ({ kind: "kept", name: "shared" }),
    ...{ cleanShell: true, stepsDownEarly: false, environment: {}, unreachable: false },
  });
  const [list] = launch.descriptors;
  if (list?.kind !== "arguments") throw new Error("The first descriptor is not the argument list.");
  return { launch, args: `${unshareArguments(launch.namespaces)}${Buffer.from(list.data)}`.split("\0") };
}

const withoutSetpriv: Machine = { ...ROOTLESS_MACHINE, programs: { ...ROOTLESS_MACHINE.programs, setpriv: null } };

describe.each([
  ["no network", { hosts: [], machine: ROOTLESS_MACHINE }, "inside"],
  ["only high ports", { hosts: ["db.test:5432"], machine: ROOTLESS_MACHINE }, "inside"],
  ["a low port", { hosts: ["git.test:22"], machine: ROOTLESS_MACHINE }, "before"],
  ["a low port as root", { hosts: ["git.test:22"], machine: ROOT_MACHINE }, "before"],
  [
    "a low port as root with users mapped",
    { hosts: ["git.test:22"], machine: ROOT_MACHINE, read: ["/data/**"] },
    "inside",
  ],
  ["a low port of a pattern, which has no address", { hosts: ["*.git.test:22"], machine: ROOTLESS_MACHINE }, "inside"],
  ["a low port where nothing can give rights up", { hosts: ["git.test:22"], machine: withoutSetpriv }, "inside"],
] satisfies [string, Case, string][])("%s", (_name, wanted, made) => {
  test("the network is a new one, made exactly once", () => {
    const { launch, args } = launched(wanted);
    expect(args.includes("--unshare-net")).toBe(made === "inside");
    expect(launch.networkBy.includes("--unshare-net")).toBe(made === "before");
  });

  test("nothing of the right over it is left to the sandbox", () => {
    const { launch, args } = launched(wanted);
    expect(args).not.toContain("CAP_NET_ADMIN");
    if (made === "before")
      expect(launch.networkBy.at(-2)).toMatch(/setpriv --ambient-caps=-all --inh-caps=-all "\$@"$/);
  });
});

test("only where users are mapped the spawner is asked to set it", () => {
  const low = { hosts: ["git.test:22"], machine: ROOT_MACHINE };
  expect(launched({ ...low, read: ["/data/**"] }).launch.lowPorts).toBe(true);
  expect(launched(low).launch.lowPorts).toBe(false);
});
