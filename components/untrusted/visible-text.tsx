import type { ReactNode } from "react";
import { classes } from "#components/ui/classes.ts";
import { type HiddenCharacter, layOutText, type Piece } from "./lay-out-text.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** What we put where something was taken out. */
  readonly ours?: boolean;
  /** What was noticed about it; told apart by the line under it as well as by colour. */
  readonly kind?: keyof typeof LOOKS;
  /** The one that is looked at just now. */
  readonly current?: boolean;
}

const CURRENT = "outline-2 outline-accent outline-offset-1";

const LOOKS = {
  copied: "bg-dual-soft underline decoration-dual decoration-2 underline-offset-2",
  finding: "bg-bad-soft underline decoration-bad decoration-wavy underline-offset-2",
  host: "bg-high-soft underline decoration-high decoration-dotted decoration-2 underline-offset-2",
  gone: "rounded-[2px] bg-bad-soft text-ink line-through decoration-bad/70",
  came: "rounded-[2px] bg-ok-soft text-ink underline decoration-ok/70",
} as const;
/** What a difference is made of is named so for those who do not see the lines. */
const ELEMENTS = { gone: "del", came: "ins", copied: "mark", finding: "mark", host: "mark" } as const;

interface VisibleTextProps {
  text: string;
  spans?: readonly Span[];
  /** For one line of a list: no breaks, and chips that give the number and keep the name for the title. */
  line?: boolean;
}

const NO_SPANS: readonly Span[] = [];

/**
 * Text that somebody else wrote, as characters and nothing more: no HTML, no Markdown, no links. Invisible and
 * direction-changing characters are named in chips instead of doing what they do.
 */
export function VisibleText({ text, spans = NO_SPANS, line = false }: VisibleTextProps) {
  return (
    // Without ligatures: in a font for code they draw `!=` or `-->` as one sign that is not there.
    <bdi
      className={classes(
        "[font-variant-ligatures:none]",
        line ? "whitespace-nowrap" : "whitespace-pre-wrap [overflow-wrap:anywhere]",
      )}
    >
      {layOutText(text, spans).map(({ at, span, pieces }) => (
        <Marked key={at} span={span}>
          <Pieces pieces={pieces} line={line} />
        </Marked>
      ))}
    </bdi>
  );
}

function Marked({ span, children }: { span: Span | null; children: ReactNode }) {
  if (!span) return children;
  if (!span.ours) {
    const Element = span.kind ? ELEMENTS[span.kind] : "mark";
    return (
      <Element title={span.title} className={classes(span.kind && LOOKS[span.kind], span.current && CURRENT)}>
        {children}
      </Element>
    );
  }
  return (
    <ins
      title={span.title}
      className={classes(
        "rounded-[3px] border border-dashed border-ok bg-ok-soft px-1 font-semibold text-xs text-ok no-underline",
        span.current && CURRENT,
      )}
    >
      {children}
    </ins>
  );
}

function Pieces({ pieces, line }: { pieces: readonly Piece[]; line: boolean }) {
  return pieces.map(({ at, text, hidden }) =>
    hidden.length === 0 ? <span key={at}>{text}</span> : <HiddenChip key={at} characters={hidden} brief={line} />,
  );
}

function HiddenChip({ characters, brief }: { characters: readonly HiddenCharacter[]; brief: boolean }) {
  const names = characters.map(({ codePoint, name }) => `${point(codePoint)} ${name}`);
  const shown = brief ? point(characters[0]?.codePoint ?? 0) : names[0];
  return (
    <span
      title={names.slice(0, 40).join(", ")}
      data-points={characters.map(({ codePoint }) => codePoint.toString(16)).join(" ")}
      className="mx-px inline-block rounded-[3px] border border-bad bg-bad-soft px-1 align-baseline font-mono font-semibold text-2xs leading-[1.5] text-bad"
    >
      {names.length === 1 ? shown : `${names.length} hidden: ${shown} …`}
    </span>
  );
}

function point(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
