import type { ReactNode } from "react";
import { BrandMark } from "#components/shell/brand.tsx";

/** The first door: one card in the middle, nothing else to look at. */
export function EntryCard({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <main className="flex min-h-dvh justify-center px-4 pt-[max(40px,18vh)] pb-10">
      <div className="w-full max-w-[360px]">
        <div className="mb-5 flex items-center gap-2.5 text-lg font-semibold tracking-[-0.015em]">
          <span className="text-accent">
            <BrandMark size={24} />
          </span>
          Airlock
        </div>
        <div className="rounded-lg border bg-panel p-5">
          <h1 className="text-md font-semibold">{title}</h1>
          <p className="mt-0.5 mb-4 text-ink-2">{lead}</p>
          {children}
        </div>
        {foot && <div className="mt-3 px-1 text-sm text-ink-2">{foot}</div>}
      </div>
    </main>
  );
}
