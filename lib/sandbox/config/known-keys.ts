import { z } from "zod";
import { sandboxingSchema } from "./sandboxing.ts";

/** The keys that may stand at a place of the document, for the hint beside a misspelt one. */
export function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = sandboxingSchema;
  for (const part of path) schema = shapeOf(schema)[String(part)];
  return Object.keys(shapeOf(schema));
}

function shapeOf(schema: unknown): Record<string, unknown> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return inner.shape;
  if (inner instanceof z.ZodRecord && inner.keyType instanceof z.ZodEnum) {
    return Object.fromEntries(inner.keyType.options.map((name) => [name, inner.valueType]));
  }
  return {};
}

function unwrapped(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}
