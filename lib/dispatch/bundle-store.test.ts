import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BundleStore } from "./bundle-store.ts";

const CODE = "export default {};\n";
const HASH = createHash("sha256").update(CODE).digest("hex");
const database = (async () => [{ code: CODE }]) as unknown as Sql;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "airlock-bundles-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("what a write that was cut short has left does not keep the bundle from being written", async () => {
  // Nobody can write over a directory, root neither; for others a draft that is only to be read is the same.
  mkdirSync(join(directory, `${HASH}.mjs.${process.pid}`));
  const file = await new BundleStore(database, directory).fileOf(HASH);
  expect(file).toEqual({ ok: true, value: join(directory, `${HASH}.mjs`) });
  expect(readFileSync(join(directory, `${HASH}.mjs`), "utf8")).toBe(CODE);
});

test("a bundle that cannot be written is refused without a path of the machine, and is run once it can be", async () => {
  const store = new BundleStore(database, directory);
  rmSync(directory, { recursive: true });
  const refused = await store.fileOf(HASH);
  expect(refused).toMatchObject({ ok: false, code: "internal", message: expect.stringContaining("ENOENT") });
  expect(JSON.stringify(refused)).not.toContain(directory);
  mkdirSync(directory);
  expect(await store.fileOf(HASH)).toMatchObject({ ok: true });
  expect(readdirSync(directory)).toEqual([`${HASH}.mjs`]);
});
