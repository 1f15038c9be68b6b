import type postgres from "postgres";
import type { ArgumentFinding } from "#lib/approvals/arguments/argument-findings.ts";
import type { ArgumentMark } from "#lib/approvals/arguments/argument-mark.ts";
import { type Argument, argumentsOf } from "#lib/approvals/arguments/arguments-of.ts";
import { type DoubtfulHost, findDoubtfulHosts } from "#lib/approvals/arguments/doubtful-hosts.ts";
import { KeptAnswers } from "#lib/approvals/arguments/kept-answers.ts";
import type { CallDiff } from "#lib/approvals/compare-calls/call-diff.ts";
import { compareCalls } from "#lib/approvals/compare-calls/compare-calls.ts";
import { findNovelty, type Novelty } from "#lib/approvals/compare-calls/find-novelty.ts";
import {
  type ApprovedCall,
  readApprovedInputs,
  readLastApproved,
} from "#lib/approvals/compare-calls/read-approved-calls.ts";
import { findCopies, fitsBounds, type ShownText } from "#lib/approvals/provenance/find-copies.ts";
import { readSources, type ToldBefore } from "#lib/approvals/provenance/read-sources.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { findInArgumentsApart } from "#lib/threads/read-arguments.ts";

/** What of a call's arguments wants a second look, and why: all of it found on the server. */
export interface CallContext {
  /** Places in the arguments, as they are laid out. */
  readonly marks: readonly ArgumentMark[];
  readonly findings: readonly ArgumentFinding[];
  readonly hosts: readonly DoubtfulHost[];
  readonly copies: readonly CopiedText[];
  /** Whether everything that tools had told the agent in the session was compared, and all of the arguments. */
  readonly comparedAll: boolean;
  readonly last: LastApproved | null;
  readonly novelty: readonly Novelty[];
  /** How many approved calls of this agent and tool it was compared with for that. */
  readonly comparedWith: number;
}

/** Text in an argument that a tool had told the agent. */
export interface CopiedText {
  readonly argument: string;
  /** Cut; the whole is marked in the argument. */
  readonly text: string;
  readonly length: number;
  readonly source: Pick<ToldBefore, "id" | "tool" | "at">;
}

export interface LastApproved extends Omit<ApprovedCall, "input"> {
  readonly sameAgent: boolean;
  readonly diff: CallDiff | null;
}

interface Asked {
  readonly id: string;
  readonly agentId: string;
  readonly agent: string;
  readonly toolId: string;
  readonly sessionId: string | null;
  readonly input: string;
  readonly contract: ToolContract;
}

const COPY_SHOWN = 160;

/** What stands in an input does not change with who looks at it, and how often. A quarter of a megabyte each at the most. */
const concerns = new KeptAnswers<Promise<Pick<CallContext, "findings" | "hosts">>>(32);

export async function readContext(sql: postgres.Sql, asked: Asked): Promise<CallContext> {
  const [told, last, history] = await Promise.all([
    readSources(sql, asked),
    readLastApproved(sql, asked),
    readApprovedInputs(sql, asked),
  ]);
  const items = argumentsOf(asked.input) ?? [];
  const { findings, hosts } = await concerns.get(asked.input, () => findConcerns(asked.input, items));
  const shown = items.map(({ name, text, kind }) => ({ name, text, json: kind === "object" || kind === "array" }));
  const copies = copiedTexts(shown, told.sources, asked.contract);
  return {
    marks: [
      ...hosts.map(({ argument, start, end, dialled }) => mark("host", argument, start, end, `dials ${dialled}`)),
      ...findings.map(({ argument, start, end, rule, severity }) =>
        mark("finding", argument, start, end, `${severity}: ${rule}`),
      ),
      ...copies.map(({ argument, start, end, source }) =>
        mark("copied", argument, start, end, `also in what ${source.tool} gave back`),
      ),
    ],
    findings,
    hosts,
    copies: copies.map(({ start: _start, end: _end, ...copy }) => copy),
    comparedAll: told.isAll && fitsBounds(shown, told.sources),
    last: last ? toLast(last, asked) : null,
    novelty: items.length === 0 ? [] : findNovelty(parse(asked.input), history.map(parse), asked.contract.gate),
    comparedWith: history.length,
  };
}

async function findConcerns(
  input: string,
  items: readonly Argument[],
): Promise<Pick<CallContext, "findings" | "hosts">> {
  const read = await findInArgumentsApart(items);
  // Another time it may be read: the machine was busy, or the process was to end.
  if (!read.ok) concerns.forget(input);
  return { findings: read.ok ? read.value : items.slice(0, 1).map(unread), hosts: findDoubtfulHosts(items) };
}

/** Said where a person decides: silence would read as "nothing found". */
function unread({ name, text }: Argument): ArgumentFinding {
  const reason = "The arguments could not be read in the time that is given to it; they may have been made so.";
  return { argument: name, rule: "arguments.unread", severity: "medium", start: 0, end: text.length, reason };
}

function mark(kind: ArgumentMark["kind"], argument: string, start: number, end: number, title: string): ArgumentMark {
  return { argument, start, end, kind, title };
}

type Placed = CopiedText & { readonly start: number; readonly end: number };

function copiedTexts(shown: readonly ShownText[], sources: readonly ToldBefore[], contract: ToolContract): Placed[] {
  // What the tool asks for by name is no sign; its description is prose that anybody may have written.
  const known = JSON.stringify({ inputSchema: contract.inputSchema, policy: contract.policy });
  return findCopies(shown, sources, known).flatMap(({ name, start, end, sourceId }): Placed[] => {
    const source = sources.find(({ id }) => id === sourceId);
    const text = shown.find((item) => item.name === name)?.text.slice(start, end);
    if (!source || text === undefined) return [];
    const cut = text.length > COPY_SHOWN ? `${text.slice(0, COPY_SHOWN)}…` : text;
    const { id, tool, at } = source;
    return [{ argument: name, text: cut, length: text.length, source: { id, tool, at }, start, end }];
  });
}

function toLast({ input, ...last }: ApprovedCall, asked: Asked): LastApproved {
  return { ...last, sameAgent: last.agent === asked.agent, diff: compareCalls(input, asked.input) ?? null };
}

/** Stored inputs are canonical JSON; what is not is shown as that elsewhere and compared with nothing. */
function parse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}
