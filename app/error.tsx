"use client";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

/** When even the frame cannot be painted: most often the database is out of reach. */
export default function FrameError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState
      title="The dashboard cannot read its database"
      digest={error.digest}
      action={<Button onClick={reset}>Try again</Button>}
    >
      If you had just done something, check whether it was done before you try again. Agents get the same answer until
      it is back; the log of the dashboard says why.
    </ErrorState>
  );
}
