import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffManifests } from "./diff-manifests.ts";
import { applyRules, findUnproved, PERMISSION_RULES } from "./diff-permissions.ts";
import { hashManifest } from "./hash-manifest.ts";
import { anyManifest } from "./manifest.fixture.ts";
import type { Manifest, ManifestTool, Permissions } from "./manifest.ts";
import { type Mutation, NARROWINGS, WIDENINGS } from "./mutations.fixture.ts";
import { RULE_TABLE } from "./rule-table.ts";

/** One tool of a manifest changed by a mutation, or nothing where it has no room for it. */
function mutated(manifest: Manifest, { apply }: Mutation, place: number, pick: number) {
  const after = structuredClone(manifest);
  const tool = after.tools[place % after.tools.length];
  return tool && apply(tool, pick) ? { after, tool } : undefined;
}

const permissionsIn = ({ name: _, version: __, definitionHash: ___, ...rest }: ManifestTool): Permissions => rest;

const cases = (mutations: readonly Mutation[]) =>
  mutations.map((mutation) => [`${mutation.code}: ${mutation.what}`, mutation] as const);

/** Seeded, so that every mutation finds room somewhere in the same manifests each time. */
const RUNS = { numRuns: 36, seed: 20_261_116 };

describe.each(cases(WIDENINGS))("%s", (_, mutation) => {
  test("is flagged with its code, in any manifest, at any tool", () => {
    let tried = 0;
    fc.assert(
      fc.property(anyManifest, fc.nat(), fc.nat(), (before, place, pick) => {
        const made = mutated(before, mutation, place, pick);
        if (!made) return;
        tried += 1;
        const found = diffManifests(before, made.after).filter(({ code }) => code === mutation.code);
        expect(found.length).toBeGreaterThan(0);
        for (const change of found) expect(change).toMatchObject({ tool: made.tool.name, widening: true });
      }),
      RUNS,
    );
    expect(tried).toBeGreaterThan(0);
  });

  test("is missed without its rule, and then caught by the last net", () => {
    const others = PERMISSION_RULES.filter(({ code }) => code !== mutation.code);
    let missed = 0;
    fc.assert(
      fc.property(anyManifest, fc.nat(), fc.nat(), (before, place, pick) => {
        const made = mutated(before, mutation, place, pick);
        const old = made && before.tools.find(({ name }) => name === made.tool.name);
        if (!old) return;
        const [was, is] = [permissionsIn(old), permissionsIn(made.tool)];
        const seen = applyRules(others, was, is);
        // A mutation that another rule sees too (a mode and its hosts) shows nothing here; most see exactly one.
        if (seen.some(({ widening }) => widening)) return;
        missed += 1;
        if (seen.length === 0)
          expect(findUnproved(was, is, seen)).toMatchObject([{ code: "tool.unproved", widening: true }]);
      }),
      RUNS,
    );
    expect(missed).toBeGreaterThan(0);
  });
});

describe.each(cases(NARROWINGS))("%s", (_, mutation) => {
  test("is reported, and is no widening", () => {
    let tried = 0;
    fc.assert(
      fc.property(anyManifest, fc.nat(), fc.nat(), (before, place, pick) => {
        const made = mutated(before, mutation, place, pick);
        if (!made) return;
        tried += 1;
        const changes = diffManifests(before, made.after);
        expect(changes.map(({ code }) => code)).toContain(mutation.code);
        expect(changes.filter(({ widening }) => widening)).toEqual([]);
      }),
      RUNS,
    );
    expect(tried).toBeGreaterThan(0);
  });
});

describe("two manifests", () => {
  test("equal ones differ in nothing, and others differ in something", () => {
    fc.assert(
      fc.property(anyManifest, anyManifest, (left, right) => {
        expect(diffManifests(left, structuredClone(left))).toEqual([]);
        const same = hashManifest(left) === hashManifest(right);
        expect(diffManifests(left, right).length === 0).toBe(same);
      }),
    );
  });

  test("a new tool is a widening, one that is gone is not, and a rename is both", () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const fewer = { ...manifest, tools: manifest.tools.slice(1) };
        const name = manifest.tools[0]?.name;
        expect(diffManifests(manifest, fewer)).toMatchObject([{ tool: name, code: "tool.removed", widening: false }]);
        expect(diffManifests(fewer, manifest)).toMatchObject([{ tool: name, code: "tool.added", widening: true }]);
      }),
      RUNS,
    );
  });

  test("a definition that moved with the same permissions is reported, and is no widening", () => {
    fc.assert(
      fc.property(anyManifest, (before) => {
        const after = structuredClone(before);
        const [tool] = after.tools;
        if (!tool) return;
        tool.definitionHash = `al1:sha256:${"5".repeat(63)}6`;
        tool.version = (tool.version ?? 0) + 1;
        expect(diffManifests(before, after).map(({ code, widening }) => [code, widening])).toEqual([
          ["tool.definition.changed", false],
          ["tool.version.changed", false],
        ]);
      }),
      RUNS,
    );
  });
});

describe("the table of codes", () => {
  test("at least twenty kinds of widening are tried, and every widening code among them", () => {
    const tried = new Set([...WIDENINGS.map(({ code }) => code), "tool.added", "tool.unproved"]);
    const widening = Object.entries(RULE_TABLE).flatMap(([code, rule]) => (rule.widening ? [code] : []));
    expect(widening.filter((code) => !tried.has(code as Mutation["code"]))).toEqual([]);
    expect(tried.size).toBeGreaterThan(20);
  });

  test("every narrowing code is tried, and no mutation is on the wrong side", () => {
    const other = ["tool.removed", "tool.definition.changed", "tool.version.changed"];
    const tried = new Set([...NARROWINGS.map(({ code }) => code as string), ...other]);
    const narrowing = Object.entries(RULE_TABLE).flatMap(([code, rule]) => (rule.widening ? [] : [code]));
    expect(narrowing.filter((code) => !tried.has(code))).toEqual([]);
    expect(WIDENINGS.every(({ code }) => RULE_TABLE[code].widening)).toBe(true);
    expect(NARROWINGS.every(({ code }) => !RULE_TABLE[code].widening)).toBe(true);
  });
});
