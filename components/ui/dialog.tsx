"use client";
import type { ReactNode } from "react";
import { type Late, useLate } from "./late.ts";
import { tellNotFetched } from "./tell-not-fetched.ts";
import { useWasTrue } from "./use-was-true.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Where the focus goes first; by default the first field, or the first button. */
  initialFocus?: React.RefObject<HTMLElement | null>;
}

const FRAME: Late<typeof import("./dialog-frame.tsx")> = { load: () => import("./dialog-frame.tsx") };

/** A question that a person asked for. What draws it is fetched with the first one that opens: no page needs it to be read. */
export function Dialog(props: DialogProps) {
  const wasOpen = useWasTrue(props.open);
  const frame = useLate(FRAME, props.open, () => {
    tellNotFetched();
    props.onOpenChange(false);
  });
  return wasOpen && frame ? <frame.DialogFrame {...props} /> : null;
}
