import Link from "next/link";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A number that is a door: it filters the list under it, or leads to one. */
export function Tile({
  href,
  count,
  more = false,
  children,
  mark,
  pressed = false,
}: {
  href: string;
  count: number;
  /** The counting stopped there. */
  more?: boolean;
  children: ReactNode;
  mark?: ReactNode;
  pressed?: boolean;
}) {
  return (
    <Link
      href={href}
      scroll={false}
      prefetch={false}
      aria-current={pressed ? "true" : undefined}
      className={classes(
        "inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-ink-2 max-md:h-9 max-md:px-3",
        pressed ? "border-accent bg-accent-soft" : "bg-panel hover:bg-hover",
      )}
    >
      {mark}
      <b className="figures font-semibold text-ink">
        {count.toLocaleString("en-GB")}
        {more && "+"}
      </b>
      {children}
    </Link>
  );
}
