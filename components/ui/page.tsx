import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/**
 * The frame of an ordinary page: it scrolls under the header, with one measure of padding. One that `fills` is as high as the window, for
 * a part of it that scrolls by itself: two things to scroll are one too many.
 */
export function Page({ fills = false, children }: { fills?: boolean; children: ReactNode }) {
  return (
    <div
      className={classes(
        "mx-auto w-full max-w-[1360px] px-5 pt-4 max-md:px-4",
        fills ? "md:flex md:h-[calc(100dvh-48px-var(--banner,0px))] md:flex-col md:pb-5" : "pb-12",
      )}
    >
      {children}
    </div>
  );
}

export function PageTitle({
  title,
  mono = false,
  facts,
  action,
}: {
  title: ReactNode;
  mono?: boolean;
  facts?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className={`text-lg font-semibold tracking-[-0.015em] break-words ${mono ? "font-mono" : ""}`}>{title}</h1>
        {facts && <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-ink-2">{facts}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  );
}
