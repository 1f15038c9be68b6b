import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreLinks } from "./binaries.ts";

test("links that a blocked install script did not make are made, and those that exist are left", () => {
  const folder = mkdtempSync(join(tmpdir(), "airlock-links-"));
  const lib = join(folder, "native", "lib");
  mkdirSync(lib, { recursive: true });
  writeFileSync(join(lib, "libpq.so.5.18"), "");
  const links = ["libpq.so", "libpq.so.5"].map((name) => ({
    source: "native/lib/libpq.so.5.18",
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(folder, "native", "pg-symlinks.json"), JSON.stringify(links));
  restoreLinks(folder);
  restoreLinks(folder);
  expect(readlinkSync(join(lib, "libpq.so"))).toBe("libpq.so.5.18");
  expect(readlinkSync(join(lib, "libpq.so.5"))).toBe("libpq.so.5.18");
  rmSync(folder, { recursive: true });
});
