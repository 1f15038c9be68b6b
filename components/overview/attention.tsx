import { TriangleAlert } from "lucide-react";
import Link from "next/link";

export interface Concern {
  readonly href: string;
  readonly sentence: string;
}

/** What else wants a person, besides the inbox. Nothing is shown when there is nothing. */
export function Attention({ concerns }: { concerns: readonly Concern[] }) {
  if (concerns.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1.5">
      {concerns.map((concern) => (
        <li key={concern.href}>
          <Link
            href={concern.href}
            prefetch={false}
            className="flex min-h-10 items-center gap-2.5 rounded-md border border-medium/50 bg-medium-soft px-4 py-2 hover:brightness-98"
          >
            <TriangleAlert size={15} className="shrink-0 text-medium" aria-hidden />
            {concern.sentence}
          </Link>
        </li>
      ))}
    </ul>
  );
}
