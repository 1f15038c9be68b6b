"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { shorten } from "#components/ui/hash.tsx";
import { PLACES } from "./navigation.ts";

/** Where a page stands, read from its address: a place, and the name or id of the one thing that is looked at. */
export function Breadcrumbs() {
  const [section = "", thing] = usePathname().split("/").slice(1);
  const place = PLACES.find(({ href }) => href === `/${section}`);
  if (!place) return null;
  return (
    <nav aria-label="Breadcrumbs" className="flex min-w-0 items-center gap-1.5 text-ink-2">
      {thing ? (
        <>
          <Link href={place.href} prefetch={false} className="hover:text-ink">
            {place.label}
          </Link>
          <span aria-hidden className="text-ink-3">
            /
          </span>
          <span aria-current="page" className="truncate font-mono text-sm font-semibold text-ink">
            {shorten(thing, 13, 4)}
          </span>
        </>
      ) : (
        <span aria-current="page" className="font-semibold text-ink">
          {place.label}
        </span>
      )}
    </nav>
  );
}
