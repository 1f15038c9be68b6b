import { ERRORS } from "#lib/errors/codes.ts";
import { type Schema, schemaOf } from "./document.ts";
import type { Operation } from "./operations.ts";

/** A field as a reader wants it: what it is called, what it takes, whether it has to be there. */
export interface ReferenceField {
  readonly name: string;
  readonly place: "path" | "query" | "header" | "body" | "answer";
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly key: Operation["key"];
  readonly fields: readonly ReferenceField[];
  readonly answers: readonly {
    readonly status: number;
    readonly description: string;
    readonly fields: readonly ReferenceField[];
  }[];
  readonly errors: readonly { readonly code: string; readonly status: number; readonly sentence: string }[];
}

/** The same table as the document's, as plain values for a page. */
export function describeOperation(operation: Operation): ReferenceOperation {
  const { id, method, path, summary, description = "", key, params = {}, query, headers = {}, body } = operation;
  return {
    ...{ id, method: method.toUpperCase(), path, summary, description, key },
    fields: [
      ...Object.entries(params).map(([name, schema]) => fieldOf(name, "path", schemaOf(schema), true)),
      ...(query ? fieldsOf(schemaOf(query), "query") : []),
      ...Object.entries(headers).map(([name, words]) => ({
        ...{ name, place: "header" as const, type: "text", required: false, description: words },
      })),
      ...(body ? fieldsOf(schemaOf(body), "body") : []),
    ],
    answers: Object.entries(operation.answers).map(([status, answer]) => ({
      status: Number(status),
      description: answer.description,
      fields: answer.schema ? fieldsOf(schemaOf(answer.schema), "answer") : [],
    })),
    errors: [...new Set(operation.errors)]
      .map((code) => ({ code, status: ERRORS[code].status, sentence: ERRORS[code].sentence }))
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code)),
  };
}

function fieldsOf(schema: Schema, place: ReferenceField["place"]): ReferenceField[] {
  const whole = resolve(schema);
  const required = new Set((whole.required ?? []) as string[]);
  return Object.entries((whole.properties ?? {}) as Record<string, Schema>).map(([name, part]) =>
    fieldOf(name, place, part, required.has(name)),
  );
}

/** A schema with a name of its own stands beside its use. */
function resolve(schema: Schema): Schema {
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  const named = (schema.$defs as Record<string, Schema> | undefined)?.[name ?? ""];
  return named ?? schema;
}

function fieldOf(name: string, place: ReferenceField["place"], schema: Schema, required: boolean): ReferenceField {
  return { name, place, type: typeOf(schema), required, description: String(schema.description ?? "") };
}

const SHORT_LIST = 9;

function typeOf(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.length <= SHORT_LIST ? schema.enum.join(" | ") : "one of a list";
  if ("const" in schema) return String(schema.const);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => typeOf(one as Schema)).join(" | ");
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.type === "array") return `list of ${typeOf((schema.items ?? {}) as Schema)}`;
  if (schema.format === "uuid") return "uuid";
  if (schema.format === "date-time") return "time";
  const { minimum, maximum, maxLength } = schema;
  if (schema.type === "integer" || schema.type === "number") {
    const bounds = minimum !== undefined && maximum !== undefined ? `, ${minimum} to ${maximum}` : "";
    return `${schema.type === "integer" ? "whole number" : "number"}${bounds}`;
  }
  if (schema.type === "string") return maxLength === undefined ? "text" : `text, at most ${maxLength}`;
  return schema.type === undefined ? "anything" : String(schema.type);
}
