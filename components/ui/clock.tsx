"use client";
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from "react";

/**
 * One clock for a page. It starts at the server's time, so the first paint and the hydrated one agree, and it keeps the
 * server's offset, so that a countdown on a machine with a wrong clock still ends when the database says it does.
 */
interface ServerClock {
  readonly serverNow: number;
  readonly offset: number;
}

const ClockContext = createContext<ServerClock>({ serverNow: 0, offset: 0 });

export function ClockProvider({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [clock] = useState<ServerClock>(() => ({
    serverNow,
    offset: typeof window === "undefined" ? 0 : serverNow - Date.now(),
  }));
  return <ClockContext value={clock}>{children}</ClockContext>;
}

let tick = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tick = Date.now();
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Now by the server's clock, in milliseconds; changes once a second while something on the page shows it. */
export function useNow(): number {
  const { serverNow, offset } = useContext(ClockContext);
  return useSyncExternalStore(
    subscribe,
    () => (tick === 0 ? serverNow : tick + offset),
    () => serverNow,
  );
}

const noSubscription = () => () => {};

/** False while the server's markup is being adopted, true after: for what only the browser knows, such as its time zone. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
}
