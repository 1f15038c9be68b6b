import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readUnsignedCheckpoint } from "#lib/audit/checkpoint/checkpoint.ts";
import { CheckpointFolder } from "#lib/audit/checkpoint/checkpoint-folder.ts";
import { CheckpointRow } from "#lib/audit/checkpoint/checkpoint-row.ts";
import { keepSigner, publicKeyFile, readVerifier } from "#lib/audit/checkpoint/signing-key.ts";
import { verifyLog } from "#lib/audit/verify/log-verifier.ts";
import { readLaneHeads } from "#lib/audit/verify/read-database.ts";
import { readExport } from "#lib/audit/verify/read-export.ts";
import { asOwner } from "#lib/audit/verify/tamper.fixture.ts";
import { PROJECT_ROOT } from "#lib/environment/home.ts";
import { passEnvironment } from "#scripts/processes/pass-environment.ts";
import { auditExport } from "./audit-export.ts";
import { auditVerify } from "./audit-verify.ts";
import { UsageError } from "./command.ts";

const home = mkdtempSync(join(tmpdir(), "airlock-audit-cli-"));
const MAIN = join(PROJECT_ROOT, "bin", "commands", "main.ts");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { admin } = database;
  const row = new CheckpointRow(new CheckpointFolder(join(home, "checkpoints")), undefined, keepSigner(home));
  await admin`select audit.append('agent:' || n, 'invocation.asked', 'invocation:' || n, '{"status": "denied"}') from generate_series(1, 40) n`;
  row.sign(await readLaneHeads(admin), new Date());
  await admin`select audit.append('person:1', 'agent.created', 'agent:1', '{"n": 1}') from generate_series(1, 60) n`;
  row.sign(await readLaneHeads(admin), new Date());
  await admin`select audit.append('person:1', 'agent.frozen', 'agent:1', '{}')`;
});
afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true });
});

function environment(): NodeJS.ProcessEnv {
  return passEnvironment({ AIRLOCK_HOME: home, AIRLOCK_DB_AUDITOR_URL: database.urls.auditor });
}

function airlock(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, "audit", ...args], {
    encoding: "utf8",
    env: environment(),
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}

function verified(...args: string[]) {
  const { status, stdout } = airlock("verify", "--json", ...args);
  return { status, ...(JSON.parse(stdout) as Record<string, unknown>) };
}

test("a log is proved with the auditor's login, and says how far it is signed", () => {
  expect(verified()).toMatchObject({ status: 0, proved: true, entries: 101, checkpoints: 2, unsigned: 1, broken: [] });
  const { status, stdout } = airlock("verify");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^proved {4}101 entries and 2 checkpoints in .* s\nsigned {4}up to checkpoint 2 of .*; 1 later/,
  );
});

test("without a checkpoint nothing is proved, unless that is asked for by name", () => {
  const empty = mkdtempSync(join(tmpdir(), "airlock-audit-empty-"));
  expect(verified("--checkpoints", empty)).toMatchObject({ status: 1, first: { kind: "checkpoint", fault: "none" } });
  expect(verified("--without-checkpoints")).toMatchObject({ status: 0, checkpoints: 0 });
  rmSync(empty, { recursive: true });
});

test.each([
  ["an unknown flag", auditVerify, ["--loudly"]],
  ["a key that is not there", auditVerify, ["--public-key", "/nonexistent"]],
  [
    "checkpoints that are not there",
    auditVerify,
    ["--public-key", publicKeyFile(home), "--checkpoints", "/nonexistent"],
  ],
  ["an export that is not there", auditVerify, ["--public-key", publicKeyFile(home), "--file", "/nonexistent"]],
  ["a checkpoint that cannot be", auditVerify, ["--public-key", publicKeyFile(home), "--at-least", "0"]],
  ["checkpoints that are both counted and left out", auditVerify, ["--without-checkpoints", "--at-least", "1"]],
  ["no format", auditExport, []],
  ["an unknown format", auditExport, ["--format", "xml"]],
  ["a time without a zone", auditExport, ["--format", "cef", "--since", "2026-11-16T05:00:00"]],
])("%s is a usage error", async (_, command, args) => {
  await expect(command.run(args)).rejects.toThrow(UsageError);
});

test("a database that does not answer is a failure, not a verdict", () => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, "audit", "verify"], {
    encoding: "utf8",
    env: { ...environment(), AIRLOCK_DB_AUDITOR_URL: "postgres://nobody:x@127.0.0.1:1/none" },
  });
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
});

test("an export as JSONL is proved offline by the public key alone, and any change of it shows", async () => {
  const { status, stdout } = airlock("export", "--format", "jsonl");
  expect(status).toBe(0);
  const file = join(home, "export.jsonl");
  writeFileSync(file, stdout);
  const elsewhere = passEnvironment({ AIRLOCK_HOME: "/nonexistent" });
  const args = ["verify", "--json", "--file", file, "--public-key", publicKeyFile(home)];
  const offline = spawnSync(process.execPath, [MAIN, "audit", ...args], { encoding: "utf8", env: elsewhere });
  expect(offline.status).toBe(0);
  expect(JSON.parse(offline.stdout)).toMatchObject({ proved: true, entries: 101, checkpoints: 2, unsigned: 1 });

  const key = readVerifier(publicKeyFile(home));
  const lines = stdout.trimEnd().split("\n");
  const swapped = lines.with(50, lines[51] ?? "").with(51, lines[50] ?? "");
  const broken = async (text: string) => {
    writeFileSync(file, text);
    return (await verifyLog(readExport(file), key)).broken[0];
  };
  const without = (index: number) => `${lines.toSpliced(index, 1).join("\n")}\n`;
  expect(await broken(stdout)).toBeUndefined();
  expect(await broken(stdout.replace("person:1", "person:2"))).toMatchObject({ fault: "wrong_hash" });
  expect(await broken(without(1))).toMatchObject({ fault: "missing" });
  expect(await broken(without(lines.length - 1))).toMatchObject({ fault: "cut_off" });
  expect(await broken(`${swapped.join("\n")}\n`)).toMatchObject({ kind: "entry", fault: "missing" });
  expect(await broken(stdout.replace('"seq":2,', '"seq":"2",'))).toMatchObject({ kind: "line" });
  expect(await broken(stdout.slice(0, -40))).toMatchObject({ kind: "line", number: lines.length });
  expect(await broken("")).toMatchObject({ kind: "line", number: 1 });
});

test("an export that was cut at an earlier checkpoint is refused by whoever knows of a later one", () => {
  const lines = airlock("export", "--format", "jsonl").stdout.split("\n");
  const first = lines.findIndex((line) => line.startsWith('{"type":"checkpoint"'));
  const { note } = JSON.parse(lines[first] ?? "") as { note: string };
  const heads = readUnsignedCheckpoint(note)?.heads;
  const file = join(home, "cut.jsonl");
  writeFileSync(file, `${[...lines.slice(0, first + 1), JSON.stringify({ type: "heads", heads })].join("\n")}\n`);
  // The control: by itself it is a whole log, that of an earlier day.
  expect(verified("--file", file, "--at-least", "1")).toMatchObject({ status: 0, proved: true, checkpoints: 1 });
  const missing = { kind: "checkpoint", number: 2, fault: "missing" };
  expect(verified("--file", file, "--at-least", "2")).toMatchObject({ status: 1, first: missing });
  expect(verified("--at-least", "2")).toMatchObject({ status: 0 });
  expect(verified("--at-least", "3")).toMatchObject({ status: 1, first: { ...missing, number: 3 } });
});

test("a line that does not end is named and not read to its end", async () => {
  const file = join(home, "endless.jsonl");
  writeFileSync(file, "");
  truncateSync(file, 700 * 1024 * 1024);
  const { broken } = await verifyLog(readExport(file), undefined);
  expect(broken).toMatchObject([{ kind: "line", number: 1, sentence: "Line 1 is longer than 1 MB." }]);
  rmSync(file);
});

test("an error that nobody caught is a failure, not a verdict", () => {
  const file = join(home, "any.jsonl");
  writeFileSync(file, "{}\n");
  // A stream whose error is thrown where no caller hears it, as readline did at a line that was too long.
  const fault = `
    import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; import { Readable } from "node:stream";
    fs.createReadStream = () => {
      process.nextTick(() => { throw new RangeError("too long"); });
      return new Readable({ read() {} });
    };
    syncBuiltinESMExports();`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(fault)}`, MAIN, "audit", "verify", "--file", file],
    { encoding: "utf8", env: environment() },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 3, stdout: "", stderr: "too long\n" });
});

test("a filtered export says so, and is not taken for a proof", () => {
  const { stdout } = airlock("export", "--format", "jsonl", "--action", "agent.frozen", "--subject", "agent:1");
  const [header, entry, ...rest] = stdout.trimEnd().split("\n");
  expect(JSON.parse(header ?? "")).toMatchObject({ filtered: true });
  expect(JSON.parse(entry ?? "")).toMatchObject({ type: "entry", entry: { action: "agent.frozen" } });
  expect(rest).toEqual([]);
  const file = join(home, "filtered.jsonl");
  writeFileSync(file, stdout);
  expect(airlock("verify", "--file", file)).toMatchObject({ status: 2 });
});

test("CEF and OCSF have a line for each entry, in order of time, within the times that were asked for", () => {
  const rt = (line: string) => Number(/ ?rt=(\d+)/.exec(line)?.[1]);
  const cef = airlock("export", "--format", "cef").stdout.trimEnd().split("\n");
  expect(cef).toHaveLength(101);
  expect(cef.map(rt)).toEqual(cef.map(rt).sort((a, b) => a - b));
  const ocsf = airlock("export", "--format", "ocsf", "--since", "2020-01-01").stdout.trimEnd().split("\n");
  const classes = ocsf.map((line) => (JSON.parse(line) as { class_uid: number }).class_uid);
  expect(classes.filter((uid) => uid === 2004)).toHaveLength(40);
  expect(classes.filter((uid) => uid === 6003)).toHaveLength(61);
  expect(airlock("export", "--format", "cef", "--until", "2020-01-01T00:00:00+02:00")).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

test("an export names a row that stands outside the chain, and leaves it out of what it gives as entries", async () => {
  await asOwner(database.admin, async (sql) => {
    await sql`alter domain audit.lane_number drop constraint lane_number_bounds`;
    await sql`
      insert into audit.events (lane, seq, version, at_us, actor, action, subject, body, prev, hash)
      values (16, 1, 1, 1, 'person:victim', 'invocation.approved', 'invocation:1', '{}', sha256('x'), sha256('y'))`;
  });
  const stderr = "BROKEN    Lane 16: an entry 1 stands outside the chain.\n";
  const cef = airlock("export", "--format", "cef");
  expect(cef).toMatchObject({ status: 1, stderr });
  expect(cef.stdout).not.toContain("victim");
  const jsonl = airlock("export", "--format", "jsonl");
  expect(jsonl).toMatchObject({ status: 1, stderr });
  const file = join(home, "strayed.jsonl");
  writeFileSync(file, jsonl.stdout);
  expect(verified("--file", file)).toMatchObject({ status: 1, first: { kind: "stray", lane: 16, seq: "1" } });
  await asOwner(database.admin, async (sql) => {
    await sql`delete from audit.events where lane = 16`;
  });
});

test("a text with every sign that ends a line somewhere comes through an export whole", async () => {
  const text = "a\u2028b\u2029c\u0085d\re\nf";
  await database.admin`select audit.append(${`system ${text}`}, 'test', 'test:1', ${database.admin.json({ text })})`;
  const file = join(home, "signs.jsonl");
  writeFileSync(file, airlock("export", "--format", "jsonl").stdout);
  expect(verified("--file", file)).toMatchObject({ status: 0, proved: true });
});

test("a reader that has seen enough ends the export quietly", async () => {
  await database.admin`select audit.append('system', 'test', 'invocation:flood', jsonb_build_object('text', repeat('x', 20000))) from generate_series(1, 300)`;
  const child = spawn(process.execPath, [MAIN, "audit", "export", "--format", "cef"], {
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child.stdout, "data");
  child.stdout.destroy();
  const [code] = (await once(child, "exit")) as [number | null];
  expect({ code, said }).toEqual({ code: 0, said: "" });
});

test("what an owner changed is named with exit 1", async () => {
  await asOwner(database.admin, async (sql) => {
    await sql`update audit.events set actor = 'person:2' where lane = 14 and seq = 30`;
  });
  const broken = { kind: "entry", lane: 14, seq: 30, from: 30, fault: "wrong_hash" };
  expect(verified()).toMatchObject({ status: 1, proved: false, first: broken });
  expect(airlock("verify").stdout).toMatch(
    /^BROKEN {4}Lane 14: the hash of entry 30 does not follow from what it says\.\n/,
  );
  expect(readFileSync(publicKeyFile(home), "utf8")).toMatch(/^airlock\/audit\/[0-9a-f]{16}\+[0-9a-f]{8}\+/);
});

test.each([
  ["a table", (words: string) => ({ type: "table", table: "audit.events", fault: "rule", sentence: words })],
  ["a table's name", (words: string) => ({ type: "table", table: words, fault: "rule", sentence: "." })],
  ["a row outside the chain", (words: string) => ({ type: "stray", lane: 1, seq: words })],
  ["a field", (words: string) => ({ type: "heads", heads: [], [words]: 1 })],
])("an export that speaks to the terminal by %s cannot have itself shown as proved", (_, record) => {
  const painted = "\u001b[2K\rproved    101 entries and 2 checkpoints in 0.1 s\n\u009b8m";
  const file = join(home, "painted.jsonl");
  const lines = [{ type: "log", format: "airlock-audit/1", filtered: false }, record(painted)];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const { status, stdout } = airlock("verify", "--file", file);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^BROKEN /);
  expect(stdout).not.toMatch(/^proved/m);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});
