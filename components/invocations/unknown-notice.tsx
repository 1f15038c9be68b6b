import Link from "next/link";
import { StateMark } from "#components/ui/state-mark.tsx";

/** Over the list: outcomes that nobody knows, as a door to them; in their own list, what to do. */
export function UnknownNotice({ count, shown }: { count: number; shown: boolean }) {
  if (shown) {
    return (
      <p className="mb-3 max-w-[88ch] text-ink-2">
        A worker was lost while each of these ran, and nobody knows whether it took effect. Open one, find out outside,
        and say what happened; the agent waits for it.
      </p>
    );
  }
  if (count === 0) return null;
  return (
    <Link
      href="/invocations?status=unknown"
      prefetch={false}
      className="mb-3 flex min-h-10 items-center gap-2.5 rounded-md border border-dual/50 bg-dual-soft px-4 py-2 hover:brightness-98"
    >
      <StateMark state="unknown" word={false} />
      {count === 1
        ? "1 call has an unknown outcome: a person has to find out."
        : `${count.toLocaleString("en-GB")} calls have an unknown outcome: a person has to find out.`}
    </Link>
  );
}
