"use client";
import { type RefObject, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Flag } from "#components/ui/chip.tsx";
import { Section } from "#components/ui/section.tsx";
import { ArgumentList } from "#components/untrusted/argument-list.tsx";
import { type Argument, isLong } from "#components/untrusted/arguments-of.ts";
import type { ArgumentMark } from "#lib/approvals/arguments/argument-mark.ts";
import { selectedText } from "./selected-text.ts";

interface ArgumentsSectionProps {
  items: readonly Argument[] | undefined;
  /** People changed what the agent asked for. */
  edited: boolean;
  marks: readonly ArgumentMark[];
  opened: ReadonlySet<string>;
  onOpen: (name: string) => void;
  argumentsEnd: RefObject<HTMLDivElement | null>;
  onPivot: ((text: string) => void) | undefined;
}

/** The full input, typed. What is selected in it can be looked for in everything else that waits. */
export function ArgumentsSection({
  items,
  edited,
  marks,
  opened,
  onOpen,
  argumentsEnd,
  onPivot,
}: ArgumentsSectionProps) {
  const area = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState("");
  const folded = (items ?? []).filter((item) => isLong(item) && !opened.has(item.name)).length;
  const take = () => setSelected(selectedText(area.current));
  return (
    <Section
      title="Arguments"
      note={
        items
          ? `${items.length}, ${edited ? "as people edited them" : "written by the agent"}, ${folded === 0 ? "shown in full" : `${folded} of them in part`}`
          : undefined
      }
      action={
        onPivot && selected !== "" ? (
          <Button size="sm" onClick={() => onPivot(selected)}>
            Find the selected text elsewhere…
          </Button>
        ) : undefined
      }
    >
      {items ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notices which text is selected
        <div ref={area} onMouseUp={take} onKeyUp={take} onTouchEnd={take}>
          <ArgumentList items={items} opened={opened} onOpen={onOpen} marks={marks} />
        </div>
      ) : (
        <Callout
          tone="bad"
          title={
            <>
              <Flag tone="bad">Uninspectable</Flag>{" "}
              <b className="font-semibold">Nobody can see what this call would do.</b>
            </>
          }
        >
          Its input is not a JSON object, so it cannot be laid out. Reject it.
        </Callout>
      )}
      <div ref={argumentsEnd} className="h-px" />
    </Section>
  );
}
