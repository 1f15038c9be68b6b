import { DetailSkeleton } from "#components/approvals/detail/detail-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function Loading() {
  return (
    <div className="flex flex-1 flex-col">
      <div className="grid gap-2 border-b px-5 py-2 max-md:px-4">
        <Skeleton className="h-8 w-80 max-w-full max-md:h-10" />
        <Skeleton className="h-7 w-full max-w-3xl rounded-full max-md:h-9" />
        <Skeleton className="h-8 w-72 max-md:h-11" />
      </div>
      <div className="grid flex-1 md:grid-cols-[minmax(420px,46%)_minmax(0,1fr)]">
        <div className="border-r bg-panel">
          <div className="h-7 border-b bg-desk max-md:h-9" />
          {ROWS.map((row) => (
            <div key={row} className="flex h-9 items-center gap-3 border-b px-4 max-md:h-[60px]">
              <Skeleton className="h-3 w-28" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          ))}
        </div>
        <div className="max-md:hidden">
          <DetailSkeleton />
        </div>
      </div>
    </div>
  );
}
