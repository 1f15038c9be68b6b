import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "./button.tsx";

/** Keyset paging: stable while rows arrive, and as fast on page one thousand as on page one. */
export function Pager({ first, next, shown }: { first?: string; next?: string; shown: number }) {
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center gap-2">
      <span className="figures text-sm text-ink-2">{shown === 1 ? "1 row" : `${shown} rows`}</span>
      <span className="ml-auto flex gap-2">
        {first && (
          <Link href={first} prefetch={false} className={buttonClasses("plain", "sm")}>
            <ChevronLeft size={14} aria-hidden /> Newest
          </Link>
        )}
        {next && (
          <Link href={next} prefetch={false} rel="next" className={buttonClasses("plain", "sm")}>
            Older <ChevronRight size={14} aria-hidden />
          </Link>
        )}
      </span>
    </nav>
  );
}
