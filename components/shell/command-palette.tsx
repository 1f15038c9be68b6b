"use client";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Kbd } from "#components/ui/kbd.tsx";
import { type Late, useLate } from "#components/ui/late.ts";
import { tellNotFetched } from "#components/ui/tell-not-fetched.ts";
import { useWasTrue } from "#components/ui/use-was-true.ts";

const load = () => import("./palette-dialog.tsx");
const loadSoon = () => void load().catch(() => {});
const PALETTE: Late<typeof import("./palette-dialog.tsx")> = { load };

/** Search or jump, by Ctrl-K. What it takes is fetched when somebody reaches for it. */
export function CommandPalette() {
  const [open, setOpen] = useState(false);
  const wasOpen = useWasTrue(open);
  const palette = useLate(PALETTE, open, () => {
    tellNotFetched();
    setOpen(false);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((value) => !value);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        onPointerEnter={loadSoon}
        onFocus={loadSoon}
        onClick={() => setOpen(true)}
        className="flex h-[30px] items-center gap-2 rounded-md border bg-desk px-2.5 text-ink-2 hover:border-line-strong md:w-64 max-md:size-9 max-md:justify-center max-md:border-transparent max-md:bg-transparent"
      >
        <Search size={14} className="shrink-0 max-md:size-[18px]" aria-hidden />
        <span className="truncate max-md:sr-only">Search or jump to…</span>
        <span className="ml-auto whitespace-nowrap max-md:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </button>
      {wasOpen && palette && <palette.PaletteDialog open={open} onOpenChange={setOpen} />}
    </>
  );
}
