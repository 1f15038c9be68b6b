import { CopyButton } from "#components/ui/copy-button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";

/** The whole document as it is written, with its lines numbered as errors and reviewers name them. */
export function DocumentText({ text }: { text: string }) {
  const lines = text.trimEnd().split("\n");
  return (
    <Section title="Document" note="YAML" action={<CopyButton text={text} label="Copy the document" />}>
      <ScrollRegion label="The document" className="max-h-[70vh] overflow-auto rounded-md border bg-panel">
        <ol className="w-max min-w-full py-2 font-mono text-[12.5px] leading-5">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: A line is its number.
            <li key={at} className="grid grid-cols-[52px_minmax(0,1fr)]">
              <span aria-hidden className="sticky left-0 select-none bg-panel pr-3 text-right text-[11px] text-ink-3">
                {at + 1}
              </span>
              <span className="whitespace-pre pr-4">{line === "" ? " " : <VisibleText text={line} />}</span>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </Section>
  );
}
