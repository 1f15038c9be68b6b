import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspaceOf } from "#lib/agents/workspace.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { toolContractSchema } from "#lib/registry/contract.ts";
import type { Claim } from "./claim.ts";
import { runClaim, type Workshop } from "./run-claim.ts";

const AGENT_ID = "00000000-0000-4000-8000-000000000001";
let workspaces: string;
beforeAll(() => {
  workspaces = mkdtempSync(join(tmpdir(), "airlock-again-"));
  const workspace = workspaceOf(workspaces, AGENT_ID);
  mkdirSync(workspace, { recursive: true });
  symlinkSync("/etc", join(workspace, "out"));
});
afterAll(() => rmSync(workspaces, { recursive: true }));

const contract = toolContractSchema.parse({
  ...{ name: "look", description: "Looks.", inputSchema: { type: "object" }, outputSchema: {}, safetyClass: "read" },
  ...{ egressClass: "none", category: "file_system", actionType: "fs:read", idempotency: "optional", idempotent: true },
  ...{ policy: {}, outputContent: "prose", runtime: { kind: "command", argv: ["true"] } },
});

/** How a claimed call ends, and what its sandbox was planned with; the plan itself is refused, so that nothing runs. */
async function runIt(input: Record<string, unknown>, policy: Partial<Claim["agent"]> = {}, of = contract) {
  const plans: unknown[] = [];
  const sandbox = {
    plan(request: { policy: unknown; grant: unknown }) {
      plans.push({ policy: request.policy, grant: request.grant });
      return refuse("no_sandbox");
    },
  };
  const agent = {
    id: AGENT_ID,
    grants: ACCESS_GRANTS.sandboxed,
    accessLevel: "sandboxed",
    projectRoot: null,
    ...{ permission: "by_level", narrowings: [], enforceToolPolicies: true },
    ...policy,
  };
  const claim = { contract: of, agent, input: JSON.stringify(input), sessionId: null, taskId: null, requestId: null };
  const held = { sql: undefined, workerId: "", signal: new AbortController().signal, log: () => {} };
  const ending = await runClaim(
    claim as unknown as Claim,
    { sandbox, workspaces, home: workspaces } as unknown as Workshop,
    held as unknown as Parameters<typeof runClaim>[2],
  );
  return { ending: JSON.stringify(ending), plans };
}

test("a link that leads out of the workspace ends the call before anything is planned", async () => {
  const { ending, plans } = await runIt({ path: "out/passwd" });
  expect(ending).toContain("ERROR: symlink target '/etc/passwd' is outside the allowed roots");
  expect(plans).toEqual([]);
  expect((await runIt({ path: "in/passwd" })).plans).toHaveLength(1);
});

test("a mark of the cleaner is refused here too, whatever the asking process let through", async () => {
  const input = { content: "token: ⟦credential: github #1 k3f9⟧" };
  const { ending, plans } = await runIt(input, {}, { ...contract, safetyClass: "write", egressClass: "write" });
  expect(ending).toContain("cleaned_copy");
  expect(plans).toEqual([]);
  expect((await runIt(input)).plans, "control: what reads may be asked about one").toHaveLength(1);
});

test("where the gate only reports, the call goes on to a sandbox that is planned as ever", async () => {
  const reported = await runIt({ path: "/etc/passwd" }, { enforceToolPolicies: false });
  const ordinary = await runIt({ path: "a" });
  expect(reported.plans).toEqual(ordinary.plans);
  expect((await runIt({ path: "/etc/passwd" })).plans).toEqual([]);
});

test("a profile's narrower reach holds here as well", async () => {
  const narrowings = [{ read: ["${workspace}/drafts/**"] }];
  expect((await runIt({ path: "a" }, { narrowings })).plans).toEqual([]);
  expect((await runIt({ path: "drafts/a" }, { narrowings })).plans).toHaveLength(1);
});
