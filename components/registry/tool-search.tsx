"use client";
import { Search } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useRef, useTransition } from "react";
import { useTypedWords } from "#components/approvals/decision/use-typed-words.ts";
import { Input } from "#components/ui/field.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useListKeys } from "./use-list-keys.ts";

/** The search field of the registry. The address follows what is typed, and the server answers the address. */
export function ToolSearch({ shortcuts, table }: { shortcuts: boolean; table: string }) {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [busy, start] = useTransition();
  const [typed, setTyped] = useTypedWords(params.get("q") ?? "", (words) => {
    const next = new URLSearchParams(window.location.search);
    next.delete("before");
    if (words.trim() === "") next.delete("q");
    else next.set("q", words);
    start(() => router.replace(next.size > 0 ? `${pathname}?${next}` : pathname, { scroll: false }));
  });
  useListKeys(shortcuts, table, field);
  return (
    <div className="relative min-w-56 flex-1 basis-64 md:max-w-md" aria-busy={busy || undefined}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
      />
      <Input
        ref={field}
        type="search"
        aria-label="Search tools"
        placeholder="Name, words, or a hash"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The browser's own Escape would empty the field: leaving it keeps what was found.
          event.preventDefault();
          event.currentTarget.blur();
        }}
        className="pr-9! pl-8!"
      />
      <span className="absolute top-1/2 right-2 -translate-y-1/2 max-md:hidden">
        {busy ? (
          <span className="turn block size-3.5 rounded-full border-2 border-ink-3 border-r-transparent" aria-hidden />
        ) : (
          shortcuts && typed === "" && <Kbd>/</Kbd>
        )}
      </span>
    </div>
  );
}
