"use client";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { classes } from "./classes.ts";

interface ScrollRegionProps {
  /** What is in it, for those who reach it by Tab. */
  label: string;
  className: string;
  children: ReactNode;
}

/** A box that may scroll by itself. While it does it can be reached by Tab, or whoever has only keys could not read its end. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const box = useRef<HTMLDivElement>(null);
  // Until it is measured it may: one stop too many for a moment, instead of an end that cannot be reached.
  const [scrolls, setScrolls] = useState(true);
  const measure = useCallback(() => {
    const node = box.current;
    if (node) setScrolls(node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight);
  }, []);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const watcher = new ResizeObserver(measure);
    for (const each of [node, ...node.children]) watcher.observe(each);
    // A font that arrives late makes lines longer and no box larger.
    document.fonts.addEventListener("loadingdone", measure);
    return () => {
      watcher.disconnect();
      document.fonts.removeEventListener("loadingdone", measure);
    };
  }, [measure]);
  // Nor does another text with as many lines. What it says is the same as before more often than not, and then nothing is drawn again.
  useEffect(measure);
  return (
    <div
      ref={box}
      // The ring inside: what is around such a box often cuts off what stands out.
      className={classes("focus-visible:-outline-offset-2", className)}
      {...(scrolls ? { tabIndex: 0, role: "group", "aria-label": label } : {})}
    >
      {children}
    </div>
  );
}
