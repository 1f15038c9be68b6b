"use client";
import { useEffect, useRef } from "react";
import { badgedIcon, messageFor, titleWithCount } from "./browser-news-words.ts";
import type { PreferenceValue } from "./preferences.ts";
import { useHintsWhileHidden } from "./use-hints-while-hidden.ts";
import { useShellStatus } from "./use-shell-status.ts";

interface BrowserNewsProps {
  /** Whether this browser's person wants to be told while they look elsewhere. */
  news: PreferenceValue<"news">;
  sound: PreferenceValue<"sound">;
}

/** What waits, on the tab itself; and for who asked for it, as a message of the browser while the tab is out of sight. */
export function BrowserNews({ news, sound }: BrowserNewsProps) {
  const { pending, reviews, unknown } = useShellStatus();
  const count = pending + reviews + unknown;
  useTitleCount(count);
  useIconCount(count);
  useHintsWhileHidden(news === "on");
  const seen = useRef(count);
  useEffect(() => {
    const message = messageFor(seen.current, count);
    seen.current = count;
    if (!message || news !== "on" || document.visibilityState === "visible") return;
    if (sound === "on") playTones();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    // One tag: a newer message takes the place of the one before, also of another tab's.
    const shown = new Notification(message.title, { body: message.body, tag: "airlock", icon: "/icon.svg" });
    shown.addEventListener("click", () => {
      window.focus();
      window.location.assign("/approvals");
    });
  }, [count, news, sound]);
  return null;
}

/** Pages write their titles when they like; the number goes before whatever they write. */
function useTitleCount(count: number): void {
  useEffect(() => {
    const keep = () => {
      const wanted = titleWithCount(document.title, count);
      if (document.title !== wanted) document.title = wanted;
    };
    keep();
    const observer = new MutationObserver(keep);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
}

function useIconCount(count: number): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || count === 0) return;
    const plain = link.href;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(`--color-${name}`).trim();
    link.href = badgedIcon(count, { mark: colour("accent"), badge: colour("bad"), ink: colour("panel") });
    return () => {
      link.href = plain;
    };
  }, [count]);
}

/** Two short rising tones: unlike what chats and finished agents sound like. */
export function playTones(): void {
  const audio = new AudioContext();
  const tone = (pitch: number, start: number) => {
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, audio.currentTime + start);
    volume.gain.exponentialRampToValueAtTime(0.08, audio.currentTime + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + start + 0.16);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(audio.currentTime + start);
    oscillator.stop(audio.currentTime + start + 0.18);
    return oscillator;
  };
  tone(660, 0);
  tone(990, 0.14).addEventListener("ended", () => void audio.close());
}
