import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ToolContract } from "./contract.ts";
import { bindingDigest, bodyHash, hashDefinition, inputDigest, partHashes } from "./hash.ts";

const contract: ToolContract = {
  name: "read_file",
  description: "Reads a file.",
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
  outputSchema: { type: "object" },
  safetyClass: "read",
  egressClass: "none",
  category: "file_system",
  actionType: "fs:read",
  idempotency: "optional",
  idempotent: true,
  policy: {},
  outputContent: "verbatim",
  runtime: { kind: "external" },
};

/** The recipe of the header once more, without the code under test: what an outsider would write. */
function sha256(...bytes: (string | Uint8Array)[]): string {
  return createHash("sha256")
    .update(Buffer.concat(bytes.map((piece) => Buffer.from(piece))))
    .digest("hex");
}
const CANONICAL =
  '{"actionType":"fs:read","category":"file_system","description":"Reads a file.","egressClass":"none","idempotency":"optional",' +
  '"idempotent":true,"inputSchema":{"properties":{"path":{"type":"string"}},"type":"object"},"name":"read_file",' +
  '"outputContent":"verbatim","outputSchema":{"type":"object"},"policy":{},"runtime":{"kind":"external"},"safetyClass":"read"}';
const NUL = Uint8Array.of(0);

describe("digests", () => {
  test("a definition hash is recomputed by an outsider from the documented bytes", () => {
    expect(hashDefinition(contract)).toBe(`al1:sha256:${sha256("airlock/tool-contract", NUL, "1", NUL, CANONICAL)}`);
  });

  test("a part hash is recomputed by an outsider from the documented bytes", () => {
    const expected = sha256("airlock/tool-part", NUL, "1", NUL, "description", NUL, '"Reads a file."');
    expect(partHashes(contract).description).toBe(`al1:sha256:${expected}`);
  });

  test("a binding digest is recomputed by an outsider from the documented text", () => {
    const canonicalInput = '{"path":"/workspace/é"}';
    const binding = { definitionHash: hashDefinition(contract), canonicalInput, policyVersion: 3, revision: 2 };
    expect(inputDigest(canonicalInput)).toBe(sha256(canonicalInput));
    const text = `al1-binding\n${hashDefinition(contract)}\n${sha256(canonicalInput)}\n3\n2`;
    expect(bindingDigest(binding)).toBe(sha256(text));
  });

  /** Frozen: a change here means every stored approval and version is called something else. Bump the scheme instead. */
  test("the digests of a fixed contract never change", () => {
    expect(hashDefinition(contract)).toBe(
      "al1:sha256:8c64485112f27c9aa67a24576cc8b3b9c6f8a9ef249c1d85bcd50428c0ec11e3",
    );
    expect(
      bindingDigest({ definitionHash: "al1:sha256:00", canonicalInput: "{}", policyVersion: 1, revision: 1 }),
    ).toBe("71ea7a8243d2fe6b3c98a9f4777e4c5322384e19f97862a25f8b93ba6b8a5dbd");
  });

  test("the order of keys does not matter, any single change does", () => {
    const reordered = Object.fromEntries(Object.entries(contract).reverse()) as ToolContract;
    expect(hashDefinition(reordered)).toBe(hashDefinition(contract));
    const changes: Partial<ToolContract>[] = [
      { name: "read_fiIe" },
      { description: "Reads a file. " },
      { annotations: { readOnlyHint: true } },
      { policy: { exec: "deny" } },
      { other: { vendor: 1 } },
      { idempotent: false },
    ];
    const hashes = changes.map((change) => hashDefinition({ ...contract, ...change }));
    expect(new Set([hashDefinition(contract), ...hashes]).size).toBe(changes.length + 1);
  });

  test("a rename keeps the body hash, a changed body does not", () => {
    expect(bodyHash({ ...contract, name: "cat", title: "Cat" })).toBe(bodyHash(contract));
    expect(bodyHash({ ...contract, description: "Other." })).not.toBe(bodyHash(contract));
    const forwarded = (tool: string): ToolContract => ({
      ...contract,
      runtime: { kind: "mcp", server: "0198b6a0-0000-7000-8000-000000000000", config: "0".repeat(64), tool },
    });
    expect(bodyHash(forwarded("a"))).toBe(bodyHash(forwarded("b")));
    expect(bodyHash(forwarded("a"))).not.toBe(bodyHash(contract));
  });

  test("part hashes name exactly the part that changed", () => {
    const before = partHashes(contract);
    const after = partHashes({ ...contract, inputSchema: { type: "object" }, title: "New" });
    const changed = Object.keys(after).filter(
      (field) => after[field as keyof ToolContract] !== before[field as keyof ToolContract],
    );
    expect(changed.sort()).toEqual(["inputSchema", "title"]);
  });

  test("equal values in different fields have different part hashes", () => {
    const { inputSchema, outputSchema } = partHashes({ ...contract, inputSchema: { type: "object" } });
    expect(inputSchema).not.toBe(outputSchema);
  });
});
