import { workspaceOf } from "#lib/agents/workspace.ts";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { checkCall } from "#lib/policy/check.ts";
import { linkOnDisk } from "#lib/policy/gate/follow-links.ts";
import type { ContextWith } from "#lib/registry/tool.ts";
import type { EgressDoors } from "#lib/sandbox/egress/open-egress.ts";
import type { SandboxPlan } from "#lib/sandbox/plan.ts";
import type { Correlation, SandboxRuntime } from "#lib/sandbox/runtime.ts";
import type { Threads } from "#lib/threads/threads.ts";
import { buildArgv } from "./build-argv.ts";
import type { BundleStore } from "./bundle-store.ts";
import { callRecord, type LogShipping, type LogSink, type Said, shipLog } from "./call-log.ts";
import { termsOf } from "./call-terms.ts";
import type { Claim } from "./claim.ts";
import { cleaningTerms } from "./cleaning-for-call.ts";
import type { Ending } from "./complete.ts";
import { type CredentialSource, openCredentials } from "./credentials.ts";
import { judgeResultApart } from "./judge-apart.ts";
import { notRun } from "./judge-result.ts";
import { runInPlatform } from "./run-in-platform.ts";
import { type Held, runMcpCall } from "./run-mcp-call.ts";

export interface Workshop {
  readonly sandbox: SandboxRuntime;
  readonly bundles: BundleStore;
  /** Where the agents' workspaces lie on this machine. */
  readonly workspaces: string;
  /** The installation's own directory, which no tool may see. */
  readonly home: string;
  /** How remote MCP servers are reached; by default as this machine does. */
  readonly egress?: EgressDoors;
  /** Absent: tools that need credentials are refused. */
  readonly credentials?: CredentialSource;
  /** Where outputs are judged; by default in threads of the process's own. */
  readonly threads?: Threads;
  /** Where a line about each call goes, and how much of it. */
  readonly logs?: { readonly sink: LogSink; readonly shipping: LogShipping };
}

/** Runs one claimed call, and writes a line about how it ended, whatever it was. */
export async function runClaim(claim: Claim, workshop: Workshop, held: Held): Promise<Ending> {
  const { ending, said } = await runChecked(claim, workshop, held);
  if (workshop.logs) {
    const { sink, shipping } = workshop.logs;
    void shipLog(callRecord(claim, ending, said, shipping), sink, shipping);
  }
  return ending;
}

const STOPPED: Ending = { status: "cancelled", findings: [], reason: "It was stopped before it ran.", run: {} };

interface Ended {
  readonly ending: Ending;
  readonly said: Said | null;
}

/**
 * Checks a call again, plans the sandbox from the declared policy and the agent's level, runs it there, and judges what came
 * out. What cannot be confined is not run; every refusal is an ending with its reason.
 */
async function runChecked(claim: Claim, workshop: Workshop, held: Held): Promise<Ended> {
  const { contract, agent } = claim;
  const roots = {
    workspace: workspaceOf(workshop.workspaces, agent.id),
    ...(agent.projectRoot === null ? {} : { project: agent.projectRoot }),
  };
  const input: unknown = JSON.parse(claim.input);
  // The asking process is the exposed one: what it checked is checked again where it counts.
  const checked = checkCall({
    contract,
    versionState: "approved",
    input,
    grant: agent.grants,
    accessLevel: agent.accessLevel,
    permission: agent.permission,
    narrowings: agent.narrowings,
    enforce: agent.enforceToolPolicies,
    roots,
    // Here the files are: a link that leads out is said to, before the sandbox makes it lead nowhere.
    readLink: linkOnDisk,
  });
  if (!checked.ok) return unsaid(notRun(checked));

  const correlation = correlationOf(claim);
  const { runtime } = contract;
  if (runtime.kind === "mcp") {
    const call = { claim, runtime, input: input as Record<string, unknown>, roots, correlation };
    return unsaid(await runMcpCall(call, workshop, held));
  }
  if (runtime.kind === "platform") return unsaid(await runInPlatform(claim, held, workshop.threads));
  const command = await commandOf(claim, input, workshop);
  if (!command.ok) return unsaid(notRun(command));
  const plan = workshop.sandbox.plan({
    ...termsOf(claim, contract.policy),
    ...(contract.requires === undefined ? {} : { requires: contract.requires }),
    roots,
    command: command.value.command,
    stateDirectory: workshop.home,
  });
  if (!plan.ok) return unsaid(notRun(plan));
  const credentials = await openCredentials(claim, workshop.credentials, held);
  // Where they are fetched this takes a while, and what was stopped meanwhile is no failure of theirs.
  if (held.signal.aborted) return unsaid(STOPPED);
  if (!credentials.ok) return unsaid(notRun(credentials));

  const run = await workshop.sandbox.run(plan.value, {
    stdin: JSON.stringify({ input, context: contextOf(claim, correlation) }),
    ...(command.value.bundlePath === undefined ? {} : { bundlePath: command.value.bundlePath }),
    signal: held.signal,
    correlation,
    secrets: credentials.value,
    answerAs: "bytes",
  });
  return judgeResultApart(contract, plan.value, run, credentials.value, cleaningTerms(claim), workshop.threads);
}

/** What the tool's code is told beside the input. */
function contextOf(
  { idempotencyKey, agent, contract: { settings = {} } }: Claim,
  ids: Correlation,
): ContextWith<object> {
  return { idempotencyKey, ...ids, agentId: agent.id, settings };
}

function unsaid(ending: Ending): Ended {
  return { ending, said: null };
}

function correlationOf({ agent, sessionId, taskId, requestId }: Claim): Correlation {
  return {
    agentId: agent.id,
    ...(sessionId === null ? {} : { sessionId }),
    ...(taskId === null ? {} : { taskId }),
    ...(requestId === null ? {} : { requestId }),
  };
}

interface Command {
  readonly command: SandboxPlan["command"];
  readonly bundlePath?: string;
}

async function commandOf({ contract, tool }: Claim, input: unknown, workshop: Workshop): Promise<Outcome<Command>> {
  const { runtime } = contract;
  if (runtime.kind === "bundle") {
    const file = await workshop.bundles.fileOf(runtime.sha256);
    return file.ok ? done({ command: { kind: "bundle", sha256: runtime.sha256 }, bundlePath: file.value }) : file;
  }
  if (runtime.kind === "command") {
    const argv = buildArgv(runtime.argv, input);
    return argv.ok ? done({ command: { kind: "argv", argv: argv.value } }) : argv;
  }
  return refuse("tool_not_runnable", `A dispatcher does not run ${runtime.kind} tools; ${tool} is one.`);
}
