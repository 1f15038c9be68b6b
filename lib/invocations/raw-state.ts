import type { InvocationOutput } from "./read-invocation.ts";

const BY: Readonly<Record<NonNullable<InvocationOutput["rawDeletedWhy"]>, string>> = {
  retention: "deleted by retention",
  reviewer: "deleted by a reviewer",
  unsealed: "deleted when raw outputs began to be sealed",
};

/** Why there is no raw output to read, in words that a date follows; nothing where there is one. */
export function rawGone({ rawDeletedWhy }: Pick<InvocationOutput, "rawDeletedWhy">): string | null {
  return rawDeletedWhy === null ? null : `The raw output was ${BY[rawDeletedWhy]} on`;
}
