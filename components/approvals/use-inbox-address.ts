"use client";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";

type Changes = Readonly<Record<string, string | null>>;

/** The inbox's state is its address. Changes are shallow: the server is not asked, the back button works. */
export function useInboxAddress() {
  const params = useSearchParams();
  const href = useCallback(
    (changes: Changes) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const query = next.toString();
      return query ? `?${query}` : "?";
    },
    [params],
  );
  const go = useCallback(
    (changes: Changes, how: "push" | "replace" = "replace") => {
      const target = `${window.location.pathname}${href(changes)}`.replace(/\?$/, "");
      if (how === "push") window.history.pushState(null, "", target);
      else window.history.replaceState(null, "", target);
    },
    [href],
  );
  return { params, href, go };
}
