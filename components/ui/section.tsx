import { type ReactNode, useId } from "react";

/** A part of a page, under a small heading that a reader can jump to. */
export function Section({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-5 first:mt-0">
      <header className="mb-2 flex min-h-5 flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 id={id} className="text-xs font-semibold uppercase tracking-[0.05em] text-ink-2">
          {title}
        </h2>
        {note && <span className="text-sm text-ink-2">{note}</span>}
        {action && <span className="min-w-0 md:ml-auto">{action}</span>}
      </header>
      {children}
    </section>
  );
}
