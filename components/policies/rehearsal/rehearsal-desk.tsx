"use client";
import { usePathname, useRouter } from "next/navigation";
import { useId, useRef } from "react";
import { Field, Select, TextArea } from "#components/ui/field.tsx";
import type { Draft } from "../editor/draft-store.ts";
import { lineRange } from "../editor/indentation.ts";
import { useDraft } from "../editor/use-draft.ts";
import { RehearsalPanel } from "./rehearsal-panel.tsx";

interface RehearsalDeskProps {
  /** Versions to choose from, each with words that tell it from the others. */
  versions: readonly { readonly version: number; readonly words: string }[];
  /** Undefined: a text. */
  version: number | undefined;
  /** What a text begins as. */
  start: Draft;
}

const OWN_TEXT = "text";

/** Chooses what to rehearse: a version by its number, which is in the address, or a text that stays in this tab. */
export function RehearsalDesk({ versions, version, start }: RehearsalDeskProps) {
  const router = useRouter();
  const pathname = usePathname();
  const choice = useId();
  // Whoever opens one of the calls that would change comes back to the text that they tried.
  const { draft, change } = useDraft("rehearsal", start);
  const area = useRef<HTMLTextAreaElement>(null);

  const goTo = (line: number) => {
    const field = area.current;
    if (!field) return;
    field.focus();
    field.setSelectionRange(...lineRange(field.value, line));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field label="What to rehearse" htmlFor={choice}>
        <Select
          id={choice}
          value={version ?? OWN_TEXT}
          onChange={(event) =>
            router.push(event.target.value === OWN_TEXT ? pathname : `${pathname}?version=${event.target.value}`)
          }
          className="max-w-xl"
        >
          <option value={OWN_TEXT}>A text of your own, as YAML</option>
          {versions.map((one) => (
            <option key={one.version} value={one.version}>
              {one.words}
            </option>
          ))}
        </Select>
      </Field>
      {version === undefined ? (
        <>
          <TextArea
            ref={area}
            aria-label="The changed policy as YAML"
            value={draft.text}
            spellCheck={false}
            wrap="off"
            onChange={(event) => change({ ...draft, text: event.target.value })}
            className="h-80 font-mono text-sm"
          />
          <RehearsalPanel key="text" text={draft.text} onGo={goTo} />
        </>
      ) : (
        <RehearsalPanel key={version} version={version} />
      )}
    </div>
  );
}
