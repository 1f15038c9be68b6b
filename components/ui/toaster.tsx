"use client";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { newsDesk } from "./toast.ts";

const Frame = lazy(() => import("./toast-frame.tsx").then(({ ToastFrame }) => ({ default: ToastFrame })));

/** Where news appears once there is any. */
export function Toaster() {
  const wanted = useSyncExternalStore(newsDesk.watch, newsDesk.isWanted, () => false);
  return (
    wanted && (
      <Suspense>
        <Frame />
      </Suspense>
    )
  );
}
