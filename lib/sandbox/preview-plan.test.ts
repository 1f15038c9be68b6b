import { describe, expect, it } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { Reach } from "#lib/policy/narrow-policy.ts";
import type { AgentReach } from "#lib/policy/policy-for-call.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { previewPlan } from "./preview-plan.ts";

const contract: ToolContract = {
  name: "write_file",
  description: "Writes.",
  inputSchema: { type: "object" },
  outputSchema: {},
  safetyClass: "write",
  egressClass: "write",
  category: "file_system",
  actionType: "fs:write",
  idempotency: "optional",
  idempotent: true,
  policy: {
    filesystem: { read: [], write: ["${workspace}/**", "${project}/**"] },
    network: { mode: "allowlist", hosts: ["api.example.com:443"] },
    exec: "deny",
  },
  outputContent: "verbatim",
  runtime: { kind: "bundle", sha256: "0".repeat(64) },
};

const at = (level: keyof typeof ACCESS_GRANTS, ...narrowings: Reach[]): AgentReach => ({
  grant: ACCESS_GRANTS[level],
  narrowings,
});

describe("previewPlan", () => {
  it("shows the meet of what the tool declares and what the level allows", () => {
    const preview = previewPlan(contract, at("sandboxed"), true);
    expect(preview).toMatchObject({
      kind: "sandbox",
      writes: ["/workspace"],
      network: { mode: "none", hosts: [] },
      narrowed: ["${project}/**"],
    });
  });

  it("shows more to an agent that may have more, and never more than the tool declares", () => {
    const preview = previewPlan(contract, at("restricted"), true);
    expect(preview).toMatchObject({
      writes: ["/project", "/workspace"],
      network: { mode: "allowlist", hosts: ["api.example.com:443"] },
      narrowed: [],
    });
  });

  it("shows what the rules of the agent's profiles leave, and no way out for a tool of which nothing leaves", () => {
    const rule = { hosts: ["other.example.com:443"], write: ["${workspace}/drafts/**"], limits: { wallSeconds: 5 } };
    const preview = previewPlan(contract, at("restricted", rule), true);
    expect(preview).toMatchObject({ writes: ["/workspace/drafts"], network: { mode: "none", hosts: [] } });
    expect(preview.kind === "sandbox" && preview.limits.find(({ name }) => name === "wallSeconds")?.value).toBe(5);
    const staying = previewPlan({ ...contract, egressClass: "none" }, at("restricted"), true);
    expect(staying).toMatchObject({ network: { mode: "none", hosts: [] } });
  });

  it("shows the program of an MCP server, which is read at every level, and nothing beside it", () => {
    const policy = { ...contract.policy, filesystem: { read: ["/opt/mcp/**", "/srv/data/**"], write: [] } };
    const argv = ["node", "/opt/mcp/server/index.js"];
    const preview = previewPlan({ ...contract, policy }, at("restricted"), true, { kind: "stdio", argv });
    expect(preview).toMatchObject({ reads: ["/opt/mcp/server"], narrowed: ["/opt/mcp/**", "/srv/data/**"] });
    expect(previewPlan({ ...contract, policy }, at("restricted"), true)).toMatchObject({ reads: [] });
  });

  it("says so when there is no sandbox at all", () => {
    expect(previewPlan({ ...contract, runtime: { kind: "external" } }, at("standard"), true)).toEqual({
      kind: "external",
    });
  });
});
