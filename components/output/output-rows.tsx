"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { ShownRow } from "#lib/invocations/output-rows.ts";
import type { OutputPair } from "#lib/invocations/pair-output.ts";
import type { Finding } from "#lib/sanitise/finding.ts";
import { OutputRow } from "./output-row.tsx";
import type { Sides } from "./side-choice.tsx";

interface OutputRowsProps {
  rows: readonly ShownRow[];
  pairs: readonly OutputPair[];
  sides: Sides;
  isShown: (finding: Finding) => boolean;
  current: Finding | undefined;
  /** The row to bring into sight, each time it is another object. */
  target: { readonly row: number } | null;
}

/** Up to here all rows are drawn, so that the browser's own search finds everything. */
const ALL_DRAWN = 300;
const LINE_HEIGHT = 21;
/** About what fits into one line of a column. */
const LINE_LENGTH = 80;

/** It scrolls by itself, and whoever has only keys must reach its end. */
const REACHED = { tabIndex: 0, role: "group", "aria-label": "Rows of the output" };

/** The rows of an output in a box of its own; of a long one only those that are in sight are drawn. */
export function OutputRows({ rows, pairs, sides, isShown, current, target }: OutputRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heightOf(rows[index]),
    overscan: rows.length <= ALL_DRAWN ? ALL_DRAWN : 16,
  });
  const { scrollToIndex } = list;
  useEffect(() => {
    if (target) scrollToIndex(target.row, { align: "center" });
  }, [target, scrollToIndex]);
  return (
    <div
      ref={box}
      {...REACHED}
      className="untrusted max-h-[70vh] min-h-24 overflow-auto bg-inset font-mono text-[12.5px] leading-[1.65] focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <OutputRow row={row} pairs={pairs} sides={sides} isShown={isShown} current={current} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function heightOf(row: ShownRow | undefined): number {
  if (row?.kind !== "text") return LINE_HEIGHT + 6;
  const { raw, cleaned } = row.at;
  return LINE_HEIGHT * Math.max(1, Math.ceil(Math.max(raw.end - raw.start, cleaned.end - cleaned.start) / LINE_LENGTH));
}
