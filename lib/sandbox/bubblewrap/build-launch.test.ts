import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import { ROOT_MACHINE, ROOTLESS_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { buildLaunch } from "./build-launch.ts";
import type { Descriptor, LaunchInput } from "./launch.ts";
import { unshareArguments } from "./namespaces.ts";

const RUNNER = { "run-tool.cjs": "// tool", "run-command.mjs": "// command", "forwarder.mjs": "// forwarder" };

const shared = (): Descriptor => ({ kind: "kept", name: "shared" });

function launched(
  policy: ToolPolicy,
  more: Partial<PlanRequest> = {},
  machine = ROOT_MACHINE,
  unreachable = false,
  input: LaunchInput = { kind: "whole", data: Buffer.from("{}") },
) {
  const plan = buildSandboxPlan(
    {
      policy,
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/srv/airlock/workspaces/a1" },
      command: { kind: "bundle", sha256: "0".repeat(64) },
      unspecified: "nothing",
      ...more,
    },
    machine,
  );
  if (!plan.ok) throw new Error(plan.message);
  const launch = buildLaunch({
    plan: plan.value,
    machine,
    input,
    bundle: plan.value.command.kind === "bundle" ? shared() : null,
    runner: RUNNER,
    shared,
    secrets: {},
    cleanShell: false,
    stepsDownEarly: true,
    environment: { AIRLOCK_AGENT_ID: "a1" },
    unreachable,
  });
  const list = launch.descriptors[0];
  if (list?.kind !== "arguments") throw new Error("The first descriptor is not the argument list.");
  const text = `${unshareArguments(launch.namespaces)}${Buffer.from(list.data)}`;
  expect(text.endsWith("\0")).toBe(true);
  return { launch, args: text.slice(0, -1).split("\0") };
}

const FETCH: ToolPolicy = { network: { mode: "allowlist", hosts: ["a.example:443"] }, exec: "deny" };
const READ: ToolPolicy = { filesystem: { read: ["${workspace}/**"], write: [] }, exec: "deny" };
const HOST: ToolPolicy = { filesystem: { read: ["/data/**"], write: ["/out/**"] }, exec: "allow" };
const ARGV = { kind: "argv" as const, argv: ["sort", "/data/x"] };

describe("golden launches", () => {
  test.each([
    ["bundle-workspace", READ, {}, ROOT_MACHINE],
    ["bundle-network", FETCH, {}, ROOT_MACHINE],
    ["command-host-paths", HOST, { command: ARGV }, ROOT_MACHINE],
    ["command-rootless", HOST, { command: ARGV }, ROOTLESS_MACHINE],
    ["command-network", FETCH, { command: ARGV }, ROOTLESS_MACHINE],
  ] as [string, ToolPolicy, Partial<PlanRequest>, typeof ROOT_MACHINE][])("%s", async (name, policy, more, machine) => {
    const { launch, args } = launched(policy, more, machine);
    const descriptors = launch.descriptors.map((descriptor, index) =>
      descriptor.kind === "mount" ? `${index + 3} mount ${descriptor.path}` : `${index + 3} ${descriptor.kind}`,
    );
    const { command, shell, resources, stepDown, armedBy, groups, limits } = launch;
    const shown = {
      args: linewise(args),
      command,
      descriptors,
      shell,
      resources,
      stepDown,
      armedBy,
      groups,
      ...limits,
    };
    await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(`../golden/launch-${name}.json`);
  });
});

/** One option a line, with its values. */
function linewise(args: readonly string[]): string[] {
  const lines: string[] = [];
  for (const arg of args) {
    if (arg.startsWith("--")) lines.push(arg);
    else lines.push(`${lines.pop() ?? ""} ${arg}`);
  }
  return lines;
}

describe("a launch whose programs are listed", () => {
  const listed = {
    grant: { ...ACCESS_GRANTS.elevated, commands: ["sort"] },
    category: "terminal" as const,
    command: ARGV,
  };

  test("binds everything but the runtime from a place without exec, and makes no place of its own", () => {
    const { args, launch } = launched(HOST, listed);
    expect(args.filter((arg) => arg === "--tmpfs")).toEqual([]);
    const placed = launch.descriptors.flatMap((one) => (one.kind === "mount" && one.place ? [one.path] : []));
    expect(placed).toEqual(["/data", "/out"]);
    const lines = linewise(args);
    for (const target of ["/data", "/out", "/tmp", "/dev/shm"]) {
      expect(
        lines.filter((line) => line.endsWith(` ${target}`) && /^--(ro-)?bind \/dev\/shm\//.test(line)),
      ).toHaveLength(1);
    }
    expect(launch.withoutExec?.empty).toHaveLength(2);
    expect(args).toContain("AIRLOCK_NODE");
  });

  test("has none of the system's directories; without a list it has them, and places with exec", () => {
    const sources = (more: Partial<PlanRequest>) =>
      launched(HOST, more).launch.descriptors.flatMap((one) => (one.kind === "mount" ? [one.path] : []));
    expect(sources(listed)).not.toContain("/usr");
    expect(sources({ command: ARGV })).toContain("/usr");
    expect(launched(HOST, { command: ARGV }).launch.withoutExec).toBeNull();
  });
});

describe("what every launch has in common", () => {
  const all = [
    launched(READ),
    launched(FETCH),
    launched(HOST, { command: ARGV }),
    launched(READ, {}, ROOT_MACHINE, true),
  ];

  test("every descriptor number names a descriptor of the right kind", () => {
    for (const { launch, args } of all) {
      args.forEach((arg, index) => {
        const kind = launch.descriptors[Number(args[index + 1]) - 3]?.kind;
        if (arg === "--bind-fd" || arg === "--ro-bind-fd") expect(kind).toBe("mount");
        if (arg === "--ro-bind-data" || arg === "--file") expect(["kept", "release"]).toContain(kind);
        if (arg === "--seccomp") expect(kind).toBe("kept");
        if (arg === "--json-status-fd") expect(kind).toBe("status");
        if (arg === "--info-fd") expect(kind).toBe("info");
        if (arg === "--userns-block-fd") expect(kind).toBe("release");
      });
    }
  });

  test("what bubblewrap makes itself is made read-only after the last mount", () => {
    for (const { args } of all) {
      const firstRemount = args.indexOf("--remount-ro");
      const lastMount = Math.max(
        ...["--bind-fd", "--ro-bind-fd", "--ro-bind-data", "--file", "--tmpfs"].map((a) => args.lastIndexOf(a)),
      );
      expect(firstRemount).toBeGreaterThan(lastMount);
      expect(args.filter((arg) => arg === "--remount-ro")).toHaveLength(3);
    }
  });

  test("a file of ours is written where nothing is mounted, and laid over what is: never into a directory of the host", () => {
    const { args } = launched({ filesystem: { read: ["/etc/hosts", "/data/**"] } });
    const how = (path: string) => args[args.lastIndexOf(path) - 2];
    expect([how("/etc/passwd"), how("/etc/hosts"), how("/airlock/tool.mjs")]).toEqual([
      "--file",
      "--ro-bind-data",
      "--file",
    ]);
  });

  test("no path is bound by name, and the whole root never", () => {
    const byName = ["--bind", "--ro-bind", "--dev-bind"];
    for (const { args } of all) {
      const sources = args.filter((_, index) => byName.includes(args[index - 1] ?? ""));
      // What covers the kernel's own files: nothing stands there that could be swapped.
      expect(sources.filter((source) => source !== "/dev/null")).toEqual([]);
    }
  });

  test("where a tool has a capability over files, the kernel's own are covered", () => {
    for (const { args } of all) {
      const covered = ROOT_MACHINE.kernelFiles.every((path) => args.includes(path));
      expect(covered).toBe(args.includes("--userns-block-fd"));
    }
  });

  test("nothing secret is on a command line: a bundle and the input are not in it", () => {
    for (const { launch } of all) expect(launch.command.join(" ")).not.toMatch(/export default|\{\}/);
  });

  test("capabilities: none, save one over files where the policy names directories of the host", () => {
    expect(launched(READ).args).not.toContain("--cap-add");
    expect(launched(READ, {}, ROOT_MACHINE, true).args).not.toContain("--cap-add");
    expect(launched(HOST, { command: ARGV }).args).toContain("CAP_DAC_OVERRIDE");
    expect(launched({ filesystem: { read: ["/data/**"] } }).args).toContain("CAP_DAC_READ_SEARCH");
    expect(launched(HOST, { command: ARGV }, ROOTLESS_MACHINE).args).not.toContain("--cap-add");
  });

  test("new user namespaces are switched off wherever bubblewrap can", () => {
    expect(launched(READ).args).toContain("--disable-userns");
    expect(launched(HOST, { command: ARGV }, ROOTLESS_MACHINE).args).toContain("--disable-userns");
  });

  test("a group's door has a number that a shell knows, and no option names it", () => {
    const apart = (["memory", "pids", "cpu", "cpuacct"] as const).map((controller) => ({
      ...{ version: 1 as const, controllers: [controller], directory: `/sys/fs/cgroup/${controller}`, canKill: false },
    }));
    for (const { launch, args } of [...all, launched(FETCH, {}, { ...ROOT_MACHINE, cgroups: apart })]) {
      const doors = launch.descriptors.flatMap(({ kind }, index) => (kind === "door" ? [index + 3] : []));
      expect(doors).toHaveLength(launch.groups.length);
      expect(Math.max(...doors)).toBeLessThanOrEqual(9);
      const options = ["--bind-fd", "--ro-bind-fd", "--ro-bind-data", "--file", "--seccomp", "--json-status-fd"];
      const named = args.filter((_, index) => options.includes(args[index - 1] ?? ""));
      expect(named.filter((number) => doors.includes(Number(number)))).toEqual([]);
    }
  });

  test("where places without exec are made first, it steps down after that", () => {
    const listed = { grant: { ...ACCESS_GRANTS.elevated, commands: ["sort"] }, category: "terminal" as const };
    expect(launched(HOST, { ...listed, command: ARGV }).launch.stepDown?.early).toBe(false);
  });

  test("a Node that serves several calls sorts its tables by a secret of its own", () => {
    const flags = (input: LaunchInput) => launched(READ, {}, ROOT_MACHINE, false, input).launch.command;
    expect(flags({ kind: "one call" })).toContain("--no-rehash-snapshot");
    expect(flags({ kind: "calls" })).not.toContain("--no-rehash-snapshot");
  });

  test("root steps down; who is not root has nothing to step down from", () => {
    expect(launched(READ).launch.stepDown).toEqual({
      setpriv: "/usr/bin/setpriv",
      early: true,
      nsenter: "/usr/bin/nsenter",
      workspace: "/srv/airlock/workspaces/a1",
    });
    expect(launched(READ, {}, ROOTLESS_MACHINE).launch.stepDown).toBeNull();
  });

  test("the workspace's own directory is found also where only a part of it is mounted", () => {
    const { launch } = launched({ filesystem: { write: ["${workspace}/out/x/**"] } });
    expect(launch.stepDown?.workspace).toBe("/srv/airlock/workspaces/a1");
  });

  test("a NUL in a value would be further arguments, so there is no launch", () => {
    const target = "/data\0--bind\0";
    expect(() => launched({ filesystem: { read: [target] } })).toThrow(/NUL/);
  });
});
