"use client";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { newsDesk } from "./toast.ts";

/**
 * Short news of what a person just did; what an agent wrote only as visible text. Above the row of answers, on a desk as on a phone: news
 * that comes up under the pointer must not be in the place of a button.
 */
export function ToastFrame() {
  return (
    <>
      <Sonner
        position="bottom-right"
        className="font-sans!"
        gap={8}
        duration={4500}
        offset={{ bottom: 72, right: 20 }}
        mobileOffset={{ bottom: 150 }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "flex w-full items-start gap-2.5 rounded-md border bg-panel px-3 py-2.5 text-base text-ink shadow-pop",
            title: "font-medium",
            description: "text-ink-2",
            icon: "mt-0.5 shrink-0",
            success: "[&_[data-icon]]:text-ok",
            error: "[&_[data-icon]]:text-bad",
            actionButton: "ml-auto rounded-sm border border-line-strong px-2 py-0.5 text-sm font-medium hover:bg-hover",
          },
        }}
      />
      <Open />
    </>
  );
}

/** Stands behind what shows news, so that it opens after that has begun to listen. */
function Open() {
  useEffect(() => newsDesk.open(toast), []);
  return null;
}
