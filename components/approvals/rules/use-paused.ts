"use client";
import { useEffect, useState } from "react";

/** The value once it has stood still: nobody asks the server about every letter. */
export function usePaused<T>(value: T, pauseMs = 350): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
