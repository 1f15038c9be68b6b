export type LiveState = "connecting" | "live" | "lost";

export interface Live {
  state(): LiveState;
  /** How often it was time to read again. */
  change(): number;
  became(state: LiveState): void;
  changed(): void;
  subscribe(listener: () => void): () => void;
}

/** What a page knows of its stream of hints, for whoever listens. */
export function keepLive(): Live {
  let state: LiveState = "connecting";
  let change = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    change: () => change,
    became: (next) => {
      if (next === state) return;
      state = next;
      tell();
    },
    changed: () => {
      change += 1;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
