import {
  closeSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { initialise } from "./initialise.ts";
import { layoutOf } from "./layout.ts";
import { openLog } from "./open-log.ts";

/** What the server's account leaves in its own folder for root to trip over at the next start. */
let home: string;
let victim: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "airlock-planted-")));
  victim = join(home, "victim");
  writeFileSync(victim, "as it was", { mode: 0o640 });
  mkdirSync(join(home, "postgres"), { mode: 0o700 });
});
afterEach(() => rmSync(home, { recursive: true }));

const initialised = () =>
  initialise({
    layout: layoutOf(home),
    account: undefined,
    binaries: { initdb: "/bin/false", postgres: "/bin/false" },
    throwaway: true,
  });

test("a link in the place of the first password has nothing written, nor given away, where it leads", async () => {
  symlinkSync(victim, join(home, "postgres", "initial-password"));
  await expect(initialised()).rejects.toThrow("could not be made");
  expect(readFileSync(victim, "utf8")).toBe("as it was");
});

test("a link in the place of the sockets' folder is refused, and where it leads stays as it is", async () => {
  const elsewhere = join(home, "elsewhere");
  mkdirSync(elsewhere, { mode: 0o755 });
  symlinkSync(elsewhere, join(home, "postgres", "socket"));
  await expect(initialised()).rejects.toThrow("belongs to somebody else");
  expect(statSync(elsewhere).mode & 0o777).toBe(0o755);
});

test("a link, or a second name of another file, in the place of the log is refused", () => {
  const log = join(home, "postgres", "server.log");
  symlinkSync(victim, log);
  expect(() => openLog(log)).toThrow("is not a file of the server's own");
  rmSync(log);
  linkSync(victim, log);
  expect(() => openLog(log)).toThrow("is not a file of the server's own");
  expect(readFileSync(victim, "utf8")).toBe("as it was");
});

test("the log is made, and added to by the next start", () => {
  const log = join(home, "postgres", "server.log");
  for (const line of ["one", "two"]) {
    const descriptor = openLog(log);
    writeSync(descriptor, line);
    closeSync(descriptor);
  }
  expect(readFileSync(log, "utf8")).toBe("onetwo");
  expect(statSync(log).mode & 0o777).toBe(0o600);
});
