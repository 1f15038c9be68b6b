import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import { buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import { limitOf } from "#lib/sandbox/plan-limits.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import { LAYERED } from "./layered.fixture.ts";
import { loadSandboxing } from "./load-sandboxing.ts";
import { narrowPlan, narrowRequest } from "./narrow-request.ts";
import { DEFAULT_SANDBOXING, type Sandboxing } from "./sandboxing.ts";

function load(text: string): Sandboxing {
  const loaded = loadSandboxing(text);
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.value;
}

function planned(policy: ToolPolicy, sandboxing: Sandboxing, more: Partial<PlanRequest> = {}) {
  const request: PlanRequest = narrowRequest(
    {
      policy,
      grant: ACCESS_GRANTS.elevated,
      roots: { workspace: "/srv/ws/a1", project: "/home/dev/shop" },
      command: { kind: "argv", argv: ["true"] },
      ...more,
    },
    sandboxing,
  );
  const plan = buildSandboxPlan(request, ROOT_MACHINE);
  if (!plan.ok) throw new Error(plan.message);
  return narrowPlan(plan.value, request, sandboxing);
}

const layered = load(LAYERED);
const WIDE: ToolPolicy = {
  filesystem: { read: ["${workspace}/**", "${project}/**", "/data/**"], write: ["${workspace}/**"] },
  network: { mode: "open", hosts: ["10.0.0.7:5432"] },
  exec: "allow",
  limits: { wallSeconds: 600, cpuSeconds: 600, memoryMb: 4096 },
};

describe("what the document takes away", () => {
  test("nothing, where there is none or the kind of the tool is not known", () => {
    expect(planned(WIDE, DEFAULT_SANDBOXING, { category: "terminal" })).toEqual(planned(WIDE, DEFAULT_SANDBOXING));
    expect(planned(WIDE, layered)).toEqual(planned(WIDE, DEFAULT_SANDBOXING));
  });

  test("a category that a process would do for: time, and everything beyond the project", () => {
    const plan = planned(WIDE, layered, { category: "file_system" });
    expect(limitOf(plan.limits, "wallSeconds")).toBe(30);
    expect(plan.narrowed).toEqual(["/data/**"]);
    expect(plan.network.mode).toBe("open");
  });

  test("a category that is for docker: time, memory, processors, network and every right to write", () => {
    const plan = planned(WIDE, layered, { category: "terminal" });
    const held = (["wallSeconds", "cpuSeconds", "memoryMb"] as const).map((name) => limitOf(plan.limits, name));
    expect(held).toEqual([120, 120, 512]);
    expect(plan.network).toEqual({ mode: "none", hosts: [] });
    expect(plan.mounts.filter(({ mode }) => mode === "rw")).toEqual([]);
    expect(plan.narrowed).toEqual(["writing to ${workspace}/** (mount_mode)"]);
    expect(planned(WIDE, layered, { category: "web" }).network.mode).toBe("open");
  });

  test("a smaller limit of the tool's own stays", () => {
    const plan = planned({ ...WIDE, limits: { wallSeconds: 2, memoryMb: 64 } }, layered, { category: "web" });
    expect(limitOf(plan.limits, "wallSeconds")).toBe(2);
    expect(limitOf(plan.limits, "memoryMb")).toBe(64);
    expect(limitOf(plan.limits, "cpuSeconds")).toBe(2);
  });

  test("a category that is for kubernetes: an open network closes to the tool's own list", () => {
    const sandboxing = load("sandboxing:\n  default_backend: k8s\n  k8s:\n    resource_limits: { memory: 256Mi }\n");
    const plan = planned(WIDE, sandboxing, { category: "web" });
    expect(plan.network).toEqual({ mode: "allowlist", hosts: ["10.0.0.7:5432"] });
    expect(limitOf(plan.limits, "memoryMb")).toBe(256);
  });
});

describe("allowed_hosts", () => {
  const sandboxing = load(
    'sandboxing:\n  default_backend: docker\n  docker:\n    network: bridge\n    allowed_hosts: ["*.example.com:443", "10.0.0.7:5432", "192.168.0.9:80"]\n',
  );
  const networkOf = (network: ToolPolicy["network"], level: keyof typeof ACCESS_GRANTS = "elevated") =>
    planned({ ...WIDE, ...(network ? { network } : {}) }, sandboxing, {
      category: "web",
      grant: ACCESS_GRANTS[level],
    }).network;

  test("keep of a tool's list what they cover", () => {
    expect(networkOf({ mode: "allowlist", hosts: ["a.example.com:443", "b.example.org:443"] })).toEqual({
      mode: "allowlist",
      hosts: ["a.example.com:443"],
    });
    expect(networkOf({ mode: "allowlist", hosts: ["b.example.org:443"] })).toEqual({ mode: "none", hosts: [] });
    expect(networkOf({ mode: "none" })).toEqual({ mode: "none", hosts: [] });
  });

  test("close an open network, and give no inner address that the tool did not name", () => {
    expect(networkOf({ mode: "open", hosts: ["10.0.0.7:5432"] })).toEqual({
      mode: "allowlist",
      hosts: ["*.example.com:443", "10.0.0.7:5432"],
    });
  });

  test("give nothing to a level that had only the tool's list", () => {
    expect(networkOf({ mode: "open" }, "restricted")).toEqual({ mode: "none", hosts: [] });
  });
});
