import { readAnswer } from "#lib/sandbox/read-answer.ts";
import { maskOf, maskValue } from "#lib/secrets/mask-secrets.ts";
import type { Said } from "./call-log.ts";
import {
  type Came,
  type CleaningTerms,
  failure,
  type Judged,
  type JudgedContract,
  judgeOutput,
  judgeResult,
} from "./judge-result.ts";

/** What a sandbox says, not yet read: the answer as bytes, and the credentials still in it. */
export interface SaidBySandbox extends Came {
  readonly answerBytes?: Uint8Array;
  readonly secrets: readonly string[];
}

/** Values in, values out, so that a thread can do it. The credentials go before anything of it is kept, logged or shown. */
export function judgeSaid(
  contract: JudgedContract,
  { answerBytes, secrets, ...came }: SaidBySandbox,
  terms: CleaningTerms,
): { readonly judged: Judged; readonly said: Said } {
  const answer = answerBytes ? readAnswer(answerBytes) : came.answer;
  const whole = { ...came, ...(answer ? { answer } : {}) };
  const masked = secrets.length === 0 ? whole : (maskValue(whole, maskOf(secrets)) as Came);
  return { judged: judgeResult(contract, masked, terms), said: { stdout: masked.stdout, stderr: masked.stderr } };
}

/** An output as JSON: made of text again where it is judged, which costs the process nothing. */
export function judgeJson(contract: JudgedContract, json: string, terms: CleaningTerms): Judged {
  return judgeOutput(contract, JSON.parse(json), Buffer.from(json, "utf8"), terms);
}

export function judgeWords(
  code: NonNullable<Judged["errorCode"]>,
  words: string | undefined,
  terms: CleaningTerms,
): Judged {
  return failure(code, words, terms);
}
