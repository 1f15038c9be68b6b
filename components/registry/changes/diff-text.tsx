import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { DiffSegment } from "#lib/registry/drift/diff-types.ts";

export type Side = "before" | "after";

/** One side of a text that changed. What is only there is marked by colour and by a line, through it or under it. */
export function DiffText({ segments, side }: { segments: readonly DiffSegment[]; side: Side }) {
  const own = side === "before" ? "delete" : "insert";
  return (
    <>
      {segments.map(({ op, text }, index) => {
        if (op === "equal") {
          // biome-ignore lint/suspicious/noArrayIndexKey: a difference is computed once and never reordered.
          return <VisibleText key={index} text={text} />;
        }
        if (op !== own) return null;
        return op === "delete" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a difference is computed once and never reordered.
          <del key={index} className="rounded-[2px] bg-bad-soft decoration-bad/70">
            <VisibleText text={text} />
          </del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a difference is computed once and never reordered.
          <ins key={index} className="rounded-[2px] bg-ok-soft decoration-ok/70">
            <VisibleText text={text} />
          </ins>
        );
      })}
    </>
  );
}

/** A value that is new or gone as a whole. */
export function WholeText({ text, side }: { text: string; side: Side }) {
  return <DiffText segments={[{ op: side === "before" ? "delete" : "insert", text }]} side={side} />;
}
