import type { Outcome } from "#lib/errors/outcome.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { SandboxResult } from "#lib/sandbox/result.ts";
import { maskOf } from "#lib/secrets/mask-secrets.ts";
import { runApart } from "#lib/threads/run-apart.ts";
import type { Threads } from "#lib/threads/threads.ts";
import type { Said } from "./call-log.ts";
import type { Ending } from "./complete.ts";
import type { Credentials } from "./credentials.ts";
import { judgeMcpResult } from "./judge-mcp-result.ts";
import { type CleaningTerms, type Judged, type JudgedContract, withheld } from "./judge-result.ts";
import { judgeJson, judgeSaid, judgeWords, type SaidBySandbox } from "./judge-said.ts";
import { maskResult } from "./mask-result.ts";

/**
 * Judging where it holds nobody up: in a thread, unless there is little to read. What could not be judged in its time, or took its
 * thread down, ends as `cleaning_failed`, with the raw bytes for reviewers: nothing is ever passed on unread.
 */

/** What came out of a sandbox, and what of it may be logged. */
export async function judgeResultApart(
  contract: ToolContract,
  plan: SandboxPlan,
  result: SandboxResult,
  credentials: Credentials,
  terms: CleaningTerms,
  threads?: Threads,
): Promise<{ readonly ending: Ending; readonly said: Said }> {
  const { answer, answerBytes, stdout, stderr, ...measured } = result;
  const come = maskResult(measured, credentials);
  const { backend: _backend, usage: _usage, network: _network, start: _start, ...how } = come;
  const said: SaidBySandbox = {
    ...{ ...how, stdout, stderr, secrets: Object.values(credentials) },
    ...(answer === undefined ? {} : { answer }),
    ...(answerBytes === undefined ? {} : { answerBytes }),
  };
  const bytes = stdout.length + stderr.length + (answerBytes?.length ?? 0);
  const judged = await runApart("judgeSaid", judgeSaid, { bytes, threads }, partOf(contract), said, terms);
  const end = judged.ok ? judged.value : unread(said);
  return { ending: { ...end.judged, run: runOf(plan, come) }, said: end.said };
}

/** An output that is not a sandbox's: what the database or an agent's own runtime brought. */
export async function judgeOutputApart(
  contract: ToolContract,
  output: unknown,
  terms: CleaningTerms,
  threads?: Threads,
): Promise<Judged> {
  const json = JSON.stringify(output) ?? "null";
  const judged = await runApart("judgeJson", judgeJson, { bytes: json.length, threads }, partOf(contract), json, terms);
  return orWithheld(judged, Buffer.from(json, "utf8"));
}

/** What a tool said when it failed. */
export async function judgeWordsApart(
  code: NonNullable<Ending["errorCode"]>,
  words: string | undefined,
  terms: CleaningTerms,
  threads?: Threads,
): Promise<Judged> {
  const bytes = words?.length ?? 0;
  const judged = await runApart("judgeWords", judgeWords, { bytes, threads }, code, words, terms);
  return orWithheld(judged, Buffer.from(JSON.stringify({ error: words ?? "" }), "utf8"));
}

/** The result of an MCP server's tool, as it was sent. */
export async function judgeMcpResultApart(
  contract: ToolContract,
  result: Uint8Array,
  terms: CleaningTerms,
  threads?: Threads,
): Promise<Judged> {
  const promised = contract.other?.outputSchema as Record<string, unknown> | undefined;
  const bytes = result.length;
  const judged = await runApart(
    ...(["judgeMcpResult", judgeMcpResult, { bytes, threads }] as const),
    ...([partOf(contract), promised, result, terms] as const),
  );
  return orWithheld(judged, result);
}

export function runOf(
  plan: SandboxPlan,
  { usage, start, network, exitCode, error }: Omit<SandboxResult, "stdout" | "stderr">,
): Ending["run"] {
  return { plan, usage: { ...usage, ...(start ? { start } : {}) }, network, exitCode, ...(error ? { error } : {}) };
}

function partOf({ outputSchema, outputContent, runtime: { kind } }: ToolContract): JudgedContract {
  return { outputSchema, outputContent, runtime: { kind } };
}

function orWithheld(judged: Outcome<Judged>, raw: Uint8Array): Judged {
  return judged.ok ? judged.value : { ...withheld("cleaning_failed"), raw };
}

/** As the runner inside begins an answer that is an output. */
const ANSWER_START = '{"ok":true,"output":';

/** Nothing of it could be read; what is kept for reviewers is without the credentials that went in, all the same. */
function unread({ stdout, stderr, answerBytes, answer, secrets }: SaidBySandbox): { judged: Judged; said: Said } {
  const mask = maskOf(secrets);
  const told = answerBytes ? Buffer.from(answerBytes).toString("utf8") : answer && `${JSON.stringify(answer)}\n`;
  const output = told?.startsWith(ANSWER_START) ? told.slice(ANSWER_START.length, -"}\n".length) : told;
  const said = { stdout: mask(stdout), stderr: mask(stderr) };
  const raw = output === undefined || output === "" ? said.stdout : mask(output);
  return { judged: { ...withheld("cleaning_failed"), raw: Buffer.from(raw, "utf8") }, said };
}
