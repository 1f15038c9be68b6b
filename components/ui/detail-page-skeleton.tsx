import { Page } from "./page.tsx";
import { Skeleton, TableSkeleton } from "./skeleton.tsx";

/** The page of one thing while it is read: title, facts, tabs, a table. */
export function DetailPageSkeleton() {
  return (
    <Page>
      <Skeleton className="h-5 w-64 max-w-full" />
      <div className="mt-3 mb-6 flex gap-2">
        <Skeleton className="h-[22px] w-20 rounded-full" />
        <Skeleton className="h-[22px] w-28 rounded-full" />
        <Skeleton className="h-[22px] w-24 rounded-full" />
      </div>
      <Skeleton className="mb-6 h-9 w-full" />
      <TableSkeleton columns={3} rows={6} />
    </Page>
  );
}
