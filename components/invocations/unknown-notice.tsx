import Link from "next/link";
import { StateMark } from "#components/ui/state-mark.tsx";

/** Over a list of calls: the door to those whose outcome nobody knows. Nothing is shown when there are none. */
export function UnknownNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Link
      href="/invocations?status=unknown"
      prefetch={false}
      className="mb-3 flex min-h-10 items-center gap-2.5 rounded-md border border-dual/50 bg-dual-soft px-4 py-2 hover:brightness-98"
    >
      <span aria-hidden className="flex">
        <StateMark state="unknown" word={false} />
      </span>
      {count === 1
        ? "1 call has an unknown outcome: a person has to find out."
        : `${count.toLocaleString("en-GB")} calls have an unknown outcome: a person has to find out.`}
    </Link>
  );
}
