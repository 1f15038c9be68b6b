import { describe, expect, it } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
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

describe("previewPlan", () => {
  it("shows the meet of what the tool declares and what the level allows", () => {
    const preview = previewPlan(contract, ACCESS_GRANTS.sandboxed, true);
    expect(preview).toMatchObject({
      kind: "sandbox",
      writes: ["/workspace"],
      network: { mode: "none", hosts: [] },
      narrowed: ["${project}/**"],
    });
  });

  it("shows more to an agent that may have more, and never more than the tool declares", () => {
    const preview = previewPlan(contract, ACCESS_GRANTS.restricted, true);
    expect(preview).toMatchObject({
      writes: ["/project", "/workspace"],
      network: { mode: "allowlist", hosts: ["api.example.com:443"] },
      narrowed: [],
    });
  });

  it("shows the program of an MCP server, which is read at every level, and nothing beside it", () => {
    const policy = { ...contract.policy, filesystem: { read: ["/opt/mcp/**", "/srv/data/**"], write: [] } };
    const argv = ["node", "/opt/mcp/server/index.js"];
    const preview = previewPlan({ ...contract, policy }, ACCESS_GRANTS.restricted, true, { kind: "stdio", argv });
    expect(preview).toMatchObject({ reads: ["/opt/mcp/server"], narrowed: ["/opt/mcp/**", "/srv/data/**"] });
    expect(previewPlan({ ...contract, policy }, ACCESS_GRANTS.restricted, true)).toMatchObject({ reads: [] });
  });

  it("says so when there is no sandbox at all", () => {
    expect(previewPlan({ ...contract, runtime: { kind: "external" } }, ACCESS_GRANTS.standard, true)).toEqual({
      kind: "external",
    });
  });
});
