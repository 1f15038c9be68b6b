"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  applyTheme,
  PREFERENCES,
  type PreferenceValue,
  rememberPreference,
  type Theme,
} from "#components/shell/preferences.ts";
import { Section } from "#components/ui/section.tsx";

interface AppearanceTabProps {
  theme: Theme;
  shortcuts: PreferenceValue<"shortcuts">;
}

const THEME_WORDS: Record<Theme, string> = { system: "Same as the system", light: "Light", dark: "Dark" };
const SHORTCUT_WORDS = { on: "On: J K Enter A R E S C X / ? Esc", off: "Off: only Ctrl K" } as const;

/** How this browser shows the dashboard. Kept in cookies of this browser; nobody else is affected. */
export function AppearanceTab({ theme, shortcuts }: AppearanceTabProps) {
  const router = useRouter();
  const [chosenTheme, setTheme] = useState(theme);
  const [chosenKeys, setKeys] = useState(shortcuts);
  return (
    <>
      <Section title="Theme">
        <Choices
          name="theme"
          value={chosenTheme}
          options={PREFERENCES.theme.map((value) => ({ value, label: THEME_WORDS[value] }))}
          onChoose={(value) => {
            setTheme(value);
            applyTheme(value);
          }}
        />
      </Section>
      <Section title="Single-key shortcuts" note="on the approvals page">
        <Choices
          name="shortcuts"
          value={chosenKeys}
          options={PREFERENCES.shortcuts.map((value) => ({ value, label: SHORTCUT_WORDS[value] }))}
          onChoose={(value) => {
            setKeys(value);
            rememberPreference("shortcuts", value);
            router.refresh();
          }}
        />
      </Section>
    </>
  );
}

interface ChoicesProps<T extends string> {
  name: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChoose: (value: T) => void;
}

function Choices<T extends string>({ name, value, options, onChoose }: ChoicesProps<T>) {
  return (
    <div className="grid max-w-md overflow-hidden rounded-md border bg-panel">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex h-9 cursor-pointer items-center gap-2.5 border-b px-3 last:border-b-0 hover:bg-hover max-md:h-11"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="accent-accent"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
