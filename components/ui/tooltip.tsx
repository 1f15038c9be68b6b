"use client";
import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classes } from "./classes.ts";

type Side = "right" | "bottom";

const DELAY_MS = 350;
const GAP_PX = 6;
const SIDES: Readonly<Record<Side, string>> = { right: "-translate-y-1/2", bottom: "-translate-x-1/2" };

/** A few words on hover and on focus. Never the only place where something is said. */
export function Tooltip({ content, children, side }: { content: string; children: ReactNode; side: Side }) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(null);
  };
  const show = (event: PointerEvent | FocusEvent) => {
    const box = event.currentTarget.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    const at =
      side === "right"
        ? { left: box.right + GAP_PX, top: box.top + box.height / 2 }
        : { left: box.left + box.width / 2, top: box.bottom + GAP_PX };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(at), DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      className="contents"
      onPointerEnter={show}
      onPointerLeave={hide}
      onPointerDownCapture={hide}
      onFocusCapture={show}
      onBlurCapture={hide}
      onKeyDownCapture={hide}
    >
      {children}
      {place &&
        createPortal(
          <span
            role="tooltip"
            style={place}
            className={classes(
              "appear pointer-events-none fixed z-60 max-w-80 rounded-md bg-ink px-2 py-1 text-sm text-panel shadow-pop",
              SIDES[side],
            )}
          >
            {content}
          </span>,
          document.body,
        )}
    </span>
  );
}
