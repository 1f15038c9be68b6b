import { Page } from "./page.tsx";
import { Skeleton, TableSkeleton } from "./skeleton.tsx";

/** A list page while it is read: title, a line, filters, table. */
export function ListSkeleton() {
  return (
    <Page>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="mt-3 mb-4 h-3 w-80 max-w-full" />
      <div className="mb-3 flex gap-2">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28" />
      </div>
      <TableSkeleton columns={5} />
    </Page>
  );
}
