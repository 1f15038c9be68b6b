import { classes } from "#components/ui/classes.ts";
import type { ShellStatus } from "#lib/operations/read-shell-status.ts";
import type { Place } from "./navigation.ts";

interface PlaceBadgeProps {
  place: Place;
  status: Pick<ShellStatus, "pending" | "reviews" | "unknown">;
  small?: boolean;
}

/** How much waits for people behind a place: calls to decide, and outcomes that nobody knows. */
export function PlaceBadge({ place, status, small = false }: PlaceBadgeProps) {
  if (place.href === "/approvals" && status.pending > 0)
    return <Badge count={status.pending} words="waiting" colours="bg-accent text-accent-ink" small={small} />;
  if (place.href === "/registry" && status.reviews > 0)
    return <Badge count={status.reviews} words="to review" colours="bg-accent text-accent-ink" small={small} />;
  if (place.href === "/invocations" && status.unknown > 0)
    return (
      <Badge
        count={status.unknown}
        words={status.unknown === 1 ? "unknown outcome" : "unknown outcomes"}
        colours="bg-dual text-panel"
        sign="?"
        small={small}
      />
    );
  return null;
}

interface BadgeProps {
  count: number;
  words: string;
  colours: string;
  /** Tells one kind from another without its colour. */
  sign?: string;
  small: boolean;
}

function Badge({ count, words, colours, sign, small }: BadgeProps) {
  return (
    <span
      title={`${count.toLocaleString("en-GB")} ${words}`}
      className={classes(
        "figures rounded-full text-center font-semibold",
        colours,
        small
          ? "absolute -top-1.5 left-[calc(50%+2px)] min-w-4 px-1 text-[9.5px] leading-4 ring-2 ring-panel"
          : "ml-auto min-w-[22px] px-1.5 text-2xs leading-[17px]",
      )}
    >
      {count > 99 ? "99+" : count}
      {sign && <span aria-hidden>{sign}</span>}
      <span className="sr-only"> {words}</span>
    </span>
  );
}
