import type { ReactNode } from "react";

/** Nothing here, said plainly, with what would put something here. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-10 text-center text-balance">
      {icon && <div className="mb-1 text-ink-3">{icon}</div>}
      <p className="text-md font-semibold">{title}</p>
      {children && <div className="max-w-md text-ink-2">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
