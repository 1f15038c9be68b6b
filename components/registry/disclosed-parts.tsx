import { classes } from "#components/ui/classes.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Section } from "#components/ui/section.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { ToolContract } from "#lib/registry/contract.ts";
import { Json } from "./json-block.tsx";

/** What an agent gets to read beyond the description, on demand. Hashed and scanned like it. */
export function DisclosedParts({ contract, whole }: { contract: ToolContract; whole: boolean }) {
  const { examples, failureModes, resources, annotations, other, requires } = contract;
  return (
    <>
      {failureModes && (
        <Section title="Failure modes" note="as the author describes them">
          <UntrustedBlock>
            <ul className="list-disc py-2 pr-3 pl-7">
              {failureModes.map((mode) => (
                <li key={mode}>
                  <VisibleText text={mode} />
                </li>
              ))}
            </ul>
          </UntrustedBlock>
        </Section>
      )}
      {examples && (
        <Section title="Examples" note={`${examples.length}, written by the author`}>
          <div className="grid gap-2">
            {examples.map((example, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes, nor does the order of its examples.
              <Json key={index} value={example} whole={whole} />
            ))}
          </div>
        </Section>
      )}
      {resources && (
        <Section title="Resources" note="handed to an agent that asks for them">
          <div className="grid gap-2">
            {resources.map((resource) => (
              <details key={resource.id} open={whole} className="rounded-md border bg-panel">
                <summary className="cursor-pointer px-3 py-2">
                  <code className="text-xs">{resource.id}</code> · <VisibleText text={resource.title} line />{" "}
                  <span className="text-ink-2">
                    · {resource.mimeType ?? "text"} · {resource.text.length.toLocaleString("en-GB")} characters
                  </span>
                </summary>
                <div className="px-3 pb-3">
                  <UntrustedBlock>
                    <ScrollRegion
                      label={resource.id}
                      className={classes("px-3 py-2", !whole && "max-h-96 overflow-auto")}
                    >
                      <VisibleText text={resource.text} />
                    </ScrollRegion>
                  </UntrustedBlock>
                </div>
              </details>
            ))}
          </div>
        </Section>
      )}
      {(annotations || other) && (
        <Section title="Upstream" note="claims of the server: they may raise a class, never lower it">
          <Json value={{ ...(annotations ? { annotations } : {}), ...(other ? { other } : {}) }} whole={whole} />
        </Section>
      )}
      {requires && (
        <Section title="Needs" note="secrets without which it does not work">
          <Json value={requires} whole={whole} />
        </Section>
      )}
    </>
  );
}
