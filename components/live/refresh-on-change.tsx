"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useChange } from "./live-provider.tsx";

/** A busy gateway changes something all the time; a page is painted again at most this often. */
const PAUSE_MS = 2_000;

/** Has the server paint the page again when the database says that something changed. Keeps scroll, focus and open parts. */
export function RefreshOnChange() {
  const router = useRouter();
  const change = useChange();
  const painted = useRef(0);
  useEffect(() => {
    if (change === 0) return;
    const wait = Math.max(0, painted.current + PAUSE_MS - Date.now());
    const timer = setTimeout(() => {
      painted.current = Date.now();
      router.refresh();
    }, wait);
    return () => clearTimeout(timer);
  }, [change, router]);
  return null;
}
