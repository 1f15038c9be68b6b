import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inspectKeys } from "./inspect-keys.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "airlock-keys-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const SECRETS = [
  "superuser-password",
  "logins.json",
  "session-secret",
  "checks-key",
  "demo.json",
  "keys/checkpoint-key.pem",
  "keys/notices-key.pem",
  "keys/outputs-key.pem",
  "keys/secrets-key.pem",
];

function writeAll(mode: number): void {
  mkdirSync(join(home, "keys"));
  for (const name of [...SECRETS, "keys/outputs-key.pub"]) {
    writeFileSync(join(home, name), "secret");
    chmodSync(join(home, name), mode);
  }
}

it("says of every secret that an installation keeps whether others could read it", () => {
  writeAll(0o640);
  const reports = inspectKeys(home);
  expect(reports.map(({ file }) => file)).toEqual(SECRETS.map((name) => join(home, name)));
  for (const { file, fault } of reports) expect(fault).toBe(`others may read it; run: chmod 600 ${file}`);
});

it("finds nothing wrong with secrets that are their owner's alone, nor with a home that has none", () => {
  expect(inspectKeys(home)).toEqual([]);
  writeAll(0o600);
  expect(inspectKeys(home)).toEqual(SECRETS.map((name) => ({ file: join(home, name) })));
});
