import { describe, expect, test } from "vitest";
import { refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { ToolPolicy } from "#lib/policy/tool-policy.ts";
import type { EgressClass } from "#lib/policy/vocabulary.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { buildSandboxPlan } from "#lib/sandbox/build-plan.ts";
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

/** The network of the plan that a call of an agent at the highest level is run with. */
async function networkOf(contract: ToolContract): Promise<SandboxPlan["network"] | undefined> {
  let planned: SandboxPlan | undefined;
  const sandbox: Partial<SandboxRuntime> = {
    plan(request) {
      const plan = buildSandboxPlan(request, ROOT_MACHINE);
      planned = plan.ok ? plan.value : undefined;
      return refuse("no_sandbox");
    },
  };
  const agent = { id: "a1", grants: ACCESS_GRANTS.elevated, accessLevel: "elevated", projectRoot: null };
  const claim = { contract, agent, input: "{}", sessionId: null, taskId: null, requestId: null };
  const workshop = { sandbox, workspaces: "/srv/workspaces", home: "/srv/home" };
  const held = { sql: undefined, workerId: "", signal: new AbortController().signal, log: () => {} };
  await runClaim(
    claim as unknown as Claim,
    workshop as unknown as Workshop,
    held as unknown as Parameters<typeof runClaim>[2],
  );
  return planned?.network;
}

describe("a tool whose egress class is none", () => {
  test.each<[string, ToolPolicy]>([
    ["says nothing", {}],
    ["opens the network", { network: { mode: "open" } }],
    ["lists a host", { network: { mode: "allowlist", hosts: ["a.example:443"] } }],
  ])("has no network where its policy %s; of another class it has one", async (_case, policy) => {
    expect(await networkOf(contractOf("none", policy))).toEqual({ mode: "none", hosts: [] });
    expect((await networkOf(contractOf("read_only", policy)))?.mode).not.toBe("none");
  });
});
