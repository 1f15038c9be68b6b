"use client";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

type Changes = Readonly<Record<string, string | null>>;

/** The inbox's state is its address. Changes are shallow: the server is not asked, the back button works. */
export function useInboxAddress() {
  const params = useSearchParams();
  const href = useCallback((changes: Changes) => changed(params, changes), [params]);
  const go = useCallback((changes: Changes, how: "push" | "replace" = "replace") => {
    // From the address itself: what this page rendered may be older than the change before this one.
    const query = changed(new URLSearchParams(window.location.search), changes);
    const target = `${window.location.pathname}${query}`.replace(/\?$/, "");
    if (how === "push") window.history.pushState(null, "", target);
    else window.history.replaceState(null, "", target);
  }, []);
  return { params, href, go };
}

function changed(params: URLSearchParams, changes: Changes): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}
