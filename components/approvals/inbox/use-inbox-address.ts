"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { inboxQuery, parseInboxFilter } from "#lib/approvals/inbox-filter.ts";

export type AddressChanges = Readonly<Record<string, string | null>>;

/** The inbox's state is its address. Changes are shallow: the server is not asked, the back button works. */
export function useInboxAddress(agent: string | null) {
  const params = useSearchParams();
  // An agent's page has tabs of its own.
  const tabName = agent === null ? "tab" : "box";
  const filter = useMemo(() => {
    const asked = parseInboxFilter(params, tabName);
    return agent === null ? asked : { ...asked, agent };
  }, [params, tabName, agent]);
  const href = useCallback((changes: AddressChanges) => changed(params, changes), [params]);
  const go = useCallback((changes: AddressChanges, how: "push" | "replace" = "replace") => {
    // From the address itself: what this page rendered may be older than the change before this one.
    const query = changed(new URLSearchParams(window.location.search), changes);
    const target = `${window.location.pathname}${query}`.replace(/\?$/, "");
    if (how === "push") window.history.pushState(null, "", target);
    else window.history.replaceState(null, "", target);
  }, []);
  return { params, filter, query: inboxQuery(filter), tabName, href, go };
}

export type InboxAddress = ReturnType<typeof useInboxAddress>;

/** The row that the address names at this moment, whatever was rendered last. */
export function selectedNow(): string | null {
  return new URLSearchParams(window.location.search).get("id");
}

function changed(params: URLSearchParams, changes: AddressChanges): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}
