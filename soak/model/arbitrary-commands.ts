import fc from "fast-check";
import { INVOCATION_STATES } from "#lib/policy/vocabulary.ts";
import type { CallRef, Command, Fence, Seen } from "./commands.ts";
import { CAST, MINUTE, OWNERS, SHELF, WORKERS } from "./world.ts";

/** Which commands come, and how often: mostly what makes sense, so that runs get far, and always some of what does not. */

type Doing<D extends Command["do"]> = fc.Arbitrary<Extract<Command, { do: D }>>;

function mostly<T>(usual: T, ...others: T[]) {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 6 }, { arbitrary: fc.constantFrom(...others), weight: 1 });
}
function refTo(usual: CallRef["among"]): fc.Arbitrary<CallRef> {
  return fc.record({ among: mostly<CallRef["among"]>(usual, "any", "pending", "running"), nth: mostly(0, 1, 2) });
}

const person = fc.nat(CAST.length - 1);
/** Mostly somebody who may vote. */
const voter = fc.oneof({ arbitrary: fc.constantFrom(1, 2, 3, 0), weight: 9 }, { arbitrary: person, weight: 1 });
const agent = mostly(...(OWNERS.map((_, index) => index) as [number, ...number[]]));
const tool = fc.nat(SHELF.length - 1);
const worker = fc.nat(WORKERS - 1);
const seen = mostly<Seen>("current", "first revision", "first digest", "wrong digest", "wrong revision");
const reason = mostly<"given" | "blank">("given", "blank");
const by = mostly<"holder" | "other">("holder", "other");
const fence = mostly<Fence>("current", "before", "ahead");
const minutes = fc.constantFrom(1, 3, 11, 11, 16, 31, 61);

const ask: Doing<"ask"> = fc.record({
  do: fc.constant("ask"),
  agent,
  tool: fc.oneof({ arbitrary: tool, weight: 1 }, { arbitrary: fc.constantFrom(2, 3, 4), weight: 1 }),
  input: mostly(0, 1),
  key: fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, { arbitrary: fc.nat(3), weight: 1 }),
  bypass: mostly<"no" | "attempt" | "service">("no", "attempt", "service"),
  definition: mostly<"current" | "unknown">("current", "current", "current", "unknown"),
});
/** A few of them share an agent and a key. */
const askTogether: Doing<"ask together"> = fc
  .array(fc.tuple(ask, fc.option(fc.nat(1), { freq: 2 })), { minLength: 1, maxLength: 5 })
  .map((list) => ({
    do: "ask together",
    asks: list.map(([one, key]) => (key === null ? one : { ...one, agent: 0, key: 4 + key })),
  }));
const approve: Doing<"approve"> = fc.record({
  do: fc.constant("approve"),
  person: voter,
  call: refTo("pending"),
  seen,
});
const reject: Doing<"reject"> = fc.record({
  do: fc.constant("reject"),
  person: voter,
  call: refTo("pending"),
  seen,
  reason,
});
const edit: Doing<"edit"> = fc.record({
  do: fc.constant("edit"),
  person: voter,
  call: refTo("pending"),
  seen,
  input: fc.nat(3),
  reason,
});
const resolve: Doing<"resolve"> = fc.record({
  do: fc.constant("resolve"),
  person: voter,
  call: refTo("unknown"),
  fence,
  outcome: fc.constantFrom("completed", "failed"),
  reason,
});
const cancel: Doing<"cancel"> = fc.record({
  do: fc.constant("cancel"),
  by: mostly<"asker" | "another agent">("asker", "another agent"),
  call: refTo("running"),
});
const wait: Doing<"wait"> = fc.record({ do: fc.constant("wait"), ms: minutes.map((count) => count * MINUTE) });
const sweep: Doing<"sweep"> = fc.record({ do: fc.constant("sweep") });
const claim: Doing<"claim"> = fc.record({ do: fc.constant("claim"), worker });
const reclaim: Doing<"reclaim"> = fc.record({ do: fc.constant("reclaim"), worker });
const heartbeat: Doing<"heartbeat"> = fc.record({ do: fc.constant("heartbeat"), by, call: refTo("running"), fence });
const complete: Doing<"complete"> = fc.record({
  do: fc.constant("complete"),
  by,
  call: refTo("running"),
  fence,
  status: mostly<"completed" | "failed" | "cancelled" | "expired">("completed", "failed", "cancelled", "expired"),
  cost: fc.constantFrom(null, 2, 20, -1),
});
const stop: Doing<"stop"> = fc.record({
  do: fc.constant("stop"),
  person,
  scope: fc.constantFrom("global", "agent", "tool"),
  target: fc.nat(1),
});
const release: Doing<"release"> = fc.record({ do: fc.constant("release"), person, nth: mostly(0, 1) });
const freeze: Doing<"freeze"> = fc.record({
  do: fc.constant("freeze"),
  person: mostly(2, 1, 4, 5),
  agent,
  frozen: fc.boolean(),
});
const freezeNow: Doing<"freeze"> = freeze.map((frozen) => ({ ...frozen, frozen: true }));
const quarantine: Doing<"quarantine"> = fc.record({ do: fc.constant("quarantine"), tool, quarantined: fc.boolean() });
const newVersion: Doing<"new version"> = fc.record({ do: fc.constant("new version"), tool });
const newPolicy: Doing<"new policy"> = fc.record({ do: fc.constant("new policy") });
const leave: Doing<"leave"> = fc.record({ do: fc.constant("leave"), person: voter });
const force: Doing<"force"> = fc.record({
  do: fc.constant("force"),
  call: refTo("any"),
  status: fc.constantFrom(...INVOCATION_STATES),
});
/** What makes an approval worth nothing before it is used. */
const change: fc.Arbitrary<Command> = fc.oneof(stop, freeze, quarantine, newVersion, newPolicy, leave);

function often(weight: number, arbitrary: fc.Arbitrary<Command>) {
  return { weight, arbitrary: arbitrary.map((one) => [one]) };
}
const single: fc.Arbitrary<Command[]> = fc.oneof(
  often(20, ask),
  often(8, askTogether),
  often(20, approve),
  often(20, claim),
  often(12, complete),
  often(7, reclaim),
  often(7, wait),
  often(6, edit),
  often(6, force),
  often(5, cancel),
  often(5, release),
  often(4, reject),
  often(4, heartbeat),
  often(4, sweep),
  often(3, resolve),
  often(9, change),
);

/** The same key three times: again, and with another input. */
const sameKey: fc.Arbitrary<Command[]> = fc.tuple(ask, fc.nat(3)).map(([asked, key]) => {
  const first: Command = { ...asked, key, bypass: "no", definition: "current" };
  return [first, first, { ...first, input: 1 - first.input }];
});
/** Something happens to the very tool that a call was asked for. */
const sameTool: fc.Arbitrary<Command[]> = fc
  .tuple(ask, approve, fc.oneof(quarantine, newVersion), claim)
  .map(([asked, approval, changed, claimed]) => {
    const own: Command =
      changed.do === "quarantine"
        ? { ...changed, tool: asked.tool, quarantined: true }
        : { ...changed, tool: asked.tool };
    return [asked, approval, own, claimed];
  });
/** A worker takes a call that must not run twice, and is never heard of again. */
const lost: fc.Arbitrary<Command[]> = fc
  .tuple(ask, claim, reclaim, resolve)
  .map(([asked, claimed, reclaimed, resolved]) => [
    { ...asked, tool: 0, key: null, bypass: "no", definition: "current" },
    claimed,
    { do: "wait", ms: 11 * MINUTE },
    reclaimed,
    resolved,
  ]);
/** Whose vote it was is gone before the call is taken. */
const voterLeaves: fc.Arbitrary<Command[]> = fc
  .tuple(ask, approve, claim)
  .map(([asked, approval, claimed]) => [asked, approval, { do: "leave", person: approval.person }, claimed]);
/** Who answers for an agent stops it and freezes it, wants it to go on, and others let it. */
const ownerGoesOn: fc.Arbitrary<Command[]> = fc.nat(OWNERS.length - 1).map((target) => {
  const person = OWNERS[target] ?? 0;
  return [
    { do: "stop", person, scope: "agent", target },
    { do: "release", person, nth: 0 },
    { do: "release", person: 1, nth: 0 },
    { do: "freeze", person: 2, agent: target, frozen: true },
    { do: "freeze", person, agent: target, frozen: false },
    { do: "freeze", person: 4, agent: target, frozen: false },
  ];
});
const forceRelease: Doing<"force"> = force.map(({ call }) => ({
  do: "force",
  call: { ...call, among: "pending" },
  status: "running",
}));

/** A few commands that belong together, in the places where chance alone rarely puts them. */
const scene: fc.Arbitrary<Command[]> = fc.oneof(
  fc.tuple(ask, approve, approve, claim, complete),
  fc.tuple(ask, approve, approve, change, claim),
  fc.tuple(ask, change, approve),
  fc.tuple(ask, freezeNow, approve),
  fc.tuple(ask, approve, edit, approve, approve, claim),
  fc.tuple(ask, approve, claim, heartbeat, complete, complete),
  fc.tuple(ask, approve, claim, wait, reclaim, complete, resolve),
  fc.tuple(ask, approve, claim, change, wait, reclaim, resolve),
  fc.tuple(ask, forceRelease, approve, force),
  sameKey,
  sameTool,
  lost,
  voterLeaves,
  ownerGoesOn,
);

/** Some tens of commands; not biased to short lists, which find little, and free to shrink to one. */
export const arbitraryCommands: fc.Arbitrary<Command[]> = fc
  .noBias(fc.array(fc.oneof(single, scene), { minLength: 1, maxLength: 30, size: "max" }))
  .map((scenes) => scenes.flat());
