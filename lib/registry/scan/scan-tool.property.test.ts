import fc from "fast-check";
import { expect, test } from "vitest";
import { ownTools } from "#fixtures/registry/labelled-tools.ts";
import { type RegistryFinding, registryFindingSchema } from "./finding.ts";
import { scanTool } from "./scan-tool.ts";

/** Pieces that detectors look for, so that random texts meet them often. */
const PIECES = [
  "ignore",
  "previous",
  "instructions",
  "the user",
  "do not tell",
  "system prompt",
  "https://a.example/?q=",
  "a@b.example",
  "~/.ssh/id_rsa",
  "<|im_start|>",
  "[INST]",
  "SYSTEM:",
  "\u200b",
  "\u202e",
  "\u{e0041}",
  "r\u0435ad",
  "SWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnMu",
  "%49%67%6e",
  "&#73;",
  '"',
  "'",
  "`",
  ".",
  ",",
  ":",
  "\n",
  " ",
  "\u{1d400}",
  "\ud800",
  "\u00e9",
  "\ufb01",
  "don't",
  "_",
  "\u5ffd\u7565",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 6 })), { maxLength: 24 })
  .map((pieces) => pieces.join(" "));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** The string that a finding is about: at its path, or the last name of the path. */
function subjectOf(definition: unknown, { path, inKey }: RegistryFinding): string | undefined {
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (inKey) return names.at(-1);
  let here: unknown = definition;
  for (const name of names) here = (here as Record<string, unknown>)[name];
  return typeof here === "string" ? here : undefined;
}

function checkFindings(definition: unknown): void {
  for (const finding of scanTool(definition).findings) {
    expect(registryFindingSchema.safeParse(finding).success).toBe(true);
    const subject = subjectOf(definition, finding);
    if (finding.start === finding.end) continue;
    expect(finding.start).toBeLessThan(finding.end);
    expect(finding.end).toBeLessThanOrEqual(subject?.length ?? -1);
  }
}

test("a scan of any JSON ends with a report, and every span lies inside of the string at its path", () => {
  fc.assert(
    fc.property(json, (value) => checkFindings(value)),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.record({ name: text, description: text, inputSchema: json }), (value) => checkFindings(value)),
    { numRuns: 300 },
  );
});

test("the same holds for every row of our own", () => {
  for (const { tool } of ownTools()) checkFindings(tool);
});

test("the evidence lies inside of the span: without it the finding is gone", () => {
  for (const { tool, family, isHostile } of ownTools()) {
    if (!isHostile || family === "homoglyph-name" || typeof tool.description !== "string") continue;
    for (const { rule, start, end } of scanTool(tool).findings.filter(({ path }) => path === "/description")) {
      const without = `${tool.description.slice(0, start)}.${tool.description.slice(end)}`;
      const left = scanTool({ ...tool, description: without }).findings.filter(
        (found) => found.path === "/description" && found.rule === rule && found.start === start && found.end === end,
      );
      expect(left).toEqual([]);
    }
  }
});

test("the same definition has the same report, and the order of its keys does not matter to the verdict", () => {
  fc.assert(
    fc.property(fc.record({ name: text, description: text, title: text }), (tool) => {
      expect(scanTool(tool)).toEqual(scanTool(tool));
      expect(scanTool(Object.fromEntries(Object.entries(tool).reverse())).verdict).toBe(scanTool(tool).verdict);
    }),
    { numRuns: 100 },
  );
});
