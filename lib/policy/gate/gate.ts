import { type Refusal, refuse } from "#lib/errors/outcome.ts";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import type { TraceLine } from "#lib/policy/decision-trace.ts";
import { headOf } from "#lib/policy/plain-text.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { type AgentRoots, effectiveAccess } from "./effective-access.ts";
import { type FoundArgument, findArguments } from "./find-arguments.ts";
import type { LinkReader } from "./follow-links.ts";
import { judgeHost } from "./judge-host.ts";
import { judgePath } from "./judge-path.ts";
import { listWord, nameTargets } from "./name-targets.ts";

/**
 * The layer-1 gate: looks at path and host arguments before anything runs, so that an agent hears a clear no instead of
 * a sandbox's error, and a person is never asked to approve a call that could not work. It guards arguments, not the
 * running process: what a tool makes up by itself is held by the sandbox and the egress proxy.
 */
export interface GateRequest {
  readonly contract: Pick<ToolContract, "policy" | "gate"> & Partial<Pick<ToolContract, "inputSchema">>;
  readonly input: unknown;
  readonly grant: AccessGrant;
  readonly roots: AgentRoots;
  /** False: it says what it would have refused, and refuses nothing. The sandbox is as tight as ever. */
  readonly enforce?: boolean | undefined;
  /** Where the files are: the links on a path's way are looked at as well, below the roots of this machine. */
  readonly readLink?: LinkReader | undefined;
}

export interface GateResult {
  /** One line an argument, or one that says there was none. */
  readonly lines: TraceLine[];
  /** The first no, with what would have been allowed. */
  readonly refusal?: Refusal;
  /** What the call would reach (name-targets.ts). */
  readonly targets: readonly string[];
}

export function gateArguments(request: GateRequest): GateResult {
  const result = judgeArguments(request);
  return (request.enforce ?? true) ? result : { lines: result.lines.map(asReport), targets: result.targets };
}

function judgeArguments({ contract, input, grant, roots, readLink }: GateRequest): GateResult {
  const access = effectiveAccess(contract.policy, grant, roots);
  const machine = readLink && { roots, readLink };
  const found = findArguments(input, contract.gate, contract.inputSchema);
  if (found.length > ARGUMENTS_MAX) return tooMany(found);
  const judgements = found.map((argument) =>
    argument.kind === "path" ? judgePath(argument, access, machine) : judgeHost(argument, access.network),
  );
  const refusal = judgements.find((judgement) => judgement.refusal)?.refusal;
  const lines = bounded(judgements.map(({ line }) => line));
  const targets = nameTargets(found, input, contract.gate);
  return { lines: lines.length > 0 ? lines : [NOTHING_FOUND], targets, ...(refusal ? { refusal } : {}) };
}

function asReport(line: TraceLine): TraceLine {
  if (line.concluded !== "deny") return line;
  return { ...line, concluded: "pass", sentence: headOf(`Reported only: ${line.sentence}`, 400) };
}

/** Beyond any honest call; judging tens of thousands would hold up everybody else's. */
const ARGUMENTS_MAX = 1000;
const LINES_MAX = 20;

function tooMany(found: readonly FoundArgument[]): GateResult {
  const count = found.length;
  const sentence = `The input names ${count} paths or hosts; ${ARGUMENTS_MAX} are allowed.`;
  const line: TraceLine = {
    ...NOTHING_FOUND,
    rule: "gate.path",
    concluded: "deny",
    saw: `${count} arguments`,
    sentence,
  };
  return {
    lines: [line],
    targets: [listWord(found.map(({ text }) => text))],
    refusal: refuse("path_refused", sentence, { allowed: ARGUMENTS_MAX, found: count }),
  };
}

/** A list of hundreds of paths is one trace, not hundreds of lines; what was denied comes first. */
function bounded(lines: TraceLine[]): TraceLine[] {
  if (lines.length <= LINES_MAX) return lines;
  const denied = lines.filter(({ concluded }) => concluded === "deny");
  const kept = [...denied, ...lines.filter(({ concluded }) => concluded !== "deny")].slice(0, LINES_MAX - 1);
  const more = `${lines.length - kept.length} more arguments`;
  return [...kept, { ...NOTHING_FOUND, saw: more, sentence: `${more} were looked at.` }];
}

const NOTHING_FOUND: TraceLine = {
  rule: "gate.arguments",
  stage: "check",
  concluded: "pass",
  saw: "no path or host",
  sentence: "No argument names a path or a host.",
};
