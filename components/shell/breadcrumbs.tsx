"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classes } from "#components/ui/classes.ts";
import { shorten } from "#components/ui/hash.tsx";
import { pagesOf } from "./navigation.ts";

/** Where a page stands, read from its address: a place, a part of it, and the name or id of the one thing that is looked at. */
export function Breadcrumbs() {
  const pathname = usePathname();
  const pages = pagesOf(pathname);
  const thing = pathname.slice(pages.at(-1)?.href.length).split("/").find(Boolean);
  const last = thing ? undefined : pages.at(-1);
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className="flex min-w-0 items-center gap-1.5 text-ink-2">
      {pages.map((page, index) =>
        page === last ? (
          <span key={page.href} aria-current="page" className="truncate font-semibold text-ink">
            {page.label}
          </span>
        ) : (
          <span
            key={page.href}
            className={classes(
              "flex items-center gap-1.5 whitespace-nowrap",
              index < pages.length - 1 && "max-md:hidden",
            )}
          >
            <Link href={page.href} prefetch={false} className="hover:text-ink">
              {page.label}
            </Link>
            <span aria-hidden className="text-ink-3">
              /
            </span>
          </span>
        ),
      )}
      {thing && (
        <span aria-current="page" className="truncate font-mono text-sm font-semibold text-ink">
          {shorten(thing, 13, 4)}
        </span>
      )}
    </nav>
  );
}
