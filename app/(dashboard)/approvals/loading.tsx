import { DetailSkeleton } from "#components/approvals/detail/detail-skeleton.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function Loading() {
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex h-[93px] flex-col justify-center gap-3 border-b px-5 max-md:px-4">
        <Skeleton className="h-7 w-96 max-w-full rounded-full" />
        <Skeleton className="h-8 w-72" />
      </div>
      <div className="grid flex-1 md:grid-cols-[minmax(380px,42%)_minmax(0,1fr)]">
        <div className="border-r bg-panel">
          {ROWS.map((row) => (
            <div key={row} className="grid h-[52px] content-center gap-2 border-b px-4">
              <Skeleton className="h-3 w-3/5" />
              <Skeleton className="h-2.5 w-2/5" />
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
