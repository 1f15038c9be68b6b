"use client";
import { useEffect } from "react";
import { Button } from "./button.tsx";
import { ErrorState } from "./error-state.tsx";
import { tellNotFetched } from "./tell-not-fetched.ts";

/**
 * Stands where a part of the page should be whose script could not be fetched: the connection broke, or the page is older than what
 * the server has now. Without it the whole page would be taken away, with what is on the screen and what was typed.
 */
export function NotFetched() {
  return (
    <ErrorState
      title="This part of the page could not be fetched"
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    >
      The rest goes on working. The connection broke, or the page is older than the server.
    </ErrorState>
  );
}

/** The same for a dialog, which has no place of its own to stand in. */
export function DialogNotFetched() {
  useEffect(() => {
    tellNotFetched();
  }, []);
  return null;
}
