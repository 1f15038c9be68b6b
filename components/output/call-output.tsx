"use client";
import { useQuery } from "@tanstack/react-query";
import { fetchJson } from "#components/live/fetch-json.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { CleanedOutput } from "#lib/invocations/read-output.ts";
import { OutputViewer } from "./output-viewer.tsx";

interface CallOutputProps {
  invocationId: string;
  /** Null: it is large, and fetched now. */
  output: CleanedOutput | null;
  /** False: there was none, or it is deleted; the page says which. */
  hasRaw: boolean;
  mayReadRaw: boolean;
  readRaw: (input: { id: string }) => Promise<Outcome<string>>;
}

/** The output of a call, wherever it comes from. */
export function CallOutput({ invocationId, output, hasRaw, mayReadRaw, readRaw }: CallOutputProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["output", invocationId],
    queryFn: ({ signal }) => fetchJson<CleanedOutput>(`/api/invocations/${invocationId}/output`, signal),
    enabled: output === null,
    // It is written once; that it was deleted meanwhile, the page says when it is opened again.
    staleTime: "static",
  });
  const shown = output ?? data;
  if (shown) {
    return (
      <OutputViewer
        cleaned={shown.cleaned}
        findings={shown.findings}
        source={
          hasRaw
            ? { kind: "on-record", allowed: mayReadRaw, read: () => readRaw({ id: invocationId }) }
            : { kind: "none" }
        }
      />
    );
  }
  if (error) {
    return (
      <ErrorState title="The output could not be read" action={<Button onClick={() => refetch()}>Try again</Button>}>
        {error.message}
      </ErrorState>
    );
  }
  return (
    <div className="grid gap-2 rounded-md border bg-panel p-3" role="status" aria-label="Reading the output">
      <Skeleton className="h-7 w-72" />
      <Skeleton className="h-[60vh] w-full" />
    </div>
  );
}
