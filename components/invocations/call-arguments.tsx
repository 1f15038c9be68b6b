import { Callout } from "#components/ui/callout.tsx";
import { ReadArguments } from "#components/untrusted/argument-list.tsx";
import { argumentsOf } from "#components/untrusted/arguments-of.ts";

/** The input of a call, argument by argument. */
export function CallArguments({ input }: { input: string }) {
  const items = argumentsOf(input);
  return items ? (
    <ReadArguments items={items} />
  ) : (
    <Callout tone="bad" title="The input is not a JSON object and cannot be laid out." />
  );
}
