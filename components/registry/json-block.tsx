import { UntrustedBlock } from "#components/untrusted/untrusted-block.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";

/** A value of a contract as its author wrote it, indented; characters and nothing more. */
export function Json({ value }: { value: unknown }) {
  return (
    <UntrustedBlock>
      <div className="max-h-96 overflow-auto px-3 py-2">
        <VisibleText text={JSON.stringify(value, null, 2)} />
      </div>
    </UntrustedBlock>
  );
}
