"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
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
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const watcher = new ResizeObserver(() =>
      setScrolls(node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight),
    );
    for (const each of [node, ...node.children]) watcher.observe(each);
    return () => watcher.disconnect();
  }, []);
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
