"use client";
import { Dialog } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";

const KEYS: readonly (readonly [string, string])[] = [
  ["J", "next call"],
  ["K", "call before"],
  ["A", "approve what is shown"],
  ["R", "reject, with a reason"],
  ["Enter", "go into the detail"],
  ["Esc", "back to the list"],
  ["/", "filter"],
  ["?", "this list"],
  ["Ctrl K", "search or jump"],
];

export function KeyMap({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
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
        A and R do nothing for 0.8 s after another call is shown or you come back from a field, a dialog or another
        window, while a key is held down, and inside fields. Single keys can be switched off in Settings.
      </p>
    </Dialog>
  );
}
