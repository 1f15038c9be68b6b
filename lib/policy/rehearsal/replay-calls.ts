import type { TraceLine } from "#lib/policy/decision-trace.ts";
import type { CountedSubjects } from "./counted-subjects.ts";
import {
  gateLines,
  type Judged,
  judgeCall,
  judgePair,
  type PairJudgement,
  type PolicySide,
  withGate,
} from "./judge-pair.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import type { RecordedCall, RecordedTool, RehearsedAgent, Tally } from "./recorded-call.ts";

/** Where a rehearsal's facts come from. Nothing here can be written to. */
export interface RecordedHistory {
  /** In the order they were asked; the outer pages are what is held in memory at a time. */
  readonly calls: AsyncIterable<readonly RecordedCall[]>;
  /** What was counted before the first of them. */
  readonly tallies: AsyncIterable<readonly Tally[]>;
  /** Calls of agents with a budget in the day before the first of them. */
  readonly spentBefore: AsyncIterable<readonly RecordedCall[]>;
  agents(ids: readonly string[]): Promise<readonly RehearsedAgent[]>;
  tools(versionIds: readonly string[]): Promise<readonly RecordedTool[]>;
  /** The recorded inputs, as text, by the id of the call. */
  inputs(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface ReplayedCall {
  readonly call: RecordedCall;
  readonly agent: RehearsedAgent;
  readonly tool: RecordedTool;
  readonly before: Judged;
  readonly after: Judged;
}

interface Side extends PolicySide {
  readonly ledger: Ledger;
}

interface Pair {
  readonly agent: RehearsedAgent;
  readonly tool: RecordedTool;
  readonly before: PairJudgement;
  readonly after: PairJudgement;
  /** Otherwise the gate says the same under both, and nothing counts what it says. */
  readonly needsInput: boolean;
}

/**
 * Replays recorded calls under two policies, one after another as they were asked, so that what is counted is counted
 * as it would have been. Nothing runs and nothing is written. What holds for an agent and a version is judged once.
 */
export async function* replayCalls(
  history: RecordedHistory,
  sides: { readonly before: PolicySide; readonly after: PolicySide },
  counted: CountedSubjects,
): AsyncGenerator<readonly ReplayedCall[]> {
  const before: Side = { ...sides.before, ledger: openLedger(counted) };
  const after: Side = { ...sides.after, ledger: openLedger(counted) };
  const pairs = openPairs(history, before, after);
  const ledgers = [before.ledger, after.ledger];

  for await (const tallies of history.tallies) {
    for (const tally of tallies) for (const ledger of ledgers) ledger.noteTally(tally);
  }
  for await (const page of history.spentBefore) {
    for (const { call, pair } of await pairs.of(page)) {
      for (const ledger of ledgers) ledger.noteSpent(call, pair.agent, pair.tool, call.recorded);
    }
  }
  for await (const page of history.calls) {
    const found = await pairs.of(page);
    // One that was denied may have been denied by the gate: without its input it would seem to have been let through since.
    const looked = found.filter(({ call, pair }) => pair.needsInput || call.recorded === "deny");
    const inputs = await history.inputs(looked.map(({ call }) => call.id));
    yield found.map(({ call, pair }) => replay(call, pair, before, after, inputs.get(call.id)));
  }
}

function replay(
  call: RecordedCall,
  pair: Pair,
  before: Side,
  after: Side,
  inputText: string | undefined,
): ReplayedCall {
  const { agent, tool } = pair;
  const gate = openGate(pair, inputText);
  const judge = (side: Side, judgement: PairJudgement): Judged => {
    const history = judgement.counts ? side.ledger.historyOf(call, agent) : undefined;
    const decided = history ? judgeCall(side, agent, tool, history) : judgement.judged;
    // What is denied already stays denied, whatever its arguments are.
    const judged = decided.stance === "deny" ? decided : withGate(decided, gate(judgement));
    side.ledger.note(call, agent, tool, judged.stance);
    return judged;
  };
  return { call, agent, tool, before: judge(before, pair.before), after: judge(after, pair.after) };
}

/** What the gate says under either policy: looked at when it is asked for, and once where both reach as far. */
function openGate({ agent, tool, before, after }: Pair, inputText: string | undefined) {
  if (inputText === undefined) return () => [];
  const isSame = before.reach.written === after.reach.written;
  let input: unknown;
  let shared: TraceLine[] | undefined;
  return ({ reach }: PairJudgement): TraceLine[] => {
    if (isSame && shared) return shared;
    input ??= JSON.parse(inputText);
    shared = gateLines(reach, agent, tool, input);
    return shared;
  };
}

/** Agents and versions are read when the first call names them, and judged together once. */
function openPairs(history: RecordedHistory, before: PolicySide, after: PolicySide) {
  const agents = new Map<string, RehearsedAgent>();
  const tools = new Map<string, RecordedTool>();
  const pairs = new Map<string, Pair>();

  function pairOf(agent: RehearsedAgent, tool: RecordedTool): Pair {
    const key = `${agent.id} ${tool.versionId}`;
    const known = pairs.get(key);
    if (known) return known;
    const pair = makePair(agent, tool, before, after);
    pairs.set(key, pair);
    return pair;
  }

  return {
    async of(page: readonly RecordedCall[]): Promise<{ call: RecordedCall; pair: Pair }[]> {
      const newAgents = unknownOf(page, ({ agentId }) => agentId, agents);
      const newTools = unknownOf(page, ({ versionId }) => versionId, tools);
      if (newAgents.length > 0) for (const agent of await history.agents(newAgents)) agents.set(agent.id, agent);
      if (newTools.length > 0) for (const tool of await history.tools(newTools)) tools.set(tool.versionId, tool);
      return page.map((call) => {
        const [agent, tool] = [agents.get(call.agentId), tools.get(call.versionId)];
        if (!agent || !tool) throw new Error(`The agent or the tool of call ${call.id} is not on record.`);
        return { call, pair: pairOf(agent, tool) };
      });
    },
  };
}

function unknownOf(
  page: readonly RecordedCall[],
  idOf: (call: RecordedCall) => string,
  known: ReadonlyMap<string, unknown>,
): string[] {
  return [...new Set(page.map(idOf))].filter((id) => !known.has(id));
}

function makePair(agent: RehearsedAgent, tool: RecordedTool, before: PolicySide, after: PolicySide): Pair {
  const judged = { before: judgePair(before, agent, tool), after: judgePair(after, agent, tool) };
  const stances = [judged.before.judged.stance, judged.after.judged.stance] as const;
  const mayDiffer = stances[0] !== stances[1] || judged.before.reach.written !== judged.after.reach.written;
  const isDeniedAnyway = stances.every((stance) => stance === "deny");
  const counts = judged.before.counts || judged.after.counts;
  return { agent, tool, ...judged, needsInput: counts || (mayDiffer && !isDeniedAnyway) };
}
