import { describe, expect, test } from "vitest";
import type { PolicyRule } from "#lib/policy/document/policy-document.ts";
import {
  agentNamed,
  callOf,
  countedIn,
  documentWith,
  historyOf,
  rehearseScene,
  START,
  toolNamed,
} from "./rehearsal.fixture.ts";
import { rehearse } from "./rehearse.ts";

const scribe = agentNamed("scribe");
const read = toolNamed("read_note");
const reading = toolNamed("read_file", { policy: { filesystem: { read: ["${workspace}/**", "${project}/**"] } } });

function scribeUnder(...rules: Partial<PolicyRule>[]) {
  return documentWith({
    profiles: { careful: { rules: rules.map((rule) => ({ reason: "Because.", ...rule })) } },
    agents: { scribe: { profiles: ["careful"] } },
  });
}

describe("the history", () => {
  const calls = Array.from({ length: 7 }, () => callOf(scribe, read));
  /** Anew for each: it can be read once. */
  const openHistory = () => historyOf({ agents: [scribe], tools: [read], calls });
  const document = documentWith();
  const rehearsal = {
    inForce: { version: 1, document },
    changed: document,
    counted: countedIn([document], []),
    now: START,
  };

  test("is read page by page, says how far it is, and asks once for each agent and tool", async () => {
    const history = openHistory();
    const asked: string[] = [];
    const progress: number[] = [];
    const noting =
      <T>(read: (ids: readonly string[]) => Promise<T>) =>
      (ids: readonly string[]) => {
        asked.push(...ids);
        return read(ids);
      };
    const noticed = { ...history, agents: noting(history.agents), tools: noting(history.tools) };
    await rehearse(noticed, rehearsal, (done) => progress.push(done));
    expect(progress).toEqual([3, 6, 7]);
    expect(asked).toEqual([scribe.id, read.versionId]);
  });

  test.each(["agents", "tools"] as const)("that lacks its %s is a fault that names the call", async (part) => {
    const broken = { ...openHistory(), [part]: async () => [] };
    await expect(rehearse(broken, rehearsal)).rejects.toThrow(
      `The agent or the tool of call ${calls[0]?.id} is not on record.`,
    );
  });
});

describe("recorded inputs", () => {
  const [inside, outside] = [{ path: "/workspace/a" }, { path: "/etc/shadow" }];

  test("of a call that the gate denied then are looked at: it has not been let through since", async () => {
    const call = callOf(scribe, reading, { recorded: "deny", status: "denied" });
    const scene = { agents: [scribe], tools: [reading], calls: [call], inputs: { [call.id]: outside } };
    expect(await rehearseScene(scene, documentWith())).toMatchObject({ changed: 0, decidedOtherwise: 0 });
  });

  test("are left alone where both policies deny whatever they are, and not where one does", async () => {
    const call = callOf(scribe, reading);
    const looked: unknown[] = [];
    const inputs = new Proxy<Record<string, unknown>>({}, { get: (_, id) => looked.push(id) && outside });
    const scene = { agents: [scribe], tools: [reading], calls: [call], inputs };
    const deny = { tool: "read_file", deny: true } as const;
    await rehearseScene(scene, scribeUnder(deny, { tool: "read_file", read: ["${workspace}/a"] }), scribeUnder(deny));
    expect(looked).toEqual([]);
    // Denied by its arguments on one side and by a rule on the other: nothing changes.
    expect(await rehearseScene(scene, scribeUnder(deny))).toMatchObject({ changed: 0 });
    expect(looked).toEqual([call.id]);
  });

  test("that the gate refuses do not use up what is counted", async () => {
    const calls = [callOf(scribe, reading), callOf(scribe, reading)];
    const inputs = { [calls[0]?.id ?? ""]: outside, [calls[1]?.id ?? ""]: inside };
    const scene = { agents: [scribe], tools: [reading], calls, inputs };
    const once = scribeUnder({ tool: "read_file", max_invocations: 1 });
    expect(await rehearseScene(scene, once)).toMatchObject({ calls: 2, changed: 0 });
    expect(await rehearseScene({ ...scene, inputs: {} }, once)).toMatchObject({ changed: 1 });
  });

  test("are judged with the agent's own project where it has one", async () => {
    const held = (agent: typeof scribe) => {
      const call = callOf(agent, reading);
      const scene = { agents: [agent], tools: [reading], calls: [call], inputs: { [call.id]: { path: "/project/a" } } };
      return rehearseScene(scene, scribeUnder({ tool: "read_file", people: 1 }));
    };
    expect((await held(agentNamed("scribe", { hasProject: true }))).changed).toBe(1);
    expect((await held(scribe)).changed).toBe(0);
  });
});
