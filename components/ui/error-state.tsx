import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Something failed: what, and what to do. The id finds the entry in the log of the process. */
export function ErrorState({
  title,
  children,
  digest,
  action,
}: {
  title: string;
  children: ReactNode;
  digest?: string;
  action?: ReactNode;
}) {
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-2 px-6 py-16 text-center">
      <TriangleAlert size={22} className="mb-1 text-bad" aria-hidden />
      <p className="text-md font-semibold">{title}</p>
      <div className="max-w-md text-ink-2">{children}</div>
      {digest && <p className="font-mono text-xs text-ink-3">log id {digest}</p>}
      {action && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}
