import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { firstLink } from "../hash-entry.ts";
import { LANES, type LaneHead } from "../lane-head.ts";
import { hashNote, openCheckpoint } from "./checkpoint.ts";
import { CHECKPOINTS_A_FILE, CheckpointFolder } from "./checkpoint-folder.ts";
import { type CheckpointerOptions, type RunningCheckpointer, startCheckpointer } from "./checkpointer.ts";
import { readLatest } from "./latest.ts";
import { openLife } from "./sign-of-life.ts";
import { keepSigner, makeSigner, publicKeyFile, readVerifier, signingKeyFile } from "./signing-key.ts";

const signer = makeSigner();
let root: string;
let folder: CheckpointFolder;
let heads: LaneHead[];
let lines: string[];
const running: RunningCheckpointer[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "airlock-checkpointer-"));
  folder = new CheckpointFolder(join(root, "checkpoints"));
  heads = Array.from({ length: LANES }, (_, lane) => ({ lane, seq: 5, hash: firstLink(lane) }));
  lines = [];
});

afterEach(async () => {
  for (const checkpointer of running.splice(0)) await checkpointer.stop();
  rmSync(root, { recursive: true });
});

async function start(change: Partial<CheckpointerOptions> = {}): Promise<RunningCheckpointer> {
  const checkpointer = await startCheckpointer({
    readHeads: async () => heads,
    folder,
    signer,
    lockFile: join(root, "lock"),
    everyMs: 5,
    log: (line) => lines.push(line),
    ...change,
  });
  running.push(checkpointer);
  return checkpointer;
}

function move(lane: number, seq: number, hash = "ab".repeat(32)): void {
  heads = heads.with(lane, { lane, seq, hash });
}

async function notes(from = folder, range?: { after: number; upTo: number }): Promise<string[]> {
  const found: string[] = [];
  for await (const note of from.read(range)) found.push(note);
  return found;
}

function lifeAt(): number {
  return Date.parse(openLife(readLatest(folder.path)?.life ?? "", signer)?.at ?? "");
}

test("signs when a head moved, and otherwise only says that it is alive", async () => {
  await start();
  await vi.waitFor(() => expect(folder.newest().count).toBe(1));
  const before = lifeAt();
  await vi.waitFor(() => expect(lifeAt()).toBeGreaterThan(before));
  expect(folder.newest().count).toBe(1);

  move(3, 6);
  await vi.waitFor(() => expect(folder.newest().count).toBe(2));
  const [first = "", second = ""] = await notes();
  expect(openCheckpoint(first, signer)).toMatchObject({ number: 1, previous: "0".repeat(64) });
  expect(openCheckpoint(second, signer)).toMatchObject({ number: 2, previous: hashNote(first), heads });
});

test.each([
  ["a head that went back", () => move(3, 4), "Lane 3 was signed up to entry 5 and now ends at 4"],
  ["another hash at the same number", () => move(3, 5), "Entry 5 of lane 3 is not the one that was signed"],
  ["a lane that is gone", () => (heads = heads.slice(1)), "sixteen lanes"],
])("%s is never signed over: it alarms, and shows no sign of life", async (_, change, sentence) => {
  await start();
  await vi.waitFor(() => expect(folder.newest().count).toBe(1));
  change();
  await vi.waitFor(() => expect(lines.join()).toContain(sentence));
  const silentSince = lifeAt();
  await sleep(40);
  expect(lines.filter((line) => line.startsWith("ALARM"))).toHaveLength(1);
  expect(folder.newest().count).toBe(1);
  expect(lifeAt()).toBe(silentSince);
});

test("goes on by itself when the database is back", async () => {
  let isDown = true;
  await start({
    async readHeads() {
      if (isDown) throw new Error("the database system is shutting down");
      return heads;
    },
  });
  await vi.waitFor(() => expect(lines).toEqual(["No checkpoint: the database system is shutting down"]));
  isDown = false;
  await vi.waitFor(() => expect(lines).toEqual([lines[0], "checkpoint 1", "All is well again."]));
});

test("a line that a crash left half written is cut off, and the row goes on", async () => {
  await (await start()).stop();
  const file = join(folder.path, "checkpoints-000000001.jsonl");
  const whole = readFileSync(file, "utf8");
  appendFileSync(file, '{"note":"airlock/audit/1\\n12');
  // Nobody who reads meanwhile takes it for a checkpoint.
  expect(folder.newest().count).toBe(1);
  move(3, 6);
  await (await start()).stop();
  expect(readFileSync(file, "utf8").startsWith(whole)).toBe(true);
  expect((await notes()).map((note) => openCheckpoint(note, signer)?.number)).toEqual([1, 2]);
});

test("nothing is added to checkpoints of another key, nor where some are missing", async () => {
  await (await start()).stop();
  move(1, 6);
  await (await start({ signer: makeSigner() })).stop();
  expect(lines.join()).toContain("not one that this key has signed");
  expect(folder.newest().count).toBe(1);

  await (await start()).stop();
  const file = join(folder.path, "checkpoints-000000001.jsonl");
  writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(1).join("\n"));
  move(1, 7);
  await (await start()).stop();
  expect(lines.join()).toContain("Checkpoints are missing");
  expect(folder.newest().count).toBe(1);
});

test("two checkpointers on one home: the second is refused, and may come once the first has gone", async () => {
  const first = await start();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const second = start();
    vi.setSystemTime(Date.now() + 60_000);
    await expect(second).rejects.toThrow(`held by process ${process.pid}`);
  } finally {
    vi.useRealTimers();
  }
  await first.stop();
  await start();
});

test("the second place gets every checkpoint, also those from when it was away", async () => {
  const mirror = new CheckpointFolder(join(root, "mirror"));
  // A file where the folder should be: it cannot be written.
  writeFileSync(mirror.path, "");
  await start({ mirror });
  await vi.waitFor(() => expect(lines.join()).toContain("The second place cannot be written"));
  move(2, 6);
  await vi.waitFor(() => expect(folder.newest().count).toBe(2));
  rmSync(mirror.path);
  await vi.waitFor(() => expect(lines).toContain("All is well again."));
  expect(await notes(mirror)).toEqual(await notes());
  await vi.waitFor(() => expect(readLatest(mirror.path)).toEqual(readLatest(folder.path)));
});

test("a second place that knows more, or something else, is an alarm, and nothing is signed", async () => {
  const mirror = new CheckpointFolder(join(root, "mirror"));
  await (await start({ mirror })).stop();
  move(2, 6);
  const before = await notes();
  rmSync(folder.path, { recursive: true });
  await start({ mirror });
  await vi.waitFor(() => expect(lines.join()).toContain("has checkpoint 1; here the last is 0"));
  expect(folder.newest().count).toBe(0);
  expect(await notes(mirror)).toEqual(before);
});

test("a thousand to a file, read across files from any number", async () => {
  folder.prepare();
  for (let number = 1; number <= CHECKPOINTS_A_FILE + 2; number++) folder.append(number, `note ${number}`);
  expect(readdirSync(folder.path)).toEqual(["checkpoints-000000001.jsonl", "checkpoints-000001001.jsonl"]);
  expect(folder.newest()).toEqual({ count: 1002, note: "note 1002" });
  expect(await notes(folder, { after: 999, upTo: 1001 })).toEqual(["note 1000", "note 1001"]);
});

test("the key is made once, for its owner alone, and one that others may read is not used", () => {
  const made = keepSigner(root);
  expect(statSync(signingKeyFile(root)).mode & 0o777).toBe(0o600);
  expect(statSync(join(root, "keys")).mode & 0o777).toBe(0o700);
  expect(keepSigner(root).name).toBe(made.name);
  expect(readVerifier(publicKeyFile(root)).name).toBe(made.name);
  expect(readdirSync(join(root, "keys")).sort()).toEqual(["checkpoint-key.pem", "checkpoint-key.pub"]);

  const open = join(root, "open");
  mkdirSync(join(open, "keys"), { recursive: true });
  writeFileSync(signingKeyFile(open), readFileSync(signingKeyFile(root)), { mode: 0o644 });
  expect(() => keepSigner(open)).toThrow("Others may read");
});
