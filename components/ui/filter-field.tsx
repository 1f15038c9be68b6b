"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Input } from "./field.tsx";

/** A filter by a whole name, where there are too many to choose from; it lives in the address. */
export function FilterField({ name, label }: { name: string; label: string }) {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const current = params.get(name) ?? "";
  const choose = (value: string) => {
    if (value === current) return;
    const next = new URLSearchParams(params);
    next.delete("before");
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.push(next.size > 0 ? `${pathname}?${next}` : pathname);
  };
  return (
    <Input
      key={current}
      type="search"
      aria-label={label}
      placeholder={`${label}: its whole name`}
      defaultValue={current}
      spellCheck={false}
      onBlur={(event) => choose(event.target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") choose(event.currentTarget.value.trim());
      }}
      className="w-auto! max-w-52"
    />
  );
}
