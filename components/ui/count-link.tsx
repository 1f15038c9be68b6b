import Link from "next/link";

/** A count in a row that leads to what was counted; nothing leads nowhere. */
export function CountLink({ href, count, text }: { href: string; count: number; text?: string }) {
  const words = text ?? count.toLocaleString("en-GB");
  if (count === 0) return <span className="text-ink-3">{words}</span>;
  return (
    <Link
      href={href}
      prefetch={false}
      className="relative z-10 underline decoration-line-strong underline-offset-2 hover:text-accent hover:decoration-accent"
    >
      {words}
    </Link>
  );
}
