import type { ReactNode } from "react";
import { type VisibleSegment, visibleSegments } from "#lib/sanitise/visible.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** What we put where something was taken out. */
  readonly ours?: boolean;
}

interface VisibleTextProps {
  text: string;
  spans?: readonly Span[];
  /** For one line of a list: no breaks, and chips that give the number and keep the name for the title. */
  line?: boolean;
}

/**
 * Text that somebody else wrote, as characters and nothing more: no HTML, no Markdown, no links. Invisible and
 * direction-changing characters are named in chips instead of doing what they do.
 */
export function VisibleText({ text, spans = [], line = false }: VisibleTextProps) {
  return (
    <bdi className={line ? "whitespace-nowrap" : "whitespace-pre-wrap [overflow-wrap:anywhere]"}>
      {cut(text, spans).map(({ key, part, span }) => (
        <Marked key={key} span={span}>
          <Segments text={part} line={line} />
        </Marked>
      ))}
    </bdi>
  );
}

function Marked({ span, children }: { span: Span | null; children: ReactNode }) {
  if (!span) return children;
  if (!span.ours) return <mark title={span.title}>{children}</mark>;
  return (
    <ins
      title={span.title}
      className="rounded-[3px] border border-dashed border-ok bg-ok-soft px-1 font-semibold text-xs text-ok no-underline"
    >
      {children}
    </ins>
  );
}

function Segments({ text, line }: { text: string; line: boolean }) {
  return gather(visibleSegments(text)).map(({ at, text: shown, hidden }) =>
    hidden.length === 0 ? <span key={at}>{shown}</span> : <HiddenChip key={at} characters={hidden} brief={line} />,
  );
}

type Hidden = Extract<VisibleSegment, { kind: "hidden" }>;

interface Run {
  readonly at: number;
  readonly text: string;
  readonly hidden: readonly Hidden[];
}

/** More than this in a row are named once, with their number: a hundred chips would hide the text in their own way. */
const NAMED_SINGLY = 3;

function gather(segments: readonly VisibleSegment[]): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (let index = 0; index < segments.length; ) {
    const row: Hidden[] = [];
    for (let next = segments[index]; next?.kind === "hidden"; next = segments[index + row.length]) row.push(next);
    const first = segments[index];
    if (row.length > NAMED_SINGLY) {
      runs.push({ at, text: "", hidden: row });
    } else if (first) {
      runs.push({ at, text: first.text, hidden: first.kind === "hidden" ? [first] : [] });
    }
    const taken = row.length > NAMED_SINGLY ? row.length : 1;
    for (const { text } of segments.slice(index, index + taken)) at += text.length;
    index += taken;
  }
  return runs;
}

function HiddenChip({ characters, brief }: { characters: readonly Hidden[]; brief: boolean }) {
  const names = characters.map(({ codePoint, name }) => `${point(codePoint)} ${name}`);
  const shown = brief ? point(characters[0]?.codePoint ?? 0) : names[0];
  return (
    <span
      title={names.slice(0, 40).join(", ")}
      className="mx-px inline-block rounded-[3px] border border-bad bg-bad-soft px-1 align-baseline font-mono font-semibold text-2xs leading-[1.5] text-bad"
    >
      {names.length === 1 ? shown : `${names.length} hidden: ${shown} …`}
    </span>
  );
}

function point(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

interface Part {
  readonly key: number;
  readonly part: string;
  readonly span: Span | null;
}

/** Cuts the text at the spans' ends. Of overlapping spans the earlier one keeps the ground. */
function cut(text: string, spans: readonly Span[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, span: Span | null) => {
    if (end > at) parts.push({ key: at, part: text.slice(at, end), span });
    at = Math.max(at, end);
  };
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.end <= at || span.start >= text.length) continue;
    add(Math.min(span.start, text.length), null);
    add(Math.min(span.end, text.length), span);
  }
  add(text.length, null);
  return parts;
}
