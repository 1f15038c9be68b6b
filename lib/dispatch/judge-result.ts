import { type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { validateOutput } from "#lib/registry/validate.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { clean } from "#lib/sanitise/clean.ts";
import { cleanValue } from "#lib/sanitise/clean-value.ts";
import type { CleaningPolicy } from "#lib/sanitise/policy.ts";
import type { Ending } from "./complete.ts";

/** How this call's output is cleaned. The nonce is its own: the tool cannot know it, so it cannot forge the marks that the cleaner leaves. */
export interface CleaningTerms {
  readonly nonce: string;
  readonly policy: CleaningPolicy;
  /** For what it says when it fails, which is prose whatever its output is. */
  readonly wordsPolicy: CleaningPolicy;
}

/** Refusals of a sandbox that an agent is told in their own words. */
const TOLD = ["binding_broken", "sandbox_ended", "secret_unavailable"] as const;

/** What of a contract a judgement rests on; little enough to be handed to a thread. */
export type JudgedContract = Pick<ToolContract, "outputSchema" | "outputContent"> & {
  readonly runtime: Pick<ToolContract["runtime"], "kind">;
};

/** An ending without what is known about the run, which is not read out of what the tool said. */
export type Judged = Omit<Ending, "run">;

/** What a sandbox says, but for the measures of the run. */
export type Came = Pick<
  SandboxResult,
  "exitCode" | "signal" | "timedOut" | "stdout" | "stderr" | "truncated" | "answer" | "stopped" | "error"
>;

/**
 * Turns what came out of a sandbox into what is recorded: valid against the output schema, cleaned, and valid again.
 * Whatever cannot be cleaned is withheld; the raw bytes go to reviewers alone.
 */
export function judgeResult(contract: JudgedContract, result: Came, terms: CleaningTerms): Judged {
  const said = wordsOf(result);
  if (result.stopped === "cancelled") {
    return { status: "cancelled", findings: [], reason: "It was stopped while it ran." };
  }
  if (result.error) {
    const { code, message } = result.error;
    // "It was not run" is only said where that is known: an agent would ask again, and the effect would be there twice.
    const told = TOLD.find((known) => known === code);
    // Why a sandbox could not be made speaks of the host, its paths and programs: it is kept for people, in the run.
    return told ? failure(told, message, terms, said) : failure("no_sandbox", undefined, terms, said);
  }
  if (result.timedOut) return failure("tool_timed_out", undefined, terms, said);
  if (result.stopped === "cpu") return failure("tool_timed_out", "It used up its processor time.", terms, said);
  if (result.stopped === "memory") return failure("tool_failed", "It used up its memory.", terms, said);
  if (result.stopped === "output" || result.truncated) return failure("output_too_large", undefined, terms, said);
  const output = outputOf(contract, result);
  if ("failed" in output) return failure("tool_failed", output.failed, terms, said);
  return judgeOutput(contract, output.value, rawOf(result), terms);
}

/** An output with the bytes that are kept of it: valid, cleaned, and valid again, or withheld. */
export function judgeOutput(
  contract: Omit<JudgedContract, "runtime">,
  output: unknown,
  raw: Uint8Array,
  { nonce, policy }: CleaningTerms,
): Judged {
  const valid = validateOutput(contract, output);
  if (!valid.ok) return { ...withheld("output_invalid"), raw };
  const cleaned = cleanValue(output, { content: contract.outputContent, policy, nonce });
  if (!cleaned.ok) return { ...withheld("cleaning_failed"), raw };
  if (cleaned.value.blocked) {
    return { ...withheld("output_blocked"), raw, findings: cleaned.value.findings };
  }
  // A mask may break a pattern or a length of the schema: then the agent gets nothing rather than something unlawful.
  if (!validateOutput(contract, cleaned.value.value).ok) {
    return { ...withheld("output_invalid"), raw, findings: cleaned.value.findings };
  }
  const { value, findings } = cleaned.value;
  // The findings are capped, so they cannot say it.
  const altered = !isSameJson(output, value);
  return { status: "completed", raw, cleanedJson: JSON.stringify(value ?? null), altered, findings };
}

/** A bundle answers through its runner and in no other way; a command answers by its exit code and standard output. */
function outputOf({ runtime }: JudgedContract, result: Came): { value: unknown } | { failed: string } {
  const { answer, exitCode, signal, stdout, stderr } = result;
  if (answer) return answer.ok ? { value: answer.output } : { failed: answer.error.message };
  if (exitCode !== 0) return { failed: stderr || `It ended with ${signal ?? `exit code ${exitCode}`}.` };
  return runtime.kind === "bundle" ? { failed: "It gave no answer." } : { value: stdout };
}

function rawOf({ answer, stdout }: Came): Uint8Array {
  return Buffer.from(answer?.ok ? JSON.stringify(answer.output) : stdout, "utf8");
}

/** The agent is told that there is nothing for it, and nothing else. */
export function withheld(code: "output_invalid" | "output_blocked" | "cleaning_failed"): Judged {
  return { status: "failed", findings: [], errorCode: code, reason: refuse(code).message };
}

const REASON_MAX = 2_000;

/** Everything that a tool said on the way to its failure. */
function wordsOf({ answer, stdout, stderr }: Came): Uint8Array {
  return Buffer.from(JSON.stringify({ answer, stdout, stderr }), "utf8");
}

/** A failure's words may come from the tool, so they are cleaned like any output. */
export function failure(
  code: NonNullable<Ending["errorCode"]>,
  words: string | undefined,
  { nonce, wordsPolicy: policy }: CleaningTerms,
  raw: Uint8Array = Buffer.from(JSON.stringify({ error: words ?? "" }), "utf8"),
): Judged {
  const options = { content: "prose", policy, nonce, maxLength: REASON_MAX } as const;
  const { cleaned, findings, blocked } = clean(words ?? refuse(code).message, options);
  const told = blocked.length > 0 ? `${refuse(code).message} What it said is withheld by policy.` : cleaned;
  const cleanedJson = JSON.stringify({ error: told });
  return { status: "failed", raw, cleanedJson, findings, errorCode: code, reason: told };
}

/** The ending of a call that was refused before anything ran. */
export function notRun({ code, message }: Refusal): Ending {
  return { status: "failed", findings: [], errorCode: code, reason: message, run: { error: { code, message } } };
}
