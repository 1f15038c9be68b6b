import type { ReactNode } from "react";

const EDGES = {
  plain: "border-l-line-strong",
  accent: "border-l-accent",
  ok: "border-l-ok",
  medium: "border-l-medium",
  high: "border-l-high",
  dual: "border-l-dual",
  bad: "border-l-bad",
} as const;

/** One thing to know before going on. */
export function Callout({
  tone = "plain",
  title,
  children,
}: {
  tone?: keyof typeof EDGES;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`grid gap-1 rounded-md border border-l-[3px] bg-panel px-3 py-2.5 ${EDGES[tone]}`}>
      <div>{title}</div>
      {children && <div className="text-ink-2">{children}</div>}
    </div>
  );
}
