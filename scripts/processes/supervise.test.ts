import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { isAlive, type ProcessIdentity } from "#lib/environment/process-identity.ts";
import { passEnvironment } from "./pass-environment.ts";
import { logLine } from "./run-process.ts";
import { supervise, tailOf } from "./supervise.ts";

const folder = mkdtempSync(join(tmpdir(), "airlock-supervise-"));
afterAll(() => rmSync(folder, { recursive: true }));

function start(name: string, script: string) {
  const seen: ProcessIdentity[] = [];
  const log = join(folder, `${name}.log`);
  const child = supervise(
    { name, command: process.execPath, args: ["-e", script], cwd: folder, env: passEnvironment({}), log },
    { onChange: (_, identity) => void (identity && seen.push(identity)), onDeath: () => {} },
  );
  return { child, seen, log };
}

test("a child that is killed is started again, and none is left after stopping", async () => {
  const { child, seen } = start("steady", "process.send('ready'); setInterval(() => {}, 1000)");
  await vi.waitFor(() => expect(child.isReady).toBe(true), 10_000);
  process.kill(seen[0]?.pid ?? 0, "SIGKILL");
  await vi.waitFor(() => expect(seen).toHaveLength(2), 10_000);
  expect(child.deaths).toBe(1);
  await child.stop();
  expect(seen.filter(isAlive)).toEqual([]);
});

test("a child that does not listen is ended all the same", async () => {
  const stubborn = "process.on('SIGTERM', () => {}); process.send('ready'); setInterval(() => {}, 1000)";
  const { child, seen } = start("stubborn", stubborn);
  await vi.waitFor(() => expect(child.isReady).toBe(true), 10_000);
  await child.stop();
  expect(seen.filter(isAlive)).toEqual([]);
});

test("the end of a child's log says why it died", async () => {
  const { child, log } = start("broken", "console.error('the port is taken'); process.exit(1)");
  await vi.waitFor(() => expect(child.deaths).toBeGreaterThan(0), 10_000);
  await child.stop();
  expect(tailOf(log)).toContain("the port is taken");
});

test("what others sent speaks to no terminal out of a log, nor begins a line of its own there", () => {
  const sent = "\u001b[2J\u009b8m\r\n2026-11-18T12:00:00.000Z all is well";
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  logLine(`not recorded: ${sent}`);
  const line = String(written.mock.lastCall?.[0]);
  written.mockRestore();
  expect(line).toMatch(/^[^\p{Cc}]+\n$/u);

  // Not all that writes to a log goes through that.
  const log = join(folder, "painted.log");
  writeFileSync(log, `${sent}\nError: the port is taken\n`);
  expect(tailOf(log).split("\n").join("")).not.toMatch(/\p{Cc}/u);
  expect(tailOf(log)).toMatch(/\nError: the port is taken$/);
});

test("a child is given what it needs by name, and nothing else of ours", () => {
  const ours = {
    NODE_ENV: "test",
    PATH: "/usr/bin",
    DATABASE_URL: "postgres://owner:secret@localhost/airlock",
  } as const;
  expect(passEnvironment({ AIRLOCK_DOORS: "gateway" }, ours)).toEqual({
    NODE_ENV: "production",
    PATH: "/usr/bin",
    AIRLOCK_DOORS: "gateway",
  });
});
