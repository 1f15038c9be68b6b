import type { AuditEntry } from "#lib/audit/entry.ts";
import { hashEntry } from "#lib/audit/hash-entry.ts";
import type { LaneHead } from "#lib/audit/lane-head.ts";

/** Appends to lanes as `audit.append` does, from given heads on; what it writes is proved by the same verifier as any log. */
export class AuditChains {
  private readonly lanes: { seq: number; hash: string; prev: string; atUs: bigint }[];

  constructor(heads: readonly LaneHead[]) {
    this.lanes = heads.map(({ seq, hash }) => ({ seq, hash, prev: "", atUs: 0n }));
  }

  append(atMs: number, actor: string, action: string, subject: string, body: string): AuditEntry {
    const lane = laneOf(subject);
    const head = this.lanes[lane];
    if (!head) throw new Error(`There is no lane ${lane}.`);
    const wished = BigInt(Math.floor(atMs)) * 1000n;
    // Time goes forward within a lane, also where two calls overlap.
    head.atUs = wished > head.atUs ? wished : head.atUs + 1n;
    const seq = head.seq + 1;
    const open = {
      version: 1 as const,
      lane,
      seq,
      atUs: String(head.atUs),
      actor,
      action,
      subject,
      body,
      prev: head.hash,
    };
    const hash = hashEntry(open);
    head.seq = seq;
    head.prev = head.hash;
    head.hash = hash;
    return { ...open, hash };
  }

  /** The new heads of the lanes that were written to. */
  movedHeads(): MovedHead[] {
    return this.lanes.flatMap(({ seq, hash, prev, atUs }, lane) =>
      prev === "" ? [] : [{ lane, seq, hash, prev, atUs: String(atUs) }],
    );
  }
}

interface MovedHead extends LaneHead {
  readonly prev: string;
  readonly atUs: string;
}

/** The lane of a call, as `audit.lane_of` chooses it: by the last digit of its id. */
function laneOf(subject: string): number {
  return Number.parseInt(subject.slice(-1), 16) % 13;
}
