import Link from "next/link";
import { Fragment } from "react";
import { classes } from "#components/ui/classes.ts";

export interface Crumb {
  readonly label: string;
  readonly href?: string;
  readonly mono?: boolean;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="flex min-w-0 items-center gap-1.5 text-ink-2">
      {crumbs.map((crumb, index) => {
        const last = index === crumbs.length - 1;
        const look = classes("truncate", crumb.mono && "font-mono text-sm", last && "font-semibold text-ink");
        return (
          <Fragment key={crumb.label}>
            {index > 0 && (
              <span aria-hidden className="text-ink-3">
                /
              </span>
            )}
            {last || !crumb.href ? (
              <span className={look} aria-current={last ? "page" : undefined}>
                {crumb.label}
              </span>
            ) : (
              <Link href={crumb.href} className={classes(look, "hover:text-ink")}>
                {crumb.label}
              </Link>
            )}
          </Fragment>
        );
      })}
    </nav>
  );
}
