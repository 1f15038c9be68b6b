"use client";
import { useEffect } from "react";
import { attendance } from "./attendance.ts";

const TOUCHES = ["pointerdown", "keydown"] as const;

/** Somebody who opens a page, presses a key or points at something is there: what the page asks next renews their session. */
export function NoticeTouches() {
  useEffect(() => {
    const { touch } = attendance();
    touch();
    for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
    return () => {
      for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
    };
  }, []);
  return null;
}
