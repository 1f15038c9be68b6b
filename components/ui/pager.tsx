import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "./button.tsx";

const BY_TIME = { first: "Newest", next: "Older" };

/** Keyset paging: stable while rows arrive, and as fast on page one thousand as on page one. */
export function Pager({
  first,
  next,
  shown,
  words = BY_TIME,
}: {
  first?: string;
  next?: string;
  shown: number;
  /** What the ends of the list are called. */
  words?: { readonly first: string; readonly next: string };
}) {
  // An empty list has said so itself.
  if (shown === 0 && !first && !next) return null;
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center gap-2">
      <span className="figures text-sm text-ink-2">{shown === 1 ? "1 row" : `${shown} rows`}</span>
      <span className="ml-auto flex gap-2">
        {first && (
          <Link href={first} prefetch={false} className={buttonClasses("plain", "sm")}>
            <ChevronLeft size={14} aria-hidden /> {words.first}
          </Link>
        )}
        {next && (
          <Link href={next} prefetch={false} rel="next" className={buttonClasses("plain", "sm")}>
            {words.next} <ChevronRight size={14} aria-hidden />
          </Link>
        )}
      </span>
    </nav>
  );
}
