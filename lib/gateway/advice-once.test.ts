import { describe, expect, test } from "vitest";
import { failure, notRun, withheld } from "#lib/dispatch/judge-result.ts";
import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";
import { refuse } from "#lib/errors/outcome.ts";
import { defaultPolicy } from "#lib/sanitise/policy.ts";
import type { AgentView } from "./agent-view.ts";
import { askBatch } from "./ask-batch.ts";
import { eventStream } from "./event-stream.ts";
import { answerInvocation, answerQuestion, answerRefusal } from "./http-answer.ts";
import { callResult, refusalResult } from "./mcp/call-result.ts";
import { rpcRefusal } from "./mcp/rpc-answer.ts";

/** What the doors of agents answer, over every code: the advice is there, and not a second time. */
const CODES = Object.keys(ERRORS) as ErrorCode[];
const WORDS = [undefined, "The third field is empty."];
const CASES = CODES.flatMap((code) => WORDS.map((words) => [code, words] as const));

const VIEW: AgentView = {
  id: "00000000-0000-4000-8000-000000000001",
  tool: "read_note",
  status: "failed",
  approvalStatus: "not_required",
  tier: "low",
  revision: 1,
  requiredApprovals: 0,
  askedAt: "2026-01-01T00:00:00Z",
};

/** How often the advice stands in an answer, also where that is JSON in JSON. */
function timesIn(answer: string, code: ErrorCode): number {
  const advice = JSON.stringify(ERRORS[code].todo).slice(1, -1);
  return answer.split(advice).length - 1;
}

describe.each(CASES)("%s, said as %j", (code, words) => {
  const refusal = refuse(code, words);
  const ended = (reason = refusal.message): AgentView => ({ ...VIEW, errorCode: code, reason });

  test("over HTTP", async () => {
    const denied = { ok: true, value: { ...ended(), status: "denied" } } as const;
    const batch = await askBatch(
      { calls: [{ tool: "a", input: {} }] },
      { ask: async () => refusal, wait: async () => refusal, onBug: () => {} },
    );
    const deniedBatch = await askBatch(
      { calls: [{ tool: "a", input: {} }] },
      { ask: async () => denied, wait: async () => denied, onBug: () => {} },
    );
    const answers = [
      await answerRefusal(refusal).text(),
      await answerInvocation(refusal).text(),
      await answerInvocation(denied).text(),
      await answerQuestion(refusal).text(),
      JSON.stringify(batch),
      JSON.stringify(deniedBatch),
      await new Response(
        eventStream(
          async function* () {
            yield refusal;
          },
          "c",
          new AbortController().signal,
        ),
      ).text(),
    ];
    expect(answers.map((answer) => timesIn(answer, code))).toEqual(answers.map(() => 1));
  });

  test("over MCP, also of what the dispatcher wrote down", async () => {
    const results = [
      refusalResult(refusal),
      callResult({ ...ended(), status: "denied" }),
      callResult(ended(notRun(refusal).reason)),
      callResult({ ...VIEW, errorCode: code }),
    ];
    const answers = [await rpcRefusal(refusal).text(), ...results.map((result) => JSON.stringify(result))];
    expect(answers.map((answer) => timesIn(answer, code))).toEqual(answers.map(() => 1));
  });
});

test("what is written down of a failure is what happened, without advice", () => {
  const terms = { nonce: "n0nce", policy: defaultPolicy("prose"), wordsPolicy: defaultPolicy("prose") };
  for (const code of CODES) expect(notRun(refuse(code)).reason).toBe(ERRORS[code].sentence);
  for (const code of ["output_invalid", "output_blocked", "cleaning_failed"] as const) {
    expect(withheld(code).reason).toBe(ERRORS[code].sentence);
  }
  expect(failure("tool_timed_out", undefined, terms).reason).toBe(ERRORS.tool_timed_out.sentence);
});
