"use client";
import { useLinkStatus } from "next/link";

/** Inside of a link: a line at its foot from the click until the page it leads to is there. On a slow connection a click that shows nothing is made twice. */
export function LinkPending() {
  const { pending } = useLinkStatus();
  return pending && <span aria-hidden className="skeleton absolute inset-x-1 bottom-0 h-0.5 bg-accent!" />;
}
