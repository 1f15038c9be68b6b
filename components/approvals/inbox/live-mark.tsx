"use client";
import { useLiveState } from "#components/live/live-provider.tsx";

const LIVE_WORDS = { connecting: "connecting", live: "live", lost: "reconnecting" } as const;

/** Whether the list follows by itself, by shape and word. */
export function LiveMark() {
  const live = useLiveState();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink-2" role="status">
      <svg width="8" height="8" viewBox="0 0 8 8" className={live === "live" ? "text-ok" : "text-medium"} aria-hidden>
        {live === "live" ? (
          <circle cx="4" cy="4" r="4" fill="currentColor" />
        ) : (
          <path d="M4 0 8 8H0Z" fill="currentColor" />
        )}
      </svg>
      {LIVE_WORDS[live]}
    </span>
  );
}
