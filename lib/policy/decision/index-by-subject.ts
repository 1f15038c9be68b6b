import type { ToolContract } from "#lib/registry/contract.ts";
import { canonicalActionPattern, wordsFor } from "../action-pattern.ts";
import type { Subject } from "./call-history.ts";

/** What a policy may name a call by: its tool, and the words that its action answers to. */
export interface CalledBy {
  readonly tool: string;
  readonly words: readonly string[];
}

export function calledBy({
  name,
  actionType,
  category,
}: Pick<ToolContract, "name" | "actionType" | "category">): CalledBy {
  return { tool: name, words: wordsFor({ actionType, category }) };
}

/** Entries of a policy by what they are about, so that finding those of a call takes four look-ups however many there are. */
export interface BySubject<Entry> {
  readonly tool: ReadonlyMap<string, readonly Entry[]>;
  readonly action: ReadonlyMap<string, readonly Entry[]>;
  readonly everything: readonly Entry[];
}

export function indexBySubject<Entry>(
  entries: readonly Entry[],
  subjectOf: (entry: Entry) => Subject,
): BySubject<Entry> {
  const tool = new Map<string, Entry[]>();
  const action = new Map<string, Entry[]>();
  const everything: Entry[] = [];
  for (const entry of entries) {
    const subject = subjectOf(entry);
    if (subject.tool !== undefined) put(tool, subject.tool, entry);
    else if (subject.action !== undefined) put(action, canonicalActionPattern(subject.action), entry);
    else everything.push(entry);
  }
  return { tool, action, everything };
}

function put<Entry>(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const there = map.get(key);
  if (there) there.push(entry);
  else map.set(key, [entry]);
}

/** Written without spreads: a decision asks each profile of the agent. */
export function entriesFor<Entry>({ tool, action, everything }: BySubject<Entry>, call: CalledBy): Entry[] {
  const found: Entry[] = [];
  const keep = (entries: readonly Entry[] | undefined) => {
    if (entries) for (const entry of entries) found.push(entry);
  };
  keep(tool.get(call.tool));
  for (const word of call.words) keep(action.get(word));
  keep(everything);
  return found;
}
