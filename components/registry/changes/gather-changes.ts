import { CHANGE_SEVERITIES, type Change } from "#lib/registry/drift/change.ts";

export interface GatheredChange {
  readonly change: Change;
  readonly times: number;
}

/** The gravest first; what is the same thing at the same place is one line with a counter. */
export function gatherChanges(changes: readonly Change[]): GatheredChange[] {
  const gathered = new Map<string, GatheredChange>();
  for (const change of changes) {
    const key = `${change.code} ${change.pointer}`;
    gathered.set(key, { change, times: (gathered.get(key)?.times ?? 0) + 1 });
  }
  const rank = ({ change }: GatheredChange) => CHANGE_SEVERITIES.indexOf(change.severity);
  return [...gathered.values()].sort((a, b) => rank(b) - rank(a));
}
