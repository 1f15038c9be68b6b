"use client";
import { OctagonX } from "lucide-react";
import { Ago } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { plainText } from "#lib/policy/plain-text.ts";
import { useShellStatus } from "./use-shell-status.ts";

export function StoppedBanner() {
  const { stopped } = useShellStatus();
  if (!stopped) return null;
  return (
    <div
      role="status"
      data-stopped
      className="flex h-9 items-center gap-2 border-b border-bad/40 bg-bad-soft px-5 text-bad max-md:px-4"
    >
      <OctagonX size={15} className="shrink-0" aria-hidden />
      <span className="min-w-0 truncate" title={plainText(stopped.reason, 2000)}>
        <b className="font-semibold">All calls are stopped</b> by {stopped.by}, <Ago at={stopped.at} />:{" "}
        <VisibleText text={stopped.reason} line />
      </span>
    </div>
  );
}
