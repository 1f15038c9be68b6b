import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import type { ToolContract } from "./contract.ts";
import { hashDefinition } from "./hash.ts";
import { prepareRegistration, type RegistrationTerms } from "./prepare-registration.ts";

const contract: ToolContract = {
  name: "read_page",
  description: "Reads a page of the wiki.",
  inputSchema: { type: "object", properties: { title: { type: "string" } } },
  outputSchema: { type: "string" },
  safetyClass: "read",
  egressClass: "none",
  category: "memory",
  actionType: "memory:read",
  idempotency: "optional",
  idempotent: true,
  policy: {},
  outputContent: "prose",
  runtime: { kind: "external" },
};

function prepare(more: Partial<ToolContract> = {}, terms: Partial<RegistrationTerms> = {}) {
  return prepareRegistration({ ...contract, ...more }, { neighbours: [], ...terms });
}

/** A contract for this code. */
function withCode(code: string, policy: ToolContract["policy"] = {}): Partial<ToolContract> {
  return { policy, runtime: { kind: "bundle", sha256: createHash("sha256").update(code).digest("hex") } };
}

describe("preparing a registration", () => {
  test("gives exactly what the database takes", () => {
    expect(prepare()).toEqual({
      ok: true,
      value: {
        contract,
        contractText: canonicalJson(contract),
        definitionHash: hashDefinition(contract),
        bodyHash: expect.stringMatching(/^al1:sha256:/),
        partHashes: expect.objectContaining({ description: expect.any(String), policy: expect.any(String) }),
        nameSkeleton: expect.any(String),
        nameSkeletonFolded: expect.any(String),
        findings: [],
        verdict: "ok",
        bundle: null,
      },
    });
  });

  test.each<[string, Partial<ToolContract>, Partial<RegistrationTerms>, string]>([
    ["a network tool without hosts", { safetyClass: "network" }, {}, "invalid_definition"],
    [
      "an open network tool without hosts",
      { safetyClass: "network", policy: { network: { mode: "open" } } },
      {},
      "invalid_definition",
    ],
    ["a network that the egress class denies", { policy: { network: { mode: "open" } } }, {}, "invalid_definition"],
    ["a read tool that writes elsewhere", { policy: { filesystem: { write: ["/srv/**"] } } }, {}, "invalid_definition"],
    ["the action of another category", { actionType: "fs:delete" }, {}, "invalid_definition"],
    ["an action type nobody registered", { actionType: "memory:forget" }, {}, "invalid_definition"],
    ["a schema that cannot be used", { inputSchema: { type: "objet" } }, {}, "invalid_definition"],
    ["a schema that refers to itself", { inputSchema: { $ref: "#" } }, {}, "invalid_definition"],
    ["a schema with a pattern that explodes", { inputSchema: { pattern: "(a+)+$" } }, {}, "invalid_definition"],
    [
      "an analytics tool that names nothing it needs",
      { category: "analytics", actionType: "metrics:read", runtime: { kind: "command", argv: ["x"] } },
      {},
      "invalid_definition",
    ],
    [
      "a tool whose secrets are not kept",
      { requires: { secrets: ["crm.token"] } },
      { secrets: ["other"] },
      "not_configured",
    ],
    ["a name that looks like another's", {}, { neighbours: [{ name: "Read_Page", description: "" }] }, "name_taken"],
    [
      "two resources of one id",
      {
        resources: [
          { id: "a", title: "A", text: "" },
          { id: "a", title: "B", text: "" },
        ],
      },
      {},
      "invalid_definition",
    ],
    ["more than 256 KiB", { other: { text: "x".repeat(300_000) } }, {}, "invalid_definition"],
    ["what JSON cannot say", { annotations: { weight: Number.NaN } }, {}, "invalid_definition"],
    ["code that did not come", withCode("x"), {}, "invalid_definition"],
    [
      "other code than the contract names",
      withCode("export default 1;"),
      { bundle: "export default 2;" },
      "invalid_definition",
    ],
  ])("refuses %s", (_name, more, terms, code) => {
    expect(prepare(more, terms)).toMatchObject({ ok: false, code });
  });

  test("takes what was refused once it is declared, registered or kept", () => {
    const network = { mode: "allowlist", hosts: ["wiki.example:443"] } as const;
    expect(
      prepare({
        safetyClass: "network",
        egressClass: "read_only",
        policy: { network: { ...network, hosts: [...network.hosts] } },
      }),
    ).toMatchObject({ ok: true });
    expect(prepare({ actionType: "memory:forget" }, { actionTypes: ["memory:forget"] })).toMatchObject({ ok: true });
    expect(prepare({ requires: { secrets: ["crm.token"] } }, { secrets: ["crm.token"] })).toMatchObject({ ok: true });
    expect(prepare({}, { neighbours: [{ name: "read_page", description: "" }] })).toMatchObject({ ok: true });
  });

  test("code that uses more than the policy declares is refused; declared, it passes", () => {
    const code = 'import { readFile } from "node:fs/promises";\nexport default { execute: () => readFile("a") };\n';
    expect(prepare(withCode(code), { bundle: code })).toMatchObject({
      ok: false,
      code: "undeclared_capability",
      details: { errors: [{ file: "tool.mjs", line: 2, uses: "fs/promises.readFile" }] },
    });
    const declared = withCode(code, { filesystem: { read: ["${workspace}/**"], write: [] } });
    expect(prepare(declared, { bundle: code })).toMatchObject({ ok: true, value: { bundle: code } });
  });

  test("a tool of an MCP server needs a stance on the network, which may be none", () => {
    const mcp = {
      safetyClass: "network",
      runtime: { kind: "mcp", server: crypto.randomUUID(), config: "a".repeat(64), tool: "x" },
    } as const;
    expect(prepare(mcp)).toMatchObject({ ok: false });
    expect(prepare({ ...mcp, policy: { network: { mode: "none" } } })).toMatchObject({ ok: true });
  });
});
