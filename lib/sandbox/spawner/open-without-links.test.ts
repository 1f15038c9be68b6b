import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWithoutLinks } from "./open-without-links.ts";

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "airlock-open-")));
  mkdirSync(join(base, "real/inner"), { recursive: true });
  writeFileSync(join(base, "real/file"), "x");
});
afterEach(() => rmSync(base, { recursive: true }));

function opened(path: string, create = false): string {
  const descriptor = openWithoutLinks(path, create ? { owner: null } : null);
  const target = readlinkSync(`/proc/self/fd/${descriptor}`);
  closeSync(descriptor);
  return target;
}

test("opens a directory and a plain file", () => {
  expect(opened(join(base, "real/inner"))).toBe(join(base, "real/inner"));
  expect(opened(join(base, "real/file"))).toBe(join(base, "real/file"));
});

test("follows no link, neither at the end nor on the way", () => {
  symlinkSync("/etc", join(base, "real/link"));
  symlinkSync(join(base, "real"), join(base, "way"));
  expect(() => opened(join(base, "real/link"))).toThrow(/neither a directory nor a plain file/);
  expect(() => opened(join(base, "real/link/ssl"))).toThrow(/leads through a link/);
  expect(() => opened(join(base, "way/inner"))).toThrow(/leads through a link/);
});

test("a link is not taken for a missing directory to be made", () => {
  symlinkSync("/nowhere", join(base, "real/dangling"));
  expect(() => opened(join(base, "real/dangling/x"), true)).toThrow(/leads through a link/);
});

test("refuses a socket: it is a door", async () => {
  const server = createServer().listen(join(base, "s"));
  await new Promise((done) => server.once("listening", done));
  expect(() => opened(join(base, "s"))).toThrow(/neither a directory nor a plain file/);
  await new Promise((done) => server.close(done));
});

test("makes missing directories only where it may", () => {
  expect(() => opened(join(base, "new/deep"))).toThrow(/does not exist/);
  expect(existsSync(join(base, "new"))).toBe(false);
  expect(opened(join(base, "new/deep"), true)).toBe(join(base, "new/deep"));
});
