import { classes } from "./classes.ts";

/** A place where something will stand, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes("skeleton block", className ?? "h-3 w-24")} />;
}

const WIDTHS = ["w-28", "w-40", "w-24", "w-36", "w-32"] as const;

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `place-${index}`);
}

/** A table that is being read: the same head height and row height as the real one. */
export function TableSkeleton({ columns, rows = 10 }: { columns: number; rows?: number }) {
  return (
    <div className="overflow-hidden rounded-md border bg-panel" role="status" aria-label="Loading">
      <div className="h-8 border-b bg-inset" />
      {names(rows).map((row, y) => (
        <div key={row} className="flex h-9 items-center gap-6 border-b px-3 last:border-b-0">
          {names(columns).map((column, x) => (
            <Skeleton
              key={column}
              className={`h-2.5 ${WIDTHS[(y + x * 2) % WIDTHS.length]} ${x > 1 ? "max-md:hidden" : ""}`}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
