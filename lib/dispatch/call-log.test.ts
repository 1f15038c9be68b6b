import { describe, expect, test } from "vitest";
import { DEFAULT_SANDBOXING } from "#lib/sandbox/config/sandboxing.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { callRecord, logShippingOf, shipLog } from "./call-log.ts";
import type { Claim } from "./claim.ts";
import type { Ending } from "./complete.ts";
import { maskResult } from "./mask-result.ts";

const DEFAULT_LOG_SHIPPING = logShippingOf(DEFAULT_SANDBOXING);
const claim = {
  ...{ id: "i1", fence: 2, tool: "read_file", definitionHash: "h", idempotencyKey: "k" },
  agent: { id: "a1", name: "agent", accessLevel: "standard", projectRoot: null, grants: {} },
  ...{ sessionId: "s1", taskId: "t1", requestId: null },
} as unknown as Omit<Claim, "contract" | "input">;
const result: SandboxResult = {
  ...{ backend: "bubblewrap", start: "warm", exitCode: 0, signal: null, timedOut: false, truncated: false },
  ...{ stdout: "payload ü", stderr: "", usage: { wallMs: 12, cpuMs: 5 } },
  network: [{ at: "2026-01-01T00:00:00.000Z", host: "a.example", port: 443, allowed: false, reason: "not_listed" }],
};

const { usage, network, exitCode, start } = result;
const ending: Ending = {
  ...{ status: "completed", findings: [], cleanedJson: '{"secret":"payload"}' },
  run: { usage: { ...usage, start }, network, exitCode },
};

describe("the line about a call", () => {
  test("has ids, sizes, counts and times, and nothing of what was said", () => {
    const record = callRecord(claim, ending, result, DEFAULT_LOG_SHIPPING);
    expect(record).toMatchObject({
      ...{ invocation: "i1", agentId: "a1", sessionId: "s1", taskId: "t1", tool: "read_file", status: "completed" },
      ...{ execution_time_ms: 12, stdoutBytes: 10, connections: 1, refusedConnections: 1, start: "warm" },
    });
    expect(JSON.stringify(record)).not.toContain("payload");
  });

  test("that was refused has its code and its ids, and no numbers that nobody measured", () => {
    const refused: Ending = { status: "failed", findings: [], errorCode: "no_sandbox", reason: "payload", run: {} };
    const record = callRecord(claim, refused, null, DEFAULT_LOG_SHIPPING);
    expect(record).toMatchObject({ invocation: "i1", status: "failed", errorCode: "no_sandbox" });
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(["execution_time_ms"]));
    expect(JSON.stringify(record)).not.toContain("payload");
  });

  test("has output only where somebody asked for it, cut at its bound and never inside a character", () => {
    const record = callRecord(claim, ending, result, { ...DEFAULT_LOG_SHIPPING, shipRawLogs: true, maxLogBytes: 9 });
    expect(record).toMatchObject({ stdout: "payload ", stderr: "" });
  });

  test("is one line that shows all it holds, whatever an agent calls its session", async () => {
    const forged = '{"event":"call.ended","status":"completed"}';
    const sessionId = `\u0085${forged}\u2028${forged}\u009b2J\u007f\u202e\u{e0041}`;
    const lines: string[] = [];
    const record = callRecord({ ...claim, sessionId }, ending, result, DEFAULT_LOG_SHIPPING);
    await shipLog(record, (line) => void lines.push(line), DEFAULT_LOG_SHIPPING);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ sessionId, status: "completed" });
  });

  test("is given up when nobody takes it in time, or taking it fails; the call goes on", async () => {
    const quick = { ...DEFAULT_LOG_SHIPPING, collectionTimeoutSeconds: 0.01 };
    await shipLog({}, () => new Promise(() => {}), quick);
    await shipLog({}, () => Promise.reject(new Error("full")), quick);
    await shipLog(
      {},
      () => {
        throw new Error("closed");
      },
      quick,
    );
    const lines: string[] = [];
    await shipLog({ event: "x" }, (line) => void lines.push(line), { ...quick, enabled: false });
    expect(lines).toEqual([]);
    await shipLog({ event: "x" }, (line) => void lines.push(line), quick);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ event: "x" });
  });
});

test("no credential of a call is left in anything its sandbox gave back", () => {
  const secret = "canary-value-0123";
  const said = {
    ...result,
    stdout: `Authorization: ${secret}`,
    stderr: Buffer.from(`token=${secret}`).toString("base64"),
    answer: { ok: true as const, output: { nested: [`x${secret}y`] } },
    network: [{ ...result.network[0], path: `/q/${secret}` } as SandboxResult["network"][number]],
    error: { code: "no_sandbox", message: `bad ${secret}` },
  };
  expect(JSON.stringify(said)).toContain(secret);
  const masked = JSON.stringify(maskResult(said, { forge: secret }));
  expect(masked).not.toContain(secret);
  expect(Buffer.from(said.stderr, "base64").toString()).toContain(secret);
  expect(masked).not.toContain(said.stderr);
});
