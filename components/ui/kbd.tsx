import { classes } from "./classes.ts";

/** A key of the keyboard. `onFill` is for keys that sit on a filled button. */
export function Kbd({ children, onFill = false }: { children: string; onFill?: boolean }) {
  return (
    <kbd
      className={classes(
        "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-sm border border-b-2 px-1 text-2xs font-medium",
        onFill ? "border-current/50" : "border-line-strong bg-panel text-ink-2",
      )}
    >
      {children}
    </kbd>
  );
}
