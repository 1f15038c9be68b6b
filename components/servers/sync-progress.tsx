"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ServerDetail } from "#lib/registry/servers/queries/read-server.ts";

/** A dispatcher that begins to ask a server tells nobody; while something is under way the page looks by itself. */
const LOOK_MS = 2_500;

export function SyncProgress({ server, dispatchers }: { server: ServerDetail; dispatchers: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [router]);
  const asking = server.sync === "listing";
  return (
    <Callout
      tone={asking || dispatchers > 0 ? "accent" : "medium"}
      title={
        <span role="status" className="flex items-center gap-2">
          <span
            className="turn size-3.5 shrink-0 rounded-full border-2 border-accent border-r-transparent"
            aria-hidden
          />
          <b className="font-semibold">
            {asking ? "A dispatcher is asking the server for its tools." : "The server is to be asked for its tools."}
          </b>
        </span>
      }
    >
      {server.syncRequestedAt && (
        <>
          Asked for <Ago at={server.syncRequestedAt} />.{" "}
        </>
      )}
      {!asking &&
        (dispatchers > 0
          ? "It waits for a free dispatcher."
          : "No dispatcher that can isolate it is alive; Settings, Sandbox says why.")}
    </Callout>
  );
}
