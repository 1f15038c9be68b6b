"use client";
import { QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { RequestRefused } from "./fetch-json.ts";

export type LiveState = "connecting" | "live" | "lost";

const LiveContext = createContext<LiveState>("connecting");

export function useLiveState(): LiveState {
  return useContext(LiveContext);
}

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal will not change by asking again at once; a lost connection may.
        retry: (failures, error) => !(error instanceof RequestRefused) && failures < 2,
        refetchOnWindowFocus: true,
      },
    },
  });
}

/** react-query, and one stream of hints from the server that says when to read again. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <Hints>{children}</Hints>
    </QueryClientProvider>
  );
}

/**
 * A hint carries no data: whatever it says, the page asks again and is authorised again. A hidden tab lets go of its
 * stream, because browsers allow few connections to one host; on return it reads everything anew.
 */
function Hints({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    let source: EventSource | undefined;
    const readAgain = () => void client.invalidateQueries();
    const open = () => {
      if (source) return;
      source = new EventSource("/api/live");
      source.addEventListener("ready", () => {
        setState("live");
        readAgain();
      });
      source.addEventListener("changed", readAgain);
      source.addEventListener("error", () => setState("lost"));
    };
    const close = () => {
      source?.close();
      source = undefined;
    };
    const follow = () => (document.visibilityState === "visible" ? open() : close());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      close();
    };
  }, [client]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
