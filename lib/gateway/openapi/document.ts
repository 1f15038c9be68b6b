import { z } from "zod";
import { ERRORS, type ErrorCode } from "#lib/errors/codes.ts";
import { errorSchema } from "./answers.ts";
import { OPERATIONS, type Operation } from "./operations.ts";

/** Of the API under /api/v1; it grows by fields and calls, and a change that breaks a client is another prefix. */
const API_VERSION = "1.0.0";

type Json = Record<string, unknown>;

const KEYS = {
  agent: { agentKey: [] },
  author: { authorKey: [] },
} as const;

/** The OpenAPI 3.1 document, made from the schemas that validate the requests. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  const schemas: Json = {};
  const gathered = gatherSchemas(paths, schemas) as Json;
  return {
    openapi: "3.1.0",
    info: {
      title: "Airlock",
      version: API_VERSION,
      description: "The agents' door of Airlock. Every error is {error: {code, message, details}}.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    paths: gathered,
    components: {
      schemas,
      securitySchemes: {
        agentKey: { type: "http", scheme: "bearer", description: "alk_live_…: an agent's key." },
        authorKey: { type: "http", scheme: "bearer", description: "aak_live_…: a tool author's key." },
      },
    },
  };
}

function describe({ id, group, summary, description, key, ...rest }: Operation): Json {
  const { params = {}, query, headers = {}, body, answers, errors } = rest;
  const optional = (name: string) => query?.shape[name]?.safeParse(undefined).success !== false;
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description ? { description } : {}),
    security: key === "none" ? [] : [KEYS[key]],
    parameters: [
      ...Object.entries(params).map(([name, schema]) => ({
        name,
        in: "path",
        required: true,
        schema: schemaOf(schema),
      })),
      ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
        ...{ name, in: "query", required: !optional(name), schema: schemaOf(schema as z.ZodType) },
      })),
      ...Object.entries(headers).map(([name, words]) => ({
        ...{ name, in: "header", required: false, description: words, schema: { type: "string" } },
      })),
    ],
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } } : {}),
    responses: { ...Object.fromEntries(Object.entries(answers).map(toAnswer)), ...refusals(errors) },
  };
}

function toAnswer([status, { description, schema, type = "application/json" }]: [
  string,
  Operation["answers"][number],
]) {
  return [
    status,
    { description, headers: LIMITS, ...(schema ? { content: { [type]: { schema: schemaOf(schema) } } } : {}) },
  ];
}

const LIMITS = {
  RateLimit: {
    description: "What is left of the key's requests, and when it is whole again.",
    schema: { type: "string" },
  },
  "RateLimit-Policy": { description: "How many requests, in how many seconds.", schema: { type: "string" } },
};

/** One answer a status, with the codes that have it. */
function refusals(errors: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy([...new Set(errors)], (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${ERRORS[code].sentence}`).join("\n"),
        ...(status === 429 || status === 503 ? { headers: { "Retry-After": { schema: { type: "string" } } } } : {}),
        content: { "application/json": { schema: { allOf: [schemaOf(errorSchema), onlyCodes(codes)] } } },
      },
    ]),
  );
}

function onlyCodes(codes: readonly ErrorCode[]): Json {
  return { properties: { error: { properties: { code: { enum: codes } } } } };
}

export type Schema = Readonly<Json>;

/** Without its own dialect line: the document has one for all. */
export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    // A format says what it is; the pattern behind it would say it again in a line that nobody reads.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Json;
  return json;
}

/** What has a name of its own is told once, among the components. */
function gatherSchemas(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => gatherSchemas(item, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { $defs = {}, ...rest } = value as Json & { readonly $defs?: Json };
  for (const [name, schema] of Object.entries($defs)) schemas[name] = gatherSchemas(schema, schemas);
  return Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [
      name,
      name === "$ref" && typeof part === "string"
        ? part.replace("#/$defs/", "#/components/schemas/")
        : gatherSchemas(part, schemas),
    ]),
  );
}
