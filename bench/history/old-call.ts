import { createHash } from "node:crypto";
import { randomOf } from "#db/testing/random.ts";
import { uuidAt } from "./uuid-at.ts";

/** Changes whenever what is written here does: templates of another form are thrown away. */
export const HISTORY_FORM = 2;

export interface OldTool {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly definitionHash: string;
  readonly held: boolean;
}

/** Whom the old calls are about. */
export interface Cast {
  readonly agents: readonly { readonly id: string; readonly keyId: string }[];
  readonly freeTools: readonly OldTool[];
  readonly heldTools: readonly OldTool[];
  readonly voters: readonly string[];
  readonly workerId: string;
  readonly policyVersion: number;
}

export type OldStatus = "completed" | "failed" | "denied" | "rejected" | "expired" | "cancelled";

/** A call that ended long ago; times in milliseconds since 1970. */
export interface OldCall {
  readonly number: number;
  readonly id: string;
  readonly agent: { readonly id: string; readonly keyId: string };
  readonly tool: OldTool;
  readonly status: OldStatus;
  readonly askedAt: number;
  /** When people decided, or ran out of time; the same as asked when nobody was asked. */
  readonly decidedAt: number;
  readonly endedAt: number;
  readonly ran: boolean;
  readonly hasOutput: boolean;
  readonly voter: string | undefined;
  readonly approvalId: string;
  readonly input: string;
  readonly inputDigest: string;
  readonly bindingDigest: string;
  readonly idempotencyKey: string | undefined;
}

const DAY_MS = 86_400_000;
const DAYS = 180;
const HELD_SHARE = 0.25;
const OUTPUT_SHARE = 0.3;

/** How calls end: those that run at once, and those that wait for a person. */
const FREE_ENDS: readonly [number, OldStatus][] = [
  [0.9, "completed"],
  [0.96, "failed"],
  [0.98, "cancelled"],
  [1, "denied"],
];
const HELD_ENDS: readonly [number, OldStatus][] = [
  [0.74, "completed"],
  [0.78, "failed"],
  [0.9, "rejected"],
  [0.97, "expired"],
  [1, "cancelled"],
];

/** The n-th of `count` calls over the last half year before `now`: the same for the same numbers. */
export function describeOldCall(number: number, count: number, now: number, cast: Cast): OldCall {
  const random = randomOf(number);
  const askedAt = Math.floor(now - (DAYS + 1) * DAY_MS + (number * DAYS * DAY_MS) / count);
  const held = random.chance(HELD_SHARE);
  const tool = random.pick(held ? cast.heldTools : cast.freeTools);
  const status = endOf(held ? HELD_ENDS : FREE_ENDS, random.next());
  const ran = status === "completed" || status === "failed";
  const decidedAt = held ? askedAt + random.integer(0, 899_999) : askedAt;
  const input = `{"maxBytes":65536,"path":"/workspace/reports/${number}.md","why":"${"line by line ".repeat(random.integer(4, 11))}"}`;
  const inputDigest = sha256(input);
  return {
    number,
    id: uuidAt(askedAt, random),
    agent: random.pick(cast.agents),
    tool,
    status,
    askedAt,
    decidedAt,
    endedAt: ran ? decidedAt + random.integer(40, 4039) : decidedAt,
    ran,
    hasOutput: status === "completed" && random.chance(OUTPUT_SHARE),
    voter: held && (ran || status === "rejected") ? random.pick(cast.voters) : undefined,
    approvalId: uuidAt(askedAt, random),
    input,
    inputDigest,
    bindingDigest: sha256(`al1-binding\n${tool.definitionHash}\n${inputDigest}\n${cast.policyVersion}\n1`),
    idempotencyKey: random.chance(0.5) ? uuidAt(askedAt, random) : undefined,
  };
}

function endOf(ends: readonly [number, OldStatus][], chance: number): OldStatus {
  return ends.find(([upTo]) => chance < upTo)?.[1] ?? "completed";
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
