import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Kbd } from "./kbd.tsx";

type Tone = "primary" | "plain" | "danger" | "danger-fill" | "quiet";

const TONES: Record<Tone, string> = {
  primary: "border-accent bg-accent text-accent-ink hover:brightness-105 active:brightness-95",
  plain: "border-line-strong bg-panel text-ink hover:bg-hover",
  danger: "border-bad/70 bg-panel text-bad hover:bg-bad-soft",
  "danger-fill": "border-bad bg-bad text-bad-ink hover:brightness-105 active:brightness-95",
  quiet: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
};

const SIZES = {
  sm: "h-7 px-2.5 text-sm gap-1.5",
  md: "h-8 px-3 gap-2",
  /** Decisions: tall enough for a thumb on a phone. */
  lg: "h-9 px-4 gap-2 max-md:h-11 max-md:px-5",
  icon: "size-8 justify-center",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  tone?: Tone;
  size?: keyof typeof SIZES;
  /** The key that does the same. */
  shortcut?: string;
  /** Work is under way: the button keeps its width and its words. */
  busy?: boolean;
}

export function buttonClasses(tone: Tone = "plain", size: keyof typeof SIZES = "md", extra?: string): string {
  return classes(
    "relative inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-[background,filter,opacity]",
    "disabled:cursor-not-allowed disabled:opacity-50",
    TONES[tone],
    SIZES[size],
    extra,
  );
}

export function Button({
  tone = "plain",
  size = "md",
  shortcut,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(tone, size, className)}
    >
      <span className={classes("inline-flex items-center gap-2", busy && "opacity-40")}>
        {children}
        {shortcut && (
          <span className="max-md:hidden">
            <Kbd onFill={tone === "primary" || tone === "danger-fill"}>{shortcut}</Kbd>
          </span>
        )}
      </span>
      {busy && (
        <span
          className="turn absolute size-3.5 rounded-full border-2 border-current border-r-transparent"
          aria-hidden
        />
      )}
    </button>
  );
}
