"use client";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Select } from "./field.tsx";

interface FilterSelectProps {
  name: string;
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** What it says when nothing is chosen; else that any will do. */
  none?: string;
}

/** A filter that lives in the address. Choosing another starts again at the first page. */
export function FilterSelect({ name, label, options, none = `${label}: any` }: FilterSelectProps) {
  const router = useRouter();
  const pathname = usePathname();
  const params = useSearchParams();
  const choose = (value: string) => {
    const next = new URLSearchParams(params);
    next.delete("before");
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.push(next.size > 0 ? `${pathname}?${next}` : pathname);
  };
  return (
    <Select
      aria-label={label}
      value={params.get(name) ?? ""}
      onChange={(event) => choose(event.target.value)}
      className="w-auto! max-w-52"
    >
      <option value="">{none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}
