"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { inboxQuery, parseInboxFilter } from "#lib/approvals/inbox-filter.ts";

export type AddressChanges = Readonly<Record<string, string | null>>;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/**
 * The address as it is now. The router tells of a change when it has time; a person who presses J and then X means the row that J went to,
 * however busy the page is.
 */
function useParams(): URLSearchParams {
  const routed = useSearchParams().toString();
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => `?${routed}`,
  );
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Puts another query into the address of this page, without asking the server for the page. */
export function changeAddress(search: string, how: "push" | "replace"): void {
  const target = `${window.location.pathname}${search}`.replace(/\?$/, "");
  if (how === "push") window.history.pushState(null, "", target);
  else window.history.replaceState(null, "", target);
  for (const listener of [...listeners]) listener();
}

/** The inbox's state is its address. Changes are shallow: the server is not asked, the back button works. */
export function useInboxAddress(agent: string | null) {
  const params = useParams();
  // An agent's page has tabs of its own.
  const tabName = agent === null ? "tab" : "box";
  const filter = useMemo(() => {
    const asked = parseInboxFilter(params, tabName);
    return agent === null ? asked : { ...asked, agent };
  }, [params, tabName, agent]);
  const href = useCallback((changes: AddressChanges) => changed(params, changes), [params]);
  const go = useCallback((changes: AddressChanges, how: "push" | "replace" = "replace") => {
    // From the address itself: what this page rendered may be older than the change before this one.
    changeAddress(changed(new URLSearchParams(window.location.search), changes), how);
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
