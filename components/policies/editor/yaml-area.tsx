"use client";
import { type KeyboardEvent, memo, type RefObject, useId, useRef } from "react";
import { classes } from "#components/ui/classes.ts";
import { useHydrated } from "#components/ui/clock.tsx";
import { breakLine, type Edit, indent, outdent } from "./indentation.ts";

interface YamlAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Lines with something wrong, from 1. */
  marked: ReadonlySet<number>;
  onText: (text: string) => void;
  /** Ctrl+Enter. */
  onSubmit: () => void;
  label?: string;
  /** Beside something else, and not a page of its own. */
  low?: boolean;
}

const LEAST_COLUMNS = 60;

/**
 * A plain field with numbered lines. It is as large as its text and the box around it scrolls, so that numbers, marks and
 * letters can never come apart.
 */
export function YamlArea({ area, text, marked, onText, onSubmit, label, low = false }: YamlAreaProps) {
  const hint = useId();
  const hydrated = useHydrated();
  // Tab leaves the field until somebody has begun to write in it, and again after Escape: whoever only passes is never held.
  const writing = useRef(false);
  const lines = text.split("\n");
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget;
    const range = [field.value, field.selectionStart, field.selectionEnd] as const;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === "Escape") {
      writing.current = false;
    } else if (event.key === "Tab" && writing.current && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      apply(field, (event.shiftKey ? outdent : indent)(...range));
    } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      apply(field, breakLine(...range));
    } else if (event.key !== "Tab" && event.key !== "Shift") {
      writing.current = true;
    }
  };
  return (
    <div className="min-w-0">
      <div
        className={classes(
          "overflow-auto rounded-md border border-line-strong bg-panel focus-within:border-accent",
          low ? "h-[420px] max-md:h-80" : "h-[max(320px,calc(100dvh-230px))] max-md:h-[max(320px,calc(100dvh-360px))]",
        )}
      >
        <div className="relative grid min-h-full w-max min-w-full grid-cols-[auto_minmax(0,1fr)] font-mono text-[12.5px] leading-5">
          <LineNumbers count={lines.length} marked={marked} />
          <textarea
            ref={area}
            value={text}
            rows={lines.length}
            cols={Math.max(LEAST_COLUMNS, ...lines.map((line) => line.length + 2))}
            wrap="off"
            // What is typed before the page listens would be lost.
            readOnly={!hydrated}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            aria-label={label ?? "The policy as YAML"}
            aria-describedby={hint}
            aria-invalid={marked.size > 0 || undefined}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={keys}
            onPointerDown={() => {
              writing.current = true;
            }}
            onBlur={() => {
              writing.current = false;
            }}
            className="relative block min-w-full resize-none overflow-hidden bg-transparent px-3 py-2 text-ink outline-none max-md:text-[16px]/5"
          />
        </div>
      </div>
      <p id={hint} className="mt-1 text-xs text-ink-3">
        {low ? "Ctrl+Enter tries it." : "Ctrl+Enter previews."} Tab moves lines in once you write; Escape, then Tab,
        leaves the field.
      </p>
    </div>
  );
}

const LineNumbers = memo(function LineNumbers({ count, marked }: { count: number; marked: ReadonlySet<number> }) {
  return (
    <div
      aria-hidden
      className="sticky left-0 z-10 select-none border-r bg-inset px-2 py-2 text-right text-[11px] leading-5 text-ink-3"
    >
      {Array.from({ length: count }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: A line is its number.
          key={at}
          className={classes("block h-5", marked.has(at + 1) && "-mx-2 bg-bad px-2 font-semibold text-bad-ink")}
        >
          {marked.has(at + 1) && "✕ "}
          {at + 1}
        </span>
      ))}
    </div>
  );
});

/** As if it had been typed, so that the browser's own undo knows of it. */
function apply(field: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
  if (field.value.slice(from, to) !== insert) {
    field.setSelectionRange(from, to);
    // Deprecated, and still the one way that keeps the undo history; where it is gone, the text is right all the same.
    const typed = insert === "" ? document.execCommand("delete") : document.execCommand("insertText", false, insert);
    if (!typed) {
      field.setRangeText(insert, from, to, "end");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  field.setSelectionRange(...select);
}
