import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { LinkPending } from "./link-pending.tsx";
import { ScrollRegion } from "./scroll-region.tsx";

/** Dense rows of 36 px. The whole row is the link of its first cell, so it can be opened beside and reached by Tab. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className="overflow-x-auto rounded-md border bg-panel">
      <table className="w-full border-collapse text-left" aria-label={label}>
        {children}
      </table>
    </ScrollRegion>
  );
}

export function Head({ children }: { children: ReactNode }) {
  return (
    <thead className="bg-inset text-xs text-ink-2">
      <tr>{children}</tr>
    </thead>
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** Left out on a narrow screen; the row's page has it. */
  wide?: boolean;
  right?: boolean;
}

export function HeadCell({ wide, right, className, ...rest }: CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        "h-8 whitespace-nowrap border-b px-3 font-medium",
        wide && "max-md:hidden",
        right && "text-right",
        className,
      )}
    />
  );
}

export function Row({ children, muted }: { children: ReactNode; muted?: boolean }) {
  return (
    <tr
      className={classes(
        "relative border-b last:border-b-0 hover:bg-hover has-[a:focus-visible]:bg-accent-soft",
        muted && "text-ink-3",
      )}
    >
      {children}
    </tr>
  );
}

export function Cell({ wide, right, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={classes("h-9 px-3 py-1.5 align-middle", wide && "max-md:hidden", right && "text-right", className)}
    />
  );
}

/**
 * Covers its row; what else is clickable in the row needs `relative z-10`. Nothing is fetched ahead: every repaint of a live list
 * would have the server paint the page of each of its rows.
 */
export function RowLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className={classes("font-medium text-ink after:absolute after:inset-0", className)}
    >
      {children}
      <LinkPending />
    </Link>
  );
}
