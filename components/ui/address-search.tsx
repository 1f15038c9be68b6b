"use client";
import { usePathname, useRouter } from "next/navigation";
import { useTransition } from "react";
import { useTypedWords } from "#components/approvals/decision/use-typed-words.ts";
import { Input } from "./field.tsx";

interface AddressSearchProps {
  /** What the address holds. */
  words: string;
  label: string;
  placeholder: string;
}

/** Searches a list. The address follows what is typed, and the server answers the address. */
export function AddressSearch({ words, label, placeholder }: AddressSearchProps) {
  const router = useRouter();
  const pathname = usePathname();
  const [busy, start] = useTransition();
  const [typed, setTyped] = useTypedWords(words, (next) => {
    const params = new URLSearchParams(window.location.search);
    params.delete("before");
    if (next.trim() === "") params.delete("q");
    else params.set("q", next);
    start(() => router.replace(params.size > 0 ? `${pathname}?${params}` : pathname, { scroll: false }));
  });
  return (
    <Input
      type="search"
      aria-label={label}
      aria-busy={busy || undefined}
      placeholder={placeholder}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
      className="w-auto! min-w-56 flex-1 basis-64 md:max-w-md"
    />
  );
}
