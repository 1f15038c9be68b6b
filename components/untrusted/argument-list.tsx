"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { ArgumentMark } from "#lib/approvals/arguments/argument-mark.ts";
import { type Argument, endsOf, isLong } from "./arguments-of.ts";
import { UntrustedBlock } from "./untrusted-block.tsx";
import { VisibleText } from "./visible-text.tsx";

interface ArgumentListProps {
  items: readonly Argument[];
  /** Names of the long values that were opened. */
  opened: ReadonlySet<string>;
  onOpen: (name: string) => void;
  marks?: readonly ArgumentMark[];
}

const NO_MARKS: readonly ArgumentMark[] = [];

/** Every argument in full, typed, wrapped, countable; nothing in it can be clicked but our own copy button. */
export function ArgumentList({ items, opened, onOpen, marks = NO_MARKS }: ArgumentListProps) {
  if (items.length === 0)
    return (
      <UntrustedBlock>
        <p className="px-3 py-2 text-ink-2">no arguments</p>
      </UntrustedBlock>
    );
  return (
    <UntrustedBlock>
      <dl>
        {items.map((item) => (
          <div
            key={item.name}
            className="grid grid-cols-[minmax(96px,148px)_minmax(0,1fr)_auto] gap-x-3 border-b px-3 py-1.5 last:border-b-0 max-md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <dt className="min-w-0 text-ink-2 max-md:col-start-1 max-md:row-start-1 max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
              <VisibleText text={item.name} />
              <span className="figures block text-xs text-ink-3">{measure(item)}</span>
            </dt>
            <dd className="min-w-0 max-md:col-span-2 max-md:row-start-2">
              <Value
                item={item}
                marks={marks.filter(({ argument }) => argument === item.name)}
                open={opened.has(item.name)}
                onOpen={() => onOpen(item.name)}
              />
            </dd>
            <dd className="max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end">
              <CopyButton text={item.text} label={`Copy ${item.kind}`} />
            </dd>
          </div>
        ))}
      </dl>
    </UntrustedBlock>
  );
}

function measure({ kind, length }: Argument): string {
  return `${kind} · ${length.toLocaleString("en-GB")} ch`;
}

interface ValueProps {
  item: Argument;
  marks: readonly ArgumentMark[];
  open: boolean;
  onOpen: () => void;
}

function Value({ item, marks, open, onOpen }: ValueProps) {
  const quote = item.kind === "string" ? <span className="select-none text-ink-3">"</span> : null;
  if (!isLong(item) || open) {
    return (
      <>
        {quote}
        <VisibleText text={item.text} spans={marks} />
        {quote}
      </>
    );
  }
  const { head, tail, hidden } = endsOf(item);
  const tailAt = item.text.length - tail.length;
  const inMiddle = marks.filter(({ start, end }) => end > head.length && start < tailAt).length;
  return (
    <>
      {quote}
      <VisibleText text={head} spans={marks} />
      <span
        data-ours
        className="my-2 flex items-center gap-3 rounded-md border border-dashed border-medium bg-medium-soft px-3 py-2 font-sans text-medium"
      >
        <span>
          {hidden.toLocaleString("en-GB")} characters in the middle are not shown yet
          {inMiddle > 0 && `; ${inMiddle} of the marked places lie in there`}.
        </span>
        <Button size="sm" onClick={onOpen}>
          Show all
        </Button>
      </span>
      <VisibleText text={tail} spans={marks.map((mark) => shift(mark, tailAt))} />
      {quote}
    </>
  );
}

/** The same place counted from later on; what began before begins with it. */
function shift(mark: ArgumentMark, by: number): ArgumentMark {
  return { ...mark, start: Math.max(0, mark.start - by), end: Math.max(0, mark.end - by) };
}

interface ReadArgumentsProps {
  items: readonly Argument[];
  /** Nothing is folded: where a yes is bound to all of it and no list is kept of what was opened. */
  whole?: boolean;
}

/** For pages where no call is decided: the list keeps for itself what was opened. */
export function ReadArguments({ items, whole = false }: ReadArgumentsProps) {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const opened = whole ? new Set(items.map(({ name }) => name)) : names;
  return <ArgumentList items={items} opened={opened} onOpen={(name) => setNames(new Set([...names, name]))} />;
}
