"use client";
import { useRouter } from "next/navigation";
import { useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { playTones } from "./play-tones.ts";
import { type PreferenceValue, rememberPreference } from "./preferences.ts";

type Permission = NotificationPermission | "absent";

interface BrowserNewsChoiceProps {
  news: PreferenceValue<"news">;
  sound: PreferenceValue<"sound">;
}

/** Whether this browser tells its person while they look elsewhere. The browser asks for leave only after a click. */
export function BrowserNewsChoice({ news, sound }: BrowserNewsChoiceProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState({ news, sound });
  const [permission, readPermission] = usePermission();
  const on = chosen.news === "on";
  const choose = (next: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...next });
    if (next.news) rememberPreference("news", next.news);
    if (next.sound) rememberPreference("sound", next.sound);
    router.refresh();
  };
  const turnOn = async () => {
    if (permission === "default") await Notification.requestPermission();
    readPermission();
    choose({ news: "on" });
  };
  return (
    <Section title="Notifications of this browser" note="a number on the tab is always shown">
      <div className="grid max-w-md gap-2.5 rounded-md border bg-panel px-3 py-2.5">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1">
            {on ? STATE_WORDS[permission] : "Off: nothing is shown while you look elsewhere."}
          </p>
          {on ? (
            <Button size="sm" onClick={() => choose({ news: "off" })}>
              Turn off
            </Button>
          ) : (
            <Button size="sm" disabled={permission === "absent"} onClick={() => void turnOn()}>
              Turn on
            </Button>
          )}
        </div>
        <label className="flex min-h-7 items-center gap-2 max-md:min-h-11">
          <input
            type="checkbox"
            checked={chosen.sound === "on"}
            disabled={!on}
            onChange={(event) => {
              if (event.target.checked) playTones();
              choose({ sound: event.target.checked ? "on" : "off" });
            }}
            className="accent-accent"
          />
          With a sound
        </label>
      </div>
    </Section>
  );
}

const STATE_WORDS: Record<Permission, string> = {
  granted: "On: shown while this tab is out of sight.",
  default: "On, but the browser has no permission yet. Turn it off and on again.",
  denied: "On, but the browser refuses: allow notifications for this site in its settings.",
  absent: "This browser has no notifications here; they need https:// or localhost.",
};

let listeners: (() => void)[] = [];

/** What the browser allows; it tells nobody when a person answers, so whoever asked reads again. */
function usePermission(): [Permission, () => void] {
  const permission = useSyncExternalStore<Permission>(
    (listener) => {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((each) => each !== listener);
      };
    },
    () => ("Notification" in window ? Notification.permission : "absent"),
    () => "default",
  );
  return [
    permission,
    () => {
      for (const listener of listeners) listener();
    },
  ];
}
