"use client";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

const KEYS: readonly (readonly [string, string])[] = [
  ["J", "next"],
  ["K", "the one before"],
  ["Enter", "go into the detail"],
  ["A", "approve what is shown"],
  ["R", "reject, with a reason"],
  ["E", "edit the arguments"],
  ["S", "snooze for yourself"],
  ["C", "claim, or let go"],
  ["X", "pick, to decide several together"],
  ["/", "search"],
  ["?", "this list"],
  ["Esc", "drop what is picked, then back to the list"],
  ["Ctrl K", "search or jump"],
];

export function KeyMap({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr_auto_1fr]">
        {KEYS.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 mb-3 text-sm text-ink-2">
        A, R, E, S and C do nothing for 0.8 s after another row is shown, its content changes, or you come back from a
        field, a dialog or another window; nor while a key is held down, in fields, or on a row that is out of sight:
        then they bring it into view. Single keys can be switched off in Settings.
      </p>
    </Dialog>
  );
}
