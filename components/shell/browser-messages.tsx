"use client";
import { useEffect, useRef } from "react";
import { messageFor } from "./browser-news-words.ts";
import { playTones } from "./play-tones.ts";
import type { PreferenceValue } from "./preferences.ts";
import { useHintsWhileHidden } from "./use-hints-while-hidden.ts";

interface BrowserMessagesProps {
  /** How many things wait. */
  count: number;
  sound: PreferenceValue<"sound">;
}

/** What came, as a message of the browser while the tab is out of sight. */
export function BrowserMessages({ count, sound }: BrowserMessagesProps) {
  useHintsWhileHidden();
  const seen = useRef(count);
  useEffect(() => {
    const message = messageFor(seen.current, count);
    seen.current = count;
    if (!message || document.visibilityState === "visible") return;
    if (sound === "on") playTones();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    // One tag: a newer message takes the place of the one before, also of another tab's.
    const shown = new Notification(message.title, { body: message.body, tag: "airlock", icon: "/icon.svg" });
    shown.addEventListener("click", () => {
      window.focus();
      window.location.assign("/approvals");
    });
  }, [count, sound]);
  return null;
}
