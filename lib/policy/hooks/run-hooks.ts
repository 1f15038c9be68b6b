import { z } from "zod";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { headOf, plainText } from "#lib/policy/plain-text.ts";
import type { Hook, PendingCall } from "./hook.ts";

/**
 * Asks the hooks in order, each for its own yes. The first that does not say yes ends it: those after it are not asked. One that
 * throws, takes too long or answers anything else has not said yes.
 */
export async function runHooks(hooks: readonly Hook[], call: PendingCall): Promise<TraceLine[]> {
  const lines: TraceLine[] = [];
  for (const hook of hooks) {
    const refusal = await askHook(hook, call);
    lines.push(lineOf(hook, call, refusal));
    if (refusal !== undefined) break;
  }
  return lines;
}

const answerSchema = z.union([
  z.strictObject({ proceed: z.literal(true) }),
  z.strictObject({ proceed: z.literal(false), reason: z.string() }),
]);

/** Why not; nothing where it says yes. */
async function askHook({ name, timeoutMs, check }: Hook, call: PendingCall): Promise<string | undefined> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const copy = { ...call, input: structuredClone(call.input) };
    const answer = answerSchema.safeParse(await Promise.race([check(copy, limit), whenAborted(limit)]));
    if (!answer.success) return `The check ${name} gave no answer that can be read.`;
    return answer.data.proceed
      ? undefined
      : `The check ${name} refused: ${plainText(answer.data.reason.trim() || "it gave no reason.", 300)}`;
  } catch (error) {
    if (limit.aborted) return `The check ${name} did not answer in time.`;
    // A failure of ours to say no more about: what a hook throws may hold anything.
    console.error(`hook ${name}:`, error);
    return `The check ${name} failed, so the call does not go on.`;
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function lineOf({ name }: Hook, { tool }: PendingCall, refusal: string | undefined): TraceLine {
  return {
    rule: `hook.${name}`,
    stage: "check",
    concluded: refusal === undefined ? "pass" : "deny",
    saw: headOf(tool, 400),
    sentence: headOf(refusal ?? `The check ${name} lets the call go on.`, 400),
  };
}
