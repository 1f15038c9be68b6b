import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type ToolPolicy, toolPolicySchema } from "#lib/policy/tool-policy.ts";
import type { Category } from "#lib/policy/vocabulary.ts";
import { buildSandboxPlan, NODE_INSIDE, type PlanRequest } from "./build-plan.ts";
import { sandboxPlanSchema } from "./plan.ts";
import { ROOT_MACHINE, ROOTLESS_MACHINE } from "./reference-machines.ts";

const ROOTS = { workspace: "/srv/airlock/workspaces/a1", project: "/home/dev/shop" };
const BUNDLE = { kind: "bundle", sha256: "0".repeat(64) } as const;

function request(policy: ToolPolicy, more: Partial<PlanRequest> = {}): PlanRequest {
  return { policy, grant: ACCESS_GRANTS.sandboxed, roots: ROOTS, command: BUNDLE, ...more };
}

function planned(policy: ToolPolicy, more: Partial<PlanRequest> = {}, machine = ROOT_MACHINE) {
  const plan = buildSandboxPlan(request(policy, more), machine);
  if (!plan.ok) throw new Error(plan.message);
  return plan.value;
}

function ownMounts(policy: ToolPolicy, more: Partial<PlanRequest> = {}): string[] {
  return planned(policy, more)
    .mounts.filter(({ from }) => from !== "runtime")
    .map(({ source, target, mode }) => `${mode} ${source} → ${target}`);
}

const GOLDEN: [string, Partial<PlanRequest> & { policy: ToolPolicy }, typeof ROOT_MACHINE][] = [
  [
    "read-file",
    { policy: { filesystem: { read: ["${workspace}/**"], write: [] }, network: { mode: "none" }, exec: "deny" } },
    ROOT_MACHINE,
  ],
  [
    "http-fetch",
    {
      policy: {
        filesystem: { read: [], write: [] },
        network: { mode: "allowlist", hosts: ["b.example:443", "a.example:443"] },
        exec: "deny",
      },
      grant: ACCESS_GRANTS.restricted,
    },
    ROOT_MACHINE,
  ],
  [
    "command-rootless",
    {
      policy: {
        filesystem: { read: ["/data/**"], write: ["/out/**"] },
        exec: "allow",
        limits: { wallSeconds: 5, hard: ["wallSeconds", "outputBytes", "fileMb"] },
      },
      grant: ACCESS_GRANTS.elevated,
      unspecified: "nothing",
      command: { kind: "argv", argv: ["rg", "needle", "/data"] },
    },
    ROOTLESS_MACHINE,
  ],
];

describe("golden plans", () => {
  test.each(GOLDEN)("%s", async (name, { policy, ...more }, machine) => {
    const plan = planned(policy, more, machine);
    expect(sandboxPlanSchema.parse(plan)).toEqual(plan);
    await expect(`${JSON.stringify(plan, null, 2)}\n`).toMatchFileSnapshot(`golden/plan-${name}.json`);
  });
});

describe("files: the meet of policy and level", () => {
  const everything: ToolPolicy = {
    filesystem: { read: ["${workspace}/**", "${project}/**", "/data/**"], write: ["${workspace}/out/**"] },
  };

  test("a sandboxed agent gets its workspace and nothing else, and the plan says what was left out", () => {
    expect(ownMounts(everything)).toEqual([
      "ro /srv/airlock/workspaces/a1 → /workspace",
      "rw /srv/airlock/workspaces/a1/out → /workspace/out",
    ]);
    expect(planned(everything).narrowed).toEqual(["${project}/**", "/data/**"]);
  });

  test("the directory of the program itself is there at every level, and no other because of it", () => {
    const policy: ToolPolicy = {
      filesystem: { read: ["/opt/server/**", "/data/**"], write: ["/opt/server/dist/**"] },
    };
    const program = "/opt/server/dist/index.js";
    const command = { kind: "argv" as const, argv: [NODE_INSIDE, program] };
    expect(ownMounts(policy, { command, program })).toEqual(["ro /opt/server/dist → /opt/server/dist"]);
    expect(planned(policy, { command, program }).narrowed).toEqual([
      "/opt/server/**",
      "/data/**",
      "/opt/server/dist/**",
    ]);
    expect(ownMounts(policy, { command })).toEqual([]);
  });

  test.each([
    [
      "its packages, of one that is installed",
      "/opt/**",
      "/opt/s/node_modules/@a/b/node_modules/c/x.js",
      "/opt/s/node_modules",
    ],
    [
      "no more than the policy names",
      "/opt/s/node_modules/@a/**",
      "/opt/s/node_modules/@a/b/x.js",
      "/opt/s/node_modules/@a",
    ],
    ["the file alone, where the policy names no more", "/opt/s/one.js", "/opt/s/one.js", "/opt/s/one.js"],
    ["where a path with .. really leads", "/opt/**", "/opt/s/../t/x.js", "/opt/t"],
    ["nothing of what the policy does not cover", "/opt/s/**", "/opt/s/../../srv/data/x.js", null],
  ])("a program brings %s", (_case, pattern, program, place) => {
    const mounts = ownMounts({ filesystem: { read: [pattern], write: [] } }, { program });
    expect(mounts).toEqual(place === null ? [] : [`ro ${place} → ${place}`]);
  });

  test("before anybody reviewed it, it has its program alone; what else the policy names is there and empty", () => {
    const filesystem = {
      read: ["/opt/server/**", "/data/**", "${workspace}/**", "${project}/x/**", "/etc/motd", "/usr/share/**"],
      write: ["/opt/server/dist/state/**", "/data/out/**", "${workspace}/**"],
    };
    const more = {
      ...{ grant: ACCESS_GRANTS.elevated, files: "program" as const, program: "/opt/server/dist/index.js" },
      command: { kind: "argv" as const, argv: [NODE_INSIDE, "/opt/server/dist/index.js"] },
    };
    expect(ownMounts({ filesystem }, more)).toEqual(["ro /opt/server/dist → /opt/server/dist"]);
    const { tmpfs, workingDirectory } = planned({ filesystem }, more);
    expect(tmpfs.map(({ target }) => target).slice(2)).toEqual([
      ...["/data", "/data/out", "/opt/server", "/opt/server/dist/state", "/project/x", "/workspace"],
    ]);
    expect(workingDirectory).toBe("/workspace");
    // The control: reviewed, and at this level, it has all of it.
    expect(ownMounts({ filesystem }, { ...more, files: "policy" })).toContain("rw /data/out → /data/out");
    const refused = buildSandboxPlan(request({ filesystem: { read: ["/etc/shadow"] } }, more), ROOT_MACHINE);
    expect(refused).toMatchObject({ ok: false, code: "path_refused" });
  });

  test("a level with the project adds it; only the full level reaches the host", () => {
    expect(ownMounts(everything, { grant: ACCESS_GRANTS.standard })).toContain("ro /home/dev/shop → /project");
    expect(ownMounts(everything, { grant: ACCESS_GRANTS.standard }).join()).not.toContain("/data");
    expect(ownMounts(everything, { grant: ACCESS_GRANTS.elevated })).toContain("ro /data → /data");
  });

  test("what is not said grants what the level gives, and on the command line nothing", () => {
    expect(ownMounts({})).toEqual(["rw /srv/airlock/workspaces/a1 → /workspace"]);
    expect(ownMounts({}, { grant: ACCESS_GRANTS.elevated })).toEqual([
      "rw /home/dev/shop → /project",
      "rw /srv/airlock/workspaces/a1 → /workspace",
    ]);
    expect(ownMounts({}, { grant: ACCESS_GRANTS.elevated, unspecified: "nothing" })).toEqual([]);
  });

  test("an empty list is a stance: nothing", () => {
    expect(ownMounts({ filesystem: { read: [], write: [] } }, { grant: ACCESS_GRANTS.elevated })).toEqual([]);
  });

  test("a writable directory is mounted once, not again as readable", () => {
    const policy: ToolPolicy = {
      filesystem: { read: ["${workspace}/a/**", "${workspace}/**"], write: ["${workspace}/**"] },
    };
    expect(ownMounts(policy)).toEqual(["rw /srv/airlock/workspaces/a1 → /workspace"]);
  });

  test.each([
    "/**",
    "/etc/**",
    "/proc/1/**",
    "/sys/**",
    "/dev/**",
    "/run/docker.sock",
    "/etc/shadow",
    "/home/**",
    "/tmp/**",
  ])("no policy mounts %s", (pattern) => {
    const plan = buildSandboxPlan(
      request({ filesystem: { read: [pattern] } }, { grant: ACCESS_GRANTS.elevated }),
      ROOT_MACHINE,
    );
    expect(plan).toMatchObject({ ok: false, code: "path_refused" });
  });

  test.each([
    ["inside it", "/srv/airlock/keys/**"],
    ["around it", "/srv/airlock/**"],
    ["above it", "/srv/**"],
  ])("a mount that would show the dispatcher's own state is refused: %s", (_where, pattern) => {
    const refused = buildSandboxPlan(
      request({ filesystem: { read: [pattern] } }, { grant: ACCESS_GRANTS.elevated, stateDirectory: "/srv/airlock" }),
      ROOT_MACHINE,
    );
    expect(refused).toMatchObject({ ok: false, code: "path_refused" });
  });

  test("a project that contains the dispatcher's state is refused", () => {
    const refused = buildSandboxPlan(
      request(
        { filesystem: { read: ["${project}/**"] } },
        { grant: ACCESS_GRANTS.standard, stateDirectory: "/home/dev/shop/.airlock" },
      ),
      ROOT_MACHINE,
    );
    expect(refused).toMatchObject({ ok: false, code: "path_refused" });
  });
});

describe("network: the meet of policy and level", () => {
  const listed: ToolPolicy = { network: { mode: "allowlist", hosts: ["a.example:443"] } };
  const open: ToolPolicy = { network: { mode: "open" } };

  test.each([
    [listed, "sandboxed", "none"],
    [listed, "restricted", "allowlist"],
    [listed, "elevated", "allowlist"],
    [open, "sandboxed", "none"],
    [open, "restricted", "none"],
    [open, "standard", "open"],
    [{ network: { mode: "none" } }, "elevated", "none"],
    [{ network: { mode: "allowlist", hosts: [] } }, "elevated", "none"],
    [{}, "restricted", "none"],
  ] as [ToolPolicy, keyof typeof ACCESS_GRANTS, string][])("%j for a %s agent is %s", (policy, level, mode) => {
    expect(planned(policy, { grant: ACCESS_GRANTS[level] }).network.mode).toBe(mode);
  });

  test("on the command line a policy that says nothing has no network", () => {
    expect(planned({}, { grant: ACCESS_GRANTS.elevated, unspecified: "nothing" }).network.mode).toBe("none");
  });
});

describe("limits", () => {
  test("a hard limit that nobody can hold refuses the plan, and says which", () => {
    const policy: ToolPolicy = { limits: { memoryMb: 64, hard: ["memoryMb"] } };
    expect(buildSandboxPlan(request(policy), ROOT_MACHINE)).toMatchObject({ ok: true });
    expect(buildSandboxPlan(request(policy), ROOTLESS_MACHINE)).toMatchObject({
      ok: false,
      code: "limit_unenforceable",
      details: { limits: ["memoryMb"] },
    });
  });

  test("the processor limit of a program that may fork is not the kernel's, so hard needs a group that counts", () => {
    const policy: ToolPolicy = { exec: "allow", limits: { cpuSeconds: 1, hard: ["cpuSeconds"] } };
    const kind = { category: "code_execution" as const };
    expect(buildSandboxPlan(request(policy, kind), ROOTLESS_MACHINE)).toMatchObject({ code: "limit_unenforceable" });
    expect(buildSandboxPlan(request({ ...policy, exec: "deny" }, kind), ROOTLESS_MACHINE)).toMatchObject({ ok: true });
  });

  test("the limits that shipped tools call hard hold without root", () => {
    const policy = toolPolicySchema.parse({ exec: "deny", limits: { hard: ["wallSeconds", "outputBytes", "fileMb"] } });
    expect(buildSandboxPlan(request(policy), ROOTLESS_MACHINE)).toMatchObject({
      ok: true,
      value: { tier: "rootless" },
    });
  });
});

describe("what a level says of a kind of work", () => {
  const out: ToolPolicy = { network: { mode: "allowlist", hosts: ["git.example:443"] }, exec: "allow" };
  const networkOf = (git: "local_only" | "read_and_branch" | "full", kind: Partial<PlanRequest>) =>
    planned(out, { grant: { ...ACCESS_GRANTS.elevated, git }, ...kind }).network;

  test.each([
    [{ category: "version_control" }],
    [{ category: "mcp", actionType: "vcs:read" }],
    [{ category: "code_execution", actionType: "vcs:push" }],
  ] as Partial<PlanRequest>[][])("git bounds %j, whatever the tool is called", (kind = {}) => {
    expect(networkOf("local_only", kind)).toEqual({ mode: "none", hosts: [] });
    expect(networkOf("read_and_branch", kind)).toEqual({ mode: "allowlist", hosts: ["git.example:443"], git: "fetch" });
    expect(networkOf("full", kind)).toEqual({ mode: "allowlist", hosts: ["git.example:443"] });
  });

  test("git says nothing of other work", () => {
    expect(networkOf("local_only", { category: "web", actionType: "web:fetch" })).toMatchObject({ mode: "allowlist" });
  });

  test("a command tool's program is on the level's list, by its name or in the system's directories", () => {
    const grant = { ...ACCESS_GRANTS.standard, commands: ["ls"] };
    const plan = (program: string) =>
      buildSandboxPlan(
        request({ exec: "allow" }, { grant, category: "terminal", command: { kind: "argv", argv: [program] } }),
        ROOT_MACHINE,
      );
    for (const program of ["ls", "/bin/ls", "/usr/bin/ls"])
      expect(plan(program)).toMatchObject({ value: { programs: ["ls"] } });
    for (const program of ["cat", "/tmp/ls", "./ls", "/workspace/bin/ls", "ls/", "/usr/bin/../../tmp/ls"]) {
      expect(plan(program)).toMatchObject({ code: "access_refused" });
    }
  });

  test("a backend that cannot keep to a list of programs does not run a call that has one", () => {
    const machine = { ...ROOT_MACHINE, programs: { ...ROOT_MACHINE.programs, unshare: null } };
    const terminal = request({ exec: "allow" }, { grant: ACCESS_GRANTS.standard, category: "terminal" });
    expect(buildSandboxPlan(terminal, machine)).toMatchObject({ code: "no_sandbox" });
    expect(buildSandboxPlan({ ...terminal, grant: ACCESS_GRANTS.elevated }, machine)).toMatchObject({ ok: true });
  });
});

describe("a command that no kernel would take is refused before anything is started", () => {
  const planned = (...args: string[]) =>
    buildSandboxPlan(request({}, { command: { kind: "argv", argv: ["echo", ...args] } }), ROOT_MACHINE);
  const [longest, long] = ["x".repeat(131_071), "x".repeat(100_000)];

  test("one argument, by its bytes", () => {
    expect(planned(longest).ok).toBe(true);
    expect(planned(`${longest}x`)).toMatchObject({ ok: false, code: "invalid_input" });
    expect(planned("é".repeat(65_535)).ok).toBe(true);
    expect(planned("é".repeat(65_536))).toMatchObject({ ok: false, code: "invalid_input" });
  });

  test("all of them together", () => {
    expect(planned(...Array<string>(10).fill(long)).ok).toBe(true);
    expect(planned(...Array<string>(11).fill(long))).toMatchObject({ ok: false, code: "invalid_input" });
    expect(planned(...Array<string>(120_000).fill(""))).toMatchObject({ ok: false, code: "invalid_input" });
  });
});

describe("environment and processes", () => {
  const environment = { LANG: "de_DE.UTF-8", API_KEY: "s3cret", LD_PRELOAD: "/x.so", AIRLOCK_HOME: "/h", EDITOR: "vi" };

  test("only listed names come in, and never one that changes code or looks like a secret", () => {
    const allow = ["LANG", "API_KEY", "LD_PRELOAD", "AIRLOCK_HOME", "NOT_SET"];
    const plan = planned({ environment: { allow } }, { environment });
    expect(plan.environment).toEqual({ PATH: "/usr/bin:/bin", HOME: "/tmp", LANG: "de_DE.UTF-8" });
    expect(plan.narrowed).toEqual(["API_KEY", "LD_PRELOAD", "AIRLOCK_HOME"]);
  });

  test.each([
    [{ exec: "allow" }, "sandboxed", "version_control", "allow"],
    [{ exec: "allow" }, "sandboxed", "code_execution", "allow"],
    [{ exec: "allow" }, "sandboxed", "mcp", "allow"],
    // Without a terminal, what is no runner of processes starts none, whatever its policy says.
    [{ exec: "allow" }, "sandboxed", "web", "deny"],
    [{ exec: "allow" }, "restricted", "terminal", "deny"],
    [{ exec: "allow" }, "sandboxed", undefined, "deny"],
    [{ exec: "allow" }, "standard", "web", "allow"],
    [{ exec: "deny" }, "elevated", "terminal", "deny"],
    [{}, "restricted", "code_execution", "deny"],
    [{}, "elevated", "terminal", "allow"],
  ] as [ToolPolicy, keyof typeof ACCESS_GRANTS, Category | undefined, string][])(
    "%j for a %s agent, %s: exec %s",
    (policy, level, category, exec) => {
      const kind = category === undefined ? {} : { category };
      expect(planned(policy, { grant: ACCESS_GRANTS[level], ...kind }).exec).toBe(exec);
    },
  );
});

describe("no usable machine, no plan", () => {
  test.each([
    ["no bubblewrap", { bubblewrap: null }],
    [
      "one that is too old",
      { bubblewrap: { path: "/usr/bin/bwrap", version: "0.4", bindFd: false, disableUserns: false } },
    ],
    ["root that cannot step down", { programs: { ...ROOT_MACHINE.programs, setpriv: null } }],
    ["no user namespaces", { userNamespaces: false }],
    ["no filter for the processor", { architecture: null }],
    ["not Linux", { platform: "darwin" }],
  ])("%s", (_name, change) => {
    expect(buildSandboxPlan(request({}), { ...ROOT_MACHINE, ...change })).toMatchObject({
      ok: false,
      code: "no_sandbox",
    });
  });

  test("a backend that is not here is refused by name", () => {
    expect(buildSandboxPlan(request({}, { backend: "docker" }), ROOT_MACHINE)).toMatchObject({
      code: "no_sandbox",
      message: expect.stringContaining("docker"),
    });
  });
});
