import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { type ToolContract, toolContractSchema } from "#lib/registry/contract.ts";
import { renderChangeTable } from "#lib/registry/drift/drift-page.ts";
import { hashDefinition } from "#lib/registry/hash.ts";
import { buildManifest } from "./build-manifest.ts";
import { diffManifests } from "./diff-manifests.ts";
import { hashManifest, renderManifest } from "./hash-manifest.ts";
import { anyManifest } from "./manifest.fixture.ts";
import { renderRuleTable } from "./manifest-page.ts";
import { parseManifest } from "./parse-manifest.ts";

const bare: ToolContract = {
  name: "read_file",
  description: "Reads a file.",
  inputSchema: { type: "object" },
  outputSchema: {},
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
const mail = toolContractSchema.parse(
  JSON.parse(readFileSync(join(PROJECT_ROOT, "lib/registry/golden/tool-contract.example.json"), "utf8")),
);
const sourceOf = (contract: ToolContract) => ({ contract, definitionHash: hashDefinition(contract) });

describe("the permission manifest", () => {
  const CANONICAL =
    '{"format":"airlock.manifest/1","tools":[{"actionType":"fs:read","approvals":0,"category":"file_system",' +
    '"constraints":{"forbidden":false,"maxInvocations":"unspecified","onlyAfter":[]},' +
    '"definitionHash":"al1:sha256:8c64485112f27c9aa67a24576cc8b3b9c6f8a9ef249c1d85bcd50428c0ec11e3","egressClass":"none",' +
    '"gate":{"paths":[],"text":[],"urls":[]},"idempotency":"optional","idempotent":true,"maxCost":"unspecified",' +
    '"name":"read_file","outputContent":"verbatim","policy":{"environment":"unspecified","exec":"unspecified",' +
    '"filesystem":{"read":"unspecified","write":"unspecified"},"limits":{"cpuSeconds":"unspecified","fileMb":"unspecified",' +
    '"hard":[],"memoryMb":"unspecified","outputBytes":"unspecified","processes":"unspecified","wallSeconds":"unspecified"},' +
    '"network":"unspecified","risk":"unspecified"},"runtime":{"kind":"external","sandbox":"none"},"safetyClass":"read","secrets":[],' +
    '"version":3}]}';
  const manifest = buildManifest([
    {
      contract: bare,
      definitionHash: "al1:sha256:8c64485112f27c9aa67a24576cc8b3b9c6f8a9ef249c1d85bcd50428c0ec11e3",
      version: 3,
      requiresApproval: false,
    },
  ]);

  test("leaves nothing unsaid: what a contract leaves out stands there as unspecified, an external tool as without a sandbox", () => {
    expect(renderManifest(manifest)).toBe(CANONICAL);
  });

  test("its hash is recomputed by an outsider from the documented bytes, and never changes", () => {
    const bytes = Buffer.concat([
      Buffer.from("airlock/manifest"),
      Buffer.of(0),
      Buffer.from("1"),
      Buffer.of(0),
      Buffer.from(CANONICAL),
    ]);
    expect(hashManifest(manifest)).toBe(`alm1:sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  });

  test("the order of tools and of lists does not matter, any permission does", () => {
    const reversed: ToolContract = {
      ...mail,
      policy: { ...mail.policy, environment: { allow: ["TZ", "LANG", "TZ"] } },
    };
    const sorted: ToolContract = { ...mail, policy: { ...mail.policy, environment: { allow: ["LANG", "TZ"] } } };
    const definitionHash = hashDefinition(mail);
    const left = buildManifest([{ contract: reversed, definitionHash }, sourceOf(bare)]);
    const right = buildManifest([sourceOf(bare), { contract: sorted, definitionHash }]);
    expect(hashManifest(left)).toBe(hashManifest(right));
    expect(hashManifest(buildManifest([sourceOf(mail), sourceOf(bare)]))).not.toBe(hashManifest(left));
  });

  test("says how many people a call takes: by its classes, and by the registry", () => {
    const people = (more: Partial<ToolContract>, requiresApproval?: boolean) =>
      buildManifest([
        { ...sourceOf({ ...bare, ...more }), ...(requiresApproval === undefined ? {} : { requiresApproval }) },
      ]).tools[0]?.approvals;
    expect(people({})).toBe(0);
    expect(people({}, true)).toBe(1);
    expect(people({ egressClass: "write" })).toBe(1);
    expect(people({ safetyClass: "financial" })).toBe(1);
    expect(people({ safetyClass: "privileged" }, false)).toBe(2);
  });
});

describe("reading a manifest", () => {
  test("what was printed reads as what it was", () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const read = parseManifest(renderManifest(manifest));
        expect(read.ok && hashManifest(read.value)).toBe(hashManifest(manifest));
        expect(read.ok && diffManifests(manifest, read.value)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test("what any contract may say can be read again: one tool must not keep all others from being compared", () => {
    const [secret, header] = ["s".repeat(63), "h".repeat(64)];
    const [host, at] = [`${"a".repeat(250)}:443`, `/${"p".repeat(5000)}`];
    const contract = toolContractSchema.parse({
      ...bare,
      policy: { network: { mode: "allowlist", hosts: [host] } },
      requires: { secrets: [secret], headers: [{ secret, host, header }] },
      gate: { paths: [{ at, access: "read" }], urls: [{ at }], text: [{ at }], targets: [{ at, kind: "repository" }] },
    });
    expect(parseManifest(renderManifest(buildManifest([sourceOf(contract)])))).toMatchObject({ ok: true });
  });

  const text = renderManifest(buildManifest([sourceOf(mail)]));
  const read = (source: string) => {
    const parsed = parseManifest(source);
    if (!parsed.ok) throw new Error(parsed.message);
    return parsed.value;
  };

  test("a section that an older manifest does not have is unspecified, which ranks widest", () => {
    const older = text.replace('"exec":"deny",', "");
    expect(older).not.toBe(text);
    expect(read(older).tools[0]?.policy.exec).toBe("unspecified");
    const wider = diffManifests(read(text), read(older)).map(({ code, widening }) => [code, widening]);
    expect(wider).toEqual([["tool.exec.unspecified", true]]);
    expect(diffManifests(read(older), read(text)).some(({ widening }) => widening)).toBe(false);
    const allowing = text.replace('"exec":"deny"', '"exec":"allow"');
    for (const before of [older, text]) {
      expect(diffManifests(read(before), read(allowing)).map(({ code }) => code)).toEqual(["tool.exec.widened"]);
    }
  });

  test("lists need not be sorted by who writes them", () => {
    const shuffled = text.replace('"hard":["outputBytes","wallSeconds"]', '"hard":["wallSeconds","outputBytes"]');
    expect(shuffled).not.toBe(text);
    expect(hashManifest(read(shuffled))).toBe(hashManifest(read(text)));
  });

  test.each([
    ["a key given twice", text.replace('"exec":"deny"', '"exec":"deny","exec":"allow"')],
    ["a field that nobody knows", text.replace('"exec":"deny"', '"exec":"deny","sudo":true')],
    ["a word that is none", text.replace('"exec":"deny"', '"exec":"maybe"')],
    ["another format", text.replace("airlock.manifest/1", "airlock.manifest/2")],
    ["a tool listed twice", text.replace(/"tools":\[(.*)\]\}$/, '"tools":[$1,$1]}')],
    ["an external tool that claims a sandbox", text.replace('"kind":"bundle"', '"kind":"external"')],
    ["a pattern that climbs", text.replace('"read":[]', '"read":["/data/../etc"]')],
    ["no class", text.replace('"safetyClass":"write",', "")],
    ["a hash of no scheme", text.replace("al1:sha256:", "sha256:")],
    ["no JSON", "manifest"],
    ["a list", "[]"],
  ])("%s is refused", (_, source) => {
    expect(source).not.toBe(text);
    expect(parseManifest(source)).toMatchObject({ ok: false, code: "invalid_manifest" });
  });
});

test("the page lists every code as the code has it", () => {
  const page = readFileSync(join(PROJECT_ROOT, "docs", "manifest.md"), "utf8");
  expect(page).toContain(renderRuleTable());
  expect(page).toContain(renderChangeTable());
});
