"use client";
import { useCallback, useEffect, useRef } from "react";

/** How long the thing named by `key` has stood still on the screen. Asked at the moment of a key or click. */
export function useSettled(key: string): () => number {
  const since = useRef(0);
  useEffect(() => {
    // Read so that the clock starts again whenever another thing, or another revision of it, is shown.
    since.current = key === "" ? Number.POSITIVE_INFINITY : performance.now();
  }, [key]);
  return useCallback(() => performance.now() - since.current, []);
}
