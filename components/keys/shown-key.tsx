import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** A new key, the one time that it is shown. */
export function ShownKey({ value }: { value: string }) {
  return (
    <div className="mb-3" role="status">
      <Callout tone="ok" title={<b className="font-semibold">Copy the key now. It is not shown again.</b>}>
        <span className="mt-1 flex items-center gap-2 rounded-md border bg-inset px-2 py-1.5 font-mono text-sm text-ink [overflow-wrap:anywhere]">
          {value}
          <CopyButton text={value} label="Copy the key" />
        </span>
      </Callout>
    </div>
  );
}
