"use client";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <ErrorState
      title="This page could not be read"
      digest={error.digest}
      action={<Button onClick={reset}>Try again</Button>}
    >
      If you had just done something, check whether it was done before you try again. The database may be out of reach;
      the health mark above says so when it is.
    </ErrorState>
  );
}
