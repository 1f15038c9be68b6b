import { escapePointer } from "#lib/registry/canonical-json.ts";
import { isSameJson } from "#lib/registry/same-json.ts";
import { compareValues } from "./compare-texts.ts";
import { type Draft, keysOfBoth, memberOf } from "./draft.ts";

/** What MCP assumes where a hint is absent, and which answer is the harmless one. */
const HINTS: Readonly<Record<string, { readonly assumed: boolean; readonly harmless: boolean }>> = {
  readOnlyHint: { assumed: false, harmless: true },
  destructiveHint: { assumed: true, harmless: false },
  idempotentHint: { assumed: false, harmless: true },
  openWorldHint: { assumed: true, harmless: false },
};

/** Hints are claims of whoever wrote the tool: a claim to be safer than before is the one to distrust. */
export function compareAnnotations(
  before: Record<string, unknown> = {},
  after: Record<string, unknown> = {},
  pointer = "/annotations",
): Draft[] {
  return keysOfBoth(before, after).flatMap((key) => {
    const [was, is] = [memberOf(before, key), memberOf(after, key)];
    if (isSameJson(was, is)) return [];
    const at = `${pointer}/${escapePointer(key)}`;
    const hint = Object.hasOwn(HINTS, key) ? HINTS[key] : undefined;
    if (!hint) return compareValues(was, is, at);
    const claims = (value: unknown): boolean => (value ?? hint.assumed) === hint.harmless;
    if (claims(was) === claims(is)) return [{ code: "value.changed", pointer: at, before: was, after: is }];
    return [{ code: claims(is) ? "hint.lowered" : "hint.raised", pointer: at, before: was, after: is }];
  });
}
