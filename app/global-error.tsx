"use client";
import "./tokens.css";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <ErrorState
          title="The dashboard could not start this page"
          digest={error.digest}
          action={<Button onClick={reset}>Try again</Button>}
        >
          If you had just done something, check whether it was done before you try again. If it persists, the log of the
          dashboard says why.
        </ErrorState>
      </body>
    </html>
  );
}
