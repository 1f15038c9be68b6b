import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashSources } from "./source-hash.ts";

const root = mkdtempSync(join(tmpdir(), "airlock-sources-"));
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

test("a changed, moved or new source asks for a build; tests, scripts and docs do not", () => {
  write("app/page.tsx", "one");
  const before = hashSources(root);
  for (const path of ["app/page.test.tsx", "scripts/up.mjs", "docs/api.md", ".env", "node_modules/x/index.js"]) {
    write(path, "anything");
    expect(hashSources(root)).toBe(before);
  }
  write("app/page.tsx", "two");
  expect(hashSources(root)).not.toBe(before);
  write("app/page.tsx", "one");
  expect(hashSources(root)).toBe(before);
  write("package-lock.json", "{}");
  expect(hashSources(root)).not.toBe(before);
});
