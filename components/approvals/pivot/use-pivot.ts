"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { usePaused } from "#components/approvals/rules/use-paused.ts";
import { postJson } from "#components/live/fetch-json.ts";
import type { Sharing } from "#lib/approvals/pivot/find-sharing.ts";
import { groupSharing } from "#lib/approvals/pivot/group-sharing.ts";

const LEAST = 4;
const MOST = 500;
const NOBODY: ReadonlySet<string> = new Set();

/** Who carries the text, and what shall happen to them. What is decided is what was found: each by revision and digest. */
export function usePivot(first: string) {
  const [text, setText] = useState(first.slice(0, MOST));
  const [kept, setKept] = useState<ReadonlySet<string>>(NOBODY);
  const [spared, setSpared] = useState<ReadonlySet<string>>(NOBODY);
  const [deny, setDeny] = useState(true);
  const asked = usePaused(text);
  const long = asked.trim().length >= LEAST;
  const query = useQuery({
    queryKey: ["sharing", asked],
    queryFn: ({ signal }) => postJson<Sharing>("/api/approvals/sharing", { text: asked }, signal),
    enabled: long,
    retry: false,
    // What is ended is what was found and read: the list does not change under the pointer. Opened again, it is looked for again.
    staleTime: "static",
    gcTime: 0,
  });
  const found = text === asked && long ? query.data : undefined;
  const groups = useMemo(() => groupSharing(found?.items ?? []), [found]);
  const items = (found?.items ?? []).filter(({ id }) => !kept.has(id));
  const agents = new Set(items.map(({ agentId }) => agentId));
  const freeze = groups.filter((group) => agents.has(group.agentId) && !group.stopped && !spared.has(group.agentId));
  return {
    text,
    setText: (next: string) => {
      setText(next);
      // Another text has other carriers; nobody was spared from it.
      setKept(NOBODY);
      setSpared(NOBODY);
    },
    state: !long ? "short" : found ? "found" : query.isError ? "failed" : "looking",
    refusal: query.error?.message,
    found,
    groups,
    items,
    versions: new Set(items.map(({ toolVersionId }) => toolVersionId)).size,
    freeze,
    kept,
    toggleCall: (id: string) => setKept(toggled(kept, id)),
    spared,
    toggleAgent: (id: string) => setSpared(toggled(spared, id)),
    deny,
    setDeny,
  } as const;
}

export type PivotForm = ReturnType<typeof usePivot>;

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return set.has(id) ? new Set([...set].filter((other) => other !== id)) : new Set([...set, id]);
}
