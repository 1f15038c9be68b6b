import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import { type GateRequest, gateArguments } from "./gate.ts";
import { HONEST_CONTENT, HONEST_PATHS, HOSTILE_PATHS, READERS } from "./path-cases.fixture.ts";

const FILES: GateRequest["contract"] = {
  policy: {
    filesystem: { read: ["${workspace}/**", "${project}/**"], write: ["${workspace}/**"] },
    network: { mode: "none" },
  },
  gate: { paths: [{ at: "/declared", access: "read" }] },
};
const NOTHING: GateRequest["contract"] = {
  policy: { filesystem: { read: [], write: [] }, network: { mode: "none" } },
};

function refusalOf(contract: GateRequest["contract"], input: unknown): string | undefined {
  const roots = { workspace: "/srv/agents/a", project: "/srv/projects/p" };
  return gateArguments({ contract, input, grant: ACCESS_GRANTS.restricted, roots }).refusal?.message;
}

/** Node's word for where a path leads, and a plain comparison: nothing of the gate's. */
function leadsOutside(read: string): boolean {
  const place = posix.resolve("/workspace", read);
  return !["/workspace", "/project"].some((root) => place === root || place.startsWith(`${root}/`));
}

/** What people write first: each of the hostile ones gets past at least one of them. */
const NAIVE_GUARDS: readonly ((text: string) => boolean)[] = [
  (text) => ["/workspace", "/project"].some((root) => text.startsWith(root)) || !text.startsWith("/"),
  (text) => !text.includes(".."),
];

describe("hostile paths", () => {
  test.each(HOSTILE_PATHS)("$family: $text", ({ text, reader, byValue }) => {
    // It escapes from some program that has no gate …
    expect(leadsOutside(READERS[reader](text))).toBe(true);
    // … and from a simple guard, or it would prove nothing about this one.
    expect(NAIVE_GUARDS.some((passes) => passes(text))).toBe(true);
    const places = [{ declared: text }, { outputFile: text }, { options: { list: [{ source_dir: [text] }] } }];
    const anywhere = [{ note: text }, { deep: [[{ x: text }]] }, { [text]: "content" }];
    for (const input of byValue ? [...places, ...anywhere] : places)
      expect(refusalOf(FILES, input)).toMatch(/^ERROR: path '/);
  });
});

describe("honest paths", () => {
  test.each(HONEST_PATHS)("%j", (text) => {
    if (!text.startsWith("file:") && !text.startsWith("FILE:")) expect(leadsOutside(text)).toBe(false);
    for (const input of [{ declared: text }, { outputFile: text }, { files: [text] }]) {
      expect(refusalOf(FILES, input)).toBeUndefined();
    }
  });
});

describe("content that is no path", () => {
  test.each(HONEST_CONTENT)("%s: %j", (name, text) => {
    for (const input of [{ [name]: text }, { items: [{ [name]: [text] }] }]) {
      expect(refusalOf(NOTHING, input)).toBeUndefined();
    }
  });
});

test("the table has as many cases as it should, each of them once", () => {
  const hostile = new Set(HOSTILE_PATHS.map(({ text }) => text));
  const honest = new Set([...HONEST_PATHS, ...HONEST_CONTENT.map((row) => row.join(": "))]);
  expect(hostile.size).toBe(HOSTILE_PATHS.length);
  expect(honest.size).toBe(HONEST_PATHS.length + HONEST_CONTENT.length);
  expect(Math.min(hostile.size, honest.size)).toBeGreaterThanOrEqual(150);
  expect(HOSTILE_PATHS.filter(({ text }) => honest.has(text))).toEqual([]);
});
