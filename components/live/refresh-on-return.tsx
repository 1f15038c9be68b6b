"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Back and forward show a page as it was left, whatever has happened since: a call that was decided in between would still wait there. So it is
 * painted anew once it stands. A link always asks the server.
 */
export function RefreshOnReturn() {
  const router = useRouter();
  const shown = `${usePathname()}?${useSearchParams()}`;
  const returning = useRef(false);
  useEffect(() => {
    const notice = () => {
      returning.current = true;
    };
    window.addEventListener("popstate", notice);
    return () => window.removeEventListener("popstate", notice);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: not before the router shows the page that was gone back to.
  useEffect(() => {
    if (!returning.current) return;
    returning.current = false;
    router.refresh();
  }, [shown, router]);
  return null;
}
