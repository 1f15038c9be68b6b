import { Skeleton } from "#components/ui/skeleton.tsx";

/** The detail while it is read: a title, chips, the strip, the reason, the arguments, each where it will stand. */
export function DetailSkeleton() {
  return (
    <div className="px-5 pt-5" role="status" aria-label="Loading">
      <Skeleton className="h-5 w-3/5" />
      <div className="mt-3 flex gap-2">
        <Skeleton className="h-[22px] w-20 rounded-full" />
        <Skeleton className="h-[22px] w-28 rounded-full" />
        <Skeleton className="h-[22px] w-36 rounded-full" />
      </div>
      <Skeleton className="my-6 h-8 w-full max-w-[1040px]" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="mt-8 h-32 w-full" />
      <Skeleton className="mt-8 h-40 w-full" />
    </div>
  );
}
