"use client";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Late, useLate } from "./late.ts";
import { newsDesk } from "./toast.ts";

const FRAME: Late<typeof import("./toast-frame.tsx")> = { load: () => import("./toast-frame.tsx") };
const TRY_AGAIN_MS = 5_000;

/**
 * Where news appears once there is any. Sometimes it is that the server gave no answer, and then what shows it cannot be fetched either:
 * until it can, the last of it stands there plainly.
 */
export function Toaster() {
  const wanted = useSyncExternalStore(newsDesk.watch, newsDesk.isWanted, () => false);
  const [state, setState] = useState<"untried" | "failed" | "trying">("untried");
  const frame = useLate(FRAME, wanted && state !== "failed", () => setState("failed"));
  useEffect(() => {
    if (state !== "failed") return;
    const timer = setTimeout(() => setState("trying"), TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (frame) return <frame.ToastFrame />;
  return state !== "untried" && <PlainNews />;
}

function PlainNews() {
  const words = useSyncExternalStore(newsDesk.watch, newsDesk.lastUntold, () => "");
  return (
    <p
      role="status"
      className="fixed right-5 bottom-18 z-60 max-w-90 rounded-md border bg-panel px-3 py-2.5 font-medium shadow-pop empty:hidden max-md:right-4 max-md:bottom-38 max-md:left-4"
    >
      {words}
    </p>
  );
}
