import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { MOST_APPROVED_TOGETHER, MOST_REJECTED_TOGETHER } from "./limits.ts";

export interface Excluded {
  readonly item: InboxItem;
  readonly why: string;
}

export interface BulkJudgement {
  readonly included: readonly InboxItem[];
  readonly excluded: readonly Excluded[];
  /** Calls, with those that are folded into the cards. */
  readonly calls: number;
}

/** Which of the chosen can be approved by one act, and of each other why not. The database decides again. */
export function judgeApprovals(items: readonly InboxItem[]): BulkJudgement {
  const kind = largestKind(items.filter((item) => whyAlone(item) === undefined));
  return judge(items, MOST_APPROVED_TOGETHER, (item) => whyAlone(item) ?? whyUnlike(item, kind));
}

/** Which of the chosen can be rejected by one act: any call. */
export function judgeRejections(items: readonly InboxItem[]): BulkJudgement {
  return judge(items, MOST_REJECTED_TOGETHER, whyNoCall);
}

function judge(
  items: readonly InboxItem[],
  most: number,
  whyNot: (item: InboxItem) => string | undefined,
): BulkJudgement {
  const included: InboxItem[] = [];
  const excluded: Excluded[] = [];
  let calls = 0;
  for (const item of items) {
    const size = 1 + item.folded;
    const why = whyNot(item) ?? (calls + size > most ? `more than ${most} at once` : undefined);
    if (why !== undefined) {
      excluded.push({ item, why });
      continue;
    }
    included.push(item);
    calls += size;
  }
  return { included, excluded, calls };
}

function whyNoCall({ kind, decided }: InboxItem): string | undefined {
  if (kind !== "call") return "not a call: it is decided by itself";
  return decided === null ? undefined : "decided already";
}

/** What is to be looked at by itself, whatever else is chosen. */
function whyAlone(item: InboxItem): string | undefined {
  const noCall = whyNoCall(item);
  if (noCall) return noCall;
  if (item.tier === "high" || item.tier === "dual") return `tier ${item.tier}: one by one`;
  if (item.required > 1) return "takes two people";
  if (item.flagged) return "the scanner noticed something about its tool or its arguments";
  if (item.long) return "has a long value to be opened first";
  if (item.voted) return "you have voted on it";
  return undefined;
}

function whyUnlike(item: InboxItem, kind: string | undefined): string | undefined {
  return kindOf(item) === kind ? undefined : "another tool or agent than most";
}

/** Of one tool's version and one agent: the kind of which most are chosen, the first of them on a tie. */
function largestKind(items: readonly InboxItem[]): string | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1);
  return [...counts].reduce<[string, number] | undefined>(
    (best, entry) => (best && best[1] >= entry[1] ? best : entry),
    undefined,
  )?.[0];
}

function kindOf({ tool, agentId }: InboxItem): string {
  return `${tool} ${agentId}`;
}
