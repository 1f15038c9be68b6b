"use client";
import { QueryCache, QueryClient, QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { RequestRefused } from "./fetch-json.ts";
import { keepLive, type LiveState } from "./keep-live.ts";
import { paced } from "./paced.ts";

/**
 * Always the same object, whatever it says: a context that changes has React throw away every part of the page that the server is still
 * sending, and draw it in the browser, so that it stands there twice until the server's has come.
 */
const LiveContext = createContext(keepLive());

export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live.subscribe, live.state, () => "connecting");
}

/** Grows when it is time to read again. */
export function useChange(): number {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live.subscribe, live.change, () => 0);
}

/** The session ended, here or elsewhere: a page that can no longer be read must not look as if it were. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof RequestRefused) || error.code !== "bad_session") return;
  const here = `${window.location.pathname}${window.location.search}`;
  window.location.assign(`/sign-in?next=${encodeURIComponent(here)}`);
}

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
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

const REOPEN_MS = 5_000;

/** A busy gateway changes something all the time; whatever the number of hints, a page reads again at most this often. */
const READ_PAUSE_MS = 400;
/** Having the server paint all of it again costs more. */
const PAINT_PAUSE_MS = 2_000;

/**
 * A hint carries no data: whatever it says, the page asks again and is authorised again. A hidden tab lets go of its
 * stream, because browsers allow few connections to one host; on return it reads everything anew.
 */
function Hints({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [live] = useState(keepLive);
  useEffect(() => {
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    const reading = paced(() => client.invalidateQueries(), READ_PAUSE_MS);
    const painting = paced(() => void live.changed(), PAINT_PAUSE_MS);
    const readAgain = () => {
      reading.tell();
      painting.tell();
    };
    const open = () => {
      if (source) return;
      source = new EventSource("/api/live");
      source.addEventListener("ready", () => {
        live.became("live");
        // Between the painting of the page, or a break, and now, something may have been missed.
        readAgain();
      });
      source.addEventListener("changed", readAgain);
      source.addEventListener("error", () => {
        live.became("lost");
        // The browser tries again by itself after a lost connection, but not after an answer that was no stream.
        if (source?.readyState === EventSource.CLOSED) {
          close();
          again = setTimeout(follow, REOPEN_MS);
        }
      });
    };
    const close = () => {
      clearTimeout(again);
      source?.close();
      source = undefined;
    };
    const follow = () => (document.visibilityState === "visible" ? open() : close());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      reading.stop();
      painting.stop();
      close();
    };
  }, [client, live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}
