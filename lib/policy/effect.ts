import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { ToolContract } from "#lib/registry/contract.ts";
import { plainText } from "./plain-text.ts";

/**
 * The first line of an approval: what the call will do, in the author's words, with values from the canonical input.
 * Made on the server from what is stored, never taken from the agent. Values are quoted, cut and unmasked, so that an
 * argument cannot finish the sentence differently. Places: `{/pointer}` the value, `{/pointer|size}` how much of it.
 */
const EFFECT_MAX = 400;
const VALUE_MAX = 120;
const PLACE = /\{(\/[^{}|]*)(\|size)?\}/g;

export function describeEffect({ name, effect }: Pick<ToolContract, "name" | "effect">, input: unknown): string {
  const sentence = (effect ?? name).replace(PLACE, (_place, pointer: string, size: string | undefined) => {
    const value = valueAt(input, pointer);
    if (value === undefined) return "(not given)";
    return size ? describeSize(value) : quote(value);
  });
  return plainText(sentence, EFFECT_MAX);
}

/** The same from the input as it is stored; of what cannot be read, the tool's name is all that can be said. */
export function describeStoredEffect(contract: Pick<ToolContract, "name" | "effect">, input: string): string {
  try {
    return describeEffect(contract, JSON.parse(input));
  } catch {
    return plainText(contract.name, EFFECT_MAX);
  }
}

function valueAt(input: unknown, pointer: string): unknown {
  let value = input;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function quote(value: unknown): string {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return `“${plainText(text, VALUE_MAX).replace(/[“”]/g, '"')}”`;
}

function describeSize(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  const bytes = Buffer.byteLength(typeof value === "string" ? value : canonicalJson(value), "utf8");
  return bytes === 1 ? "1 byte" : `${bytes.toLocaleString("en-US")} bytes`;
}
