import { classes } from "#components/ui/classes.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";

/**
 * A value of a contract as its author wrote it, indented; characters and nothing more. `whole` where somebody has to have read
 * it: what a box of its own scrolls away is not on the page, however far that is scrolled.
 */
export function Json({ value, whole = false }: { value: unknown; whole?: boolean }) {
  return (
    <UntrustedBlock>
      <ScrollRegion label="JSON" className={classes("px-3 py-2", !whole && "max-h-96 overflow-auto")}>
        <VisibleText text={JSON.stringify(value, null, 2)} />
      </ScrollRegion>
    </UntrustedBlock>
  );
}
