import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { findDocumentFaults } from "./documents.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "airlock-documents-"));
  put("package.json", JSON.stringify({ scripts: { up: "" } }));
  put("docs/architecture.md", "# The map\n\n```\nlib/\n  policy/  rules\ndocs/  pages\n```\n");
  put("lib/policy/decide.ts", "");
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe("the documents", () => {
  it("of this project lead somewhere, and name what is there", () => {
    expect(findDocumentFaults(PROJECT_ROOT)).toEqual([]);
  });

  it.each([
    ["a link to a file that is gone", "[x](gone.md)", "docs/page.md:1: gone.md: leads nowhere"],
    [
      "a heading that was renamed",
      "[x](architecture.md#rooms)",
      "docs/page.md:1: architecture.md#rooms: leads nowhere",
    ],
    ["a path that moved", "See `lib/policy/gone.ts`.", "docs/page.md:1: lib/policy/gone.ts: is not there"],
    ["a script that nobody wrote", "\nRun `npm run fly`.", "docs/page.md:2: fly: is no script of package.json"],
    [
      "a variable that nothing reads",
      "Set `AIRLOCK_WINGS`.",
      "docs/page.md:1: AIRLOCK_WINGS: is no variable that anything reads",
    ],
  ])("are told apart from the truth: %s", (_, text, fault) => {
    put("docs/page.md", text);
    expect(findDocumentFaults(root)).toEqual([fault]);
  });

  it("may name what is there, other sites, patterns and other people's code", () => {
    put(
      "docs/page.md",
      "[map](architecture.md#the-map), [site](https://example.com), `lib/policy/decide.ts:4`, `#lib/policy/decide.ts`, `db/*.sql`, `/usr/lib/x`,\n" +
        "`npm run -s up`, `AIRLOCK_HOME`, `[a](b)`\n\n```md\n[x](gone.md)\n```\n",
    );
    expect(findDocumentFaults(root)).toEqual([]);
  });

  it("have a map with every folder on it", () => {
    put("lib/rooms/room.ts", "");
    put("attic/box.ts", "");
    expect(findDocumentFaults(root)).toEqual([
      "docs/architecture.md: attic/ is not on the map",
      "docs/architecture.md: lib/rooms/ is not on the map",
    ]);
  });
});
