import type { CallRecord } from "./record.ts";
import { type Arrow, type Life, walkTrail } from "./trail.ts";

const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "rejected", "expired", "cancelled", "denied"]);
const ENDINGS: ReadonlySet<string> = new Set([...FINAL, "unknown"].map((status) => `tool_invocation_${status}`));

/**
 * What speaks against one call having had exactly one outcome: its row, its trail, its approvals, its votes, its events and what
 * those who acted were told (`acknowledged`) must all tell the same story.
 */
export function judgeRecord(record: CallRecord, arrows: readonly Arrow[], acknowledged: readonly string[]): string[] {
  const walk = walkTrail(record.trail, arrows);
  if (!walk.legal) return [walk.fault];
  const { status } = record;
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  expect(FINAL.has(status), `it ended as ${status}, which is no end`);
  expect(walk.life.status === status, `its trail ends ${walk.life.status}, its row says ${status}`);
  expect(walk.life.fence === record.fence, `its trail has fence ${walk.life.fence}, its row ${record.fence}`);
  expect(record.runs === record.fence, `${record.runs} runs are on record for fence ${record.fence}`);
  for (const told of new Set(acknowledged))
    expect(told === status, `somebody was told ${told}, its row says ${status}`);
  return [...faults, ...judgeEvents(record, walk.life), ...judgePeople(record, walk.life)];
}

function judgeEvents({ status, events }: CallRecord, life: Life): string[] {
  const ends = events.filter(({ type }) => ENDINGS.has(type)).map(({ type }) => type);
  const starts = events.filter(({ type }) => type === "tool_invocation_running").length;
  const decided = events.filter(({ type }) => type === "tool_invocation_decided").map(({ revision }) => revision);
  const decisions = life.releases + (status === "rejected" ? 1 : 0);
  return [
    ...(ends.length === 1 && ends[0] === `tool_invocation_${status}` ? [] : [`${status}, but its ends are [${ends}]`]),
    ...(starts === life.releases + (life.wasBornRunning ? 1 : 0) ? [] : [`${starts} running events`]),
    ...(decided.length === decisions && new Set(decided).size === decisions
      ? []
      : [`${decided.length} decided events`]),
  ];
}

function judgePeople(record: CallRecord, life: Life): string[] {
  const { status, approvalStatus, approvals, votes, required } = record;
  if (life.wasBornRunning && life.revision === 1) {
    const isFree = approvals.length === 0 && approvalStatus === "not_required";
    return isFree ? [] : [`free to run, but its approval is ${approvalStatus}`];
  }
  const now = votes.filter(({ revision }) => revision === life.revision);
  const voters = new Set(now.map(({ person }) => person)).size;
  const yes = now.filter(({ decision }) => decision === "approve").length;
  const no = now.length - yes;
  const approval = approvals.find(({ revision }) => revision === life.revision)?.status ?? "none";
  const stale = approvals.filter((earlier) => earlier.revision < life.revision && earlier.status !== "void");
  const answer = answerFor(record, life);
  return [
    ...(voters === now.length ? [] : [`${now.length} votes of ${voters} people`]),
    ...(yes >= required === life.isReleased ? [] : [`${yes} of ${required} approved; released: ${life.isReleased}`]),
    ...(no === (status === "rejected" && !life.isTakenBack ? 1 : 0)
      ? []
      : [`${no} people said no, and it is ${status}`]),
    ...(life.isTakenBack && yes === 0 ? ["taken back, and nobody had said yes"] : []),
    ...(approval === answer ? [] : [`${status}, but its approval is on record as ${approval}`]),
    ...(approvalStatus === answer ? [] : [`${status}, but its row calls the approval ${approvalStatus}`]),
    ...(stale.length === 0 ? [] : [`${stale.length} approvals of earlier revisions are not void`]),
  ];
}

/** How the question to people ended, given how the call did. A yes that nobody acted on is void when the call is called off. */
function answerFor({ status, expiryKind, fence }: CallRecord, { isReleased }: Life): string {
  if (isReleased) return status === "cancelled" && fence === 0 ? "void" : "approved";
  if (status === "rejected") return "rejected";
  return status === "expired" && expiryKind === "approval" ? "expired" : "void";
}
