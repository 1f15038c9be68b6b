"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { attendance } from "./attendance.ts";
import { useChange } from "./live-provider.tsx";

/** Has the server paint the page again when the database says that something changed. Keeps scroll, focus and open parts. */
export function RefreshOnChange() {
  const router = useRouter();
  const change = useChange();
  useEffect(() => {
    if (change === 0) return;
    attendance().beforePainting();
    router.refresh();
  }, [change, router]);
  return null;
}
