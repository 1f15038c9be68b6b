import { describe, expect, test } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { EgressClass } from "#lib/policy/vocabulary.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { buildSandboxPlan, type PlanRequest } from "#lib/sandbox/build-plan.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import { ROOT_MACHINE } from "#lib/sandbox/reference-machines.ts";
import type { SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { Claim } from "./claim.ts";
import { runClaim, type Workshop } from "./run-claim.ts";

function contractOf(egressClass: EgressClass, policy: ToolPolicy): ToolContract {
  return toolContractSchema.parse({
    ...{ name: "look", description: "Looks.", inputSchema: { type: "object" }, outputSchema: {}, safetyClass: "read" },
    ...{ egressClass, category: "terminal", actionType: "exec:command", idempotency: "optional", idempotent: true },
    ...{ policy, outputContent: "prose", runtime: { kind: "command", argv: ["true"] } },
  });
}

interface Planned {
  readonly plan?: SandboxPlan;
  readonly request?: PlanRequest;
}

/** The plan that a call of an agent at the highest level is run with. */
async function planOf(contract: ToolContract, more: Partial<Claim["agent"]> = {}): Promise<Planned> {
  let planned: Planned = {};
  const sandbox: Partial<SandboxRuntime> = {
    plan(request) {
      const plan = buildSandboxPlan(request, ROOT_MACHINE);
      planned = plan.ok ? { request, plan: plan.value } : { request };
      return refuse("no_sandbox");
    },
  };
  const free = { permission: "by_level", narrowings: [], enforceToolPolicies: true };
  const agent = {
    ...{ id: "a1", grants: ACCESS_GRANTS.elevated, accessLevel: "elevated", projectRoot: null },
    ...free,
    ...more,
  };
  const claim = { contract, agent, input: "{}", sessionId: null, taskId: null, requestId: null };
  const workshop = { sandbox, workspaces: "/srv/workspaces", home: "/srv/home" };
  const held = { sql: undefined, workerId: "", signal: new AbortController().signal, log: () => {} };
  await runClaim(
    claim as unknown as Claim,
    workshop as unknown as Workshop,
    held as unknown as Parameters<typeof runClaim>[2],
  );
  return planned;
}

describe("a tool whose egress class is none", () => {
  test.each<[string, ToolPolicy]>([
    ["says nothing", {}],
    ["opens the network", { network: { mode: "open" } }],
    ["lists a host", { network: { mode: "allowlist", hosts: ["a.example:443"] } }],
  ])("has no network where its policy %s; of another class it has one", async (_case, policy) => {
    expect((await planOf(contractOf("none", policy))).plan?.network).toEqual({ mode: "none", hosts: [] });
    expect((await planOf(contractOf("read_only", policy))).plan?.network.mode).not.toBe("none");
  });
});

describe("the rules of an agent's profiles", () => {
  const policy: ToolPolicy = {
    filesystem: { read: ["${workspace}/**"], write: ["${workspace}/**"] },
    network: { mode: "allowlist", hosts: ["a.example:443", "b.example:443"] },
    exec: "allow",
  };
  const narrowings: Claim["agent"]["narrowings"] = [
    { hosts: ["a.example:443"], read: ["${workspace}/docs/**"], limits: { wallSeconds: 5 } },
    { backends: ["bubblewrap", "gvisor"] },
    { backends: ["bubblewrap"] },
  ];

  test.each([true, false])(
    "narrow the sandbox that is built, with a gate that refuses: %s",
    async (enforceToolPolicies) => {
      const contract = contractOf("read_only", policy);
      const { plan, request } = await planOf(contract, { narrowings, enforceToolPolicies });
      expect(plan?.network.hosts).toEqual(["a.example:443"]);
      expect(plan?.mounts.filter(({ from }) => from !== "runtime").map(({ target }) => target)).toEqual([
        "/workspace/docs",
      ]);
      expect(plan?.limits).toContainEqual(expect.objectContaining({ name: "wallSeconds", value: 5 }));
      expect(request?.backends).toEqual(["bubblewrap"]);
      const free = await planOf(contract);
      expect(free.plan?.network.hosts).toHaveLength(2);
      expect(free.request?.backends).toBeUndefined();
    },
  );
});
