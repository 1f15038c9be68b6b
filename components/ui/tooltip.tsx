"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={350}>{children}</Radix.Provider>;
}

/** A few words on hover and on focus. Never the only place where something is said. */
export function Tooltip({
  content,
  children,
  side = "top",
}: {
  content: ReactNode;
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="appear z-60 max-w-80 rounded-md bg-ink px-2 py-1 text-sm text-panel shadow-pop"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
