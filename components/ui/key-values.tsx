import type { ReactNode } from "react";

export interface KeyValue {
  readonly key: string;
  readonly value: ReactNode;
}

/** Facts in two columns. Values wrap; nothing is cut off without a way to see it. */
export function KeyValues({ items, bare = false }: { items: readonly KeyValue[]; bare?: boolean }) {
  return (
    <dl
      className={`grid grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 ${bare ? "" : "rounded-md border bg-panel px-3 py-2.5"}`}
    >
      {items.map(({ key, value }) => (
        <div key={key} className="contents">
          <dt className="text-ink-2">{key}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
