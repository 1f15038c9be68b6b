"use client";
import dynamic from "next/dynamic";
import { useEffect } from "react";
import { Nothing } from "#components/ui/nothing.ts";
import { badgedIcon, titleWithCount } from "./browser-news-words.ts";
import type { PreferenceValue } from "./preferences.ts";
import { useShellStatus } from "./use-shell-status.ts";

/** Fetched for those alone who asked for it. A page that is older than what the server has now goes on without. */
const BrowserMessages = dynamic(
  () =>
    import("./browser-messages.tsx").then(
      (loaded) => loaded.BrowserMessages,
      () => Nothing,
    ),
  { loading: Nothing },
);

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
  return news === "on" ? <BrowserMessages count={count} sound={sound} /> : null;
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
