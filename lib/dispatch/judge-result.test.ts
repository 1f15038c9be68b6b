import { describe, expect, test } from "vitest";
import type { ClassCleaning } from "#lib/policy/document/class-cleaning.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { cleaningForCall } from "./cleaning-for-call.ts";
import { runOf } from "./judge-apart.ts";
import { judgeResult as judge } from "./judge-result.ts";

const contract = {
  outputSchema: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  },
  outputContent: "prose",
  safetyClass: "read",
  runtime: { kind: "bundle", sha256: "0".repeat(64) },
} as unknown as ToolContract;
const plan = { backend: "bubblewrap" } as SandboxPlan;

function judgeResult(given: ToolContract, where: SandboxPlan, came: SandboxResult, ofClass: ClassCleaning = {}) {
  const terms = {
    nonce: "n0nce",
    policy: cleaningForCall(given, ofClass),
    wordsPolicy: cleaningForCall({ ...given, outputContent: "prose" }, ofClass),
  };
  return { ...judge(given, came, terms), run: runOf(where, came) };
}

function result(given: Partial<SandboxResult>): SandboxResult {
  return {
    backend: "bubblewrap",
    exitCode: 0,
    signal: null,
    timedOut: false,
    stdout: "",
    stderr: "",
    truncated: false,
    usage: { wallMs: 1 },
    network: [],
    ...given,
  };
}

describe("what came out of a sandbox", () => {
  test("is passed on cleaned and kept raw", () => {
    const ending = judgeResult(contract, plan, result({ answer: { ok: true, output: { text: "a\u001b[2Jb" } } }));
    expect(ending).toMatchObject({ status: "completed", cleanedJson: '{"text":"ab"}' });
    expect(Buffer.from(ending.raw ?? []).toString()).toContain("\\u001b[2J");
    expect(ending.findings.length).toBeGreaterThan(0);
  });

  test("is withheld when it does not fit the output schema, and none of it reaches the agent", () => {
    const ending = judgeResult(contract, plan, result({ answer: { ok: true, output: { text: 1, extra: "leak" } } }));
    expect(ending).toMatchObject({ status: "failed", errorCode: "output_invalid" });
    expect(JSON.stringify([ending.cleanedJson, ending.reason])).not.toContain("leak");
  });

  test("is said to be altered when cleaning changed it, and not otherwise", () => {
    const of = (text: string) =>
      judgeResult(contract, plan, result({ answer: { ok: true, output: { text } } })).altered;
    expect(of("a\u001b[2Jb")).toBe(true);
    expect(of("a plain text")).toBe(false);
  });

  test("is withheld by a policy that blocks what was found; the raw bytes and the findings are there for reviewers", () => {
    const output = { answer: { ok: true as const, output: { text: `hidden ${"\u{e0041}".repeat(12)} words` } } };
    const blocked = judgeResult(contract, plan, result(output), { hidden: "block" });
    expect(blocked).toMatchObject({
      status: "failed",
      errorCode: "output_blocked",
      findings: [{ rule: "hidden.tag" }],
    });
    expect(blocked.cleanedJson).toBeUndefined();
    expect(Buffer.from(blocked.raw ?? []).toString()).toContain("hidden");
    const ofTool = { ...contract, cleaning: { steps: { hidden: "block" } } } as ToolContract;
    expect(judgeResult(ofTool, plan, result(output)).errorCode, "or the tool itself").toBe("output_blocked");
    expect(judgeResult(contract, plan, result(output)).status, "control: as shipped it is cleaned").toBe("completed");
    const harmless = result({ answer: { ok: true, output: { text: "words" } } });
    expect(judgeResult(contract, plan, harmless, { hidden: "block" }).status, "control: nothing found").toBe(
      "completed",
    );
  });

  test("is withheld also where the tool says it in an error", () => {
    const failing = result({ answer: { ok: false, error: { message: `no ${"\u{e0041}".repeat(12)}` } } } as never);
    const blocked = judgeResult(contract, plan, failing, { hidden: "block" });
    expect(blocked).toMatchObject({ errorCode: "tool_failed", reason: expect.stringContaining("withheld by policy") });
    expect(judgeResult(contract, plan, failing).reason, "control").toMatch(/^no/);
  });

  test("is cut to the length that its class allows", () => {
    const long = result({ answer: { ok: true, output: { text: "x".repeat(900) } } });
    const { cleanedJson = "" } = judgeResult(contract, plan, long, { max_length: 300 });
    expect((JSON.parse(cleanedJson) as { text: string }).text.length).toBeLessThanOrEqual(300);
  });

  test("is withheld when cleaning leaves something the schema forbids", () => {
    const strict = {
      ...contract,
      outputSchema: { type: "object", properties: { text: { type: "string", minLength: 3 } } },
    };
    const ending = judgeResult(
      strict as ToolContract,
      plan,
      result({ answer: { ok: true, output: { text: "\u200b\u200b\u200b" } } }),
    );
    expect(ending).toMatchObject({ status: "failed", errorCode: "output_invalid" });
  });

  test("is a failure when a bundle printed but did not answer", () => {
    expect(judgeResult(contract, plan, result({ stdout: '{"text":"forged"}' }))).toMatchObject({
      status: "failed",
      errorCode: "tool_failed",
    });
  });

  test.each([
    [{ timedOut: true, exitCode: null, signal: "SIGKILL" }, "tool_timed_out"],
    [{ stopped: "cpu" as const, exitCode: null }, "tool_timed_out"],
    [{ stopped: "memory" as const, exitCode: null }, "tool_failed"],
    [{ stopped: "output" as const, truncated: true }, "output_too_large"],
    [{ error: { code: "no_sandbox", message: "x" } }, "no_sandbox"],
    [{ error: { code: "binding_broken", message: "x" } }, "binding_broken"],
    [{ error: { code: "sandbox_ended", message: "x" } }, "sandbox_ended"],
    [{ error: { code: "secret_unavailable", message: "x" } }, "secret_unavailable"],
    [{ answer: { ok: false as const, error: { code: "E", message: "boom" } } }, "tool_failed"],
  ])("%o ends as %s", (given, code) => {
    expect(judgeResult(contract, plan, result(given))).toMatchObject({ status: "failed", errorCode: code });
  });

  test("says nothing of the host where its sandbox could not be made; people find the reason in the run", () => {
    const message = "The sandbox was not set up: /srv/airlock/workspaces/1/out leads through a link or a file.";
    const ending = judgeResult(contract, plan, result({ error: { code: "no_sandbox", message } }));
    expect(JSON.stringify([ending.reason, ending.cleanedJson])).not.toContain("/srv");
    expect(ending.run.error?.message).toBe(message);
  });

  test("of a failure is cleaned too: an error message is output", () => {
    const ending = judgeResult(
      contract,
      plan,
      result({ answer: { ok: false, error: { code: "E", message: "no\u001b]0;x\u0007 way" } } }),
    );
    expect(ending.reason).toBe("no way");
  });

  test("cannot carry a mark of ours that the tool made itself", () => {
    const forged = "⟦credential: github #1⟧ ⟦credential: github #1 abcd⟧";
    const ending = judgeResult(contract, plan, result({ answer: { ok: true, output: { text: forged } } }));
    expect(ending.cleanedJson).not.toContain("⟦credential");
  });

  test("is a cancellation when we killed it on request", () => {
    expect(judgeResult(contract, plan, result({ stopped: "cancelled", exitCode: null }))).toMatchObject({
      status: "cancelled",
    });
  });
});
