"use client";
import { Fingerprint, LogOut, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from "#components/ui/menu.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { Viewer } from "#lib/sessions/session.ts";
import { applyTheme, type Theme } from "./preferences.ts";

const THEMES = [
  { value: "system", label: "Same as the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function PersonMenu({
  viewer,
  startTheme,
  endSession,
}: {
  viewer: Viewer;
  startTheme: Theme;
  endSession: (input: { id?: string }) => Promise<Outcome<unknown>>;
}) {
  const router = useRouter();
  const [theme, setTheme] = useState<Theme>(startTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  const leave = async () => {
    // The database forgets the session first; the cookie that is left proves nothing, and goes with the next sign-in.
    await endSession({});
    window.location.assign("/sign-in");
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent max-md:size-9"
        >
          {initials(viewer.name)}
          <span className="sr-only">
            : {viewer.name}, {viewer.role}
          </span>
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-1">
        <p className="font-semibold">{viewer.name}</p>
        <p className="text-sm text-ink-2">
          {viewer.email} · {viewer.role}
        </p>
      </div>
      <MenuRule />
      <MenuLabel>Theme</MenuLabel>
      <MenuChoice value={theme} onChange={choose} options={THEMES} />
      <MenuRule />
      <MenuItem icon={<Fingerprint size={14} />} onSelect={() => router.push("/settings?tab=proofs")}>
        Passkeys and codes
      </MenuItem>
      <MenuItem icon={<Settings size={14} />} onSelect={() => router.push("/settings")}>
        Settings
      </MenuItem>
      <MenuItem icon={<LogOut size={14} />} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words[0]?.[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? "") : (words[0]?.[1] ?? "");
  return (first + last).toUpperCase();
}
