import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";

/** The well in which everything stands that an agent, a tool or a server wrote. */
export function UntrustedBlock({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes("untrusted overflow-hidden rounded-md border", className)}>
      <div className="bg-inset font-mono text-[12.5px] leading-[1.6]">{children}</div>
    </div>
  );
}
