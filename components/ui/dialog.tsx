"use client";
import { lazy, type ReactNode, Suspense } from "react";
import { useWasTrue } from "./use-was-true.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** Where the focus goes first; by default the first field or button. */
  initialFocus?: React.RefObject<HTMLElement | null>;
}

const Frame = lazy(() => import("./dialog-frame.tsx").then(({ DialogFrame }) => ({ default: DialogFrame })));

/** A question that a person asked for. What draws it is fetched with the first one that opens: no page needs it to be read. */
export function Dialog(props: DialogProps) {
  return (
    useWasTrue(props.open) && (
      <Suspense>
        <Frame {...props} />
      </Suspense>
    )
  );
}
