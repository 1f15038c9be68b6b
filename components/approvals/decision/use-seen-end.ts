"use client";
import { type RefObject, useEffect, useState } from "react";

/** On a phone the two answers and the navigation lie over the lowest part of the screen. */
const COVERED_ON_PHONE = "0px 0px -150px 0px";

/**
 * Whether the end of what `shown` names has been in view once. Every other thing, and every other form of it, has to be
 * looked at anew. A browser that cannot tell does not keep anybody from deciding.
 */
export function useSeenEnd(end: RefObject<HTMLElement | null>, shown: string): boolean {
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    const mark = end.current;
    if (!mark || typeof IntersectionObserver === "undefined") {
      setSeen(shown);
      return;
    }
    const phone = window.matchMedia("(max-width: 767px)").matches;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(shown);
        observer.disconnect();
      },
      phone ? { rootMargin: COVERED_ON_PHONE } : {},
    );
    observer.observe(mark);
    return () => observer.disconnect();
  }, [end, shown]);
  return seen === shown;
}
