import { Ajv2020 } from "ajv/dist/2020.js";
import type { DocumentedOperation, RandomRequest } from "./arbitrary-requests.ts";

interface Document {
  readonly paths: Record<
    string,
    Record<string, DocumentedOperation["operation"] & { readonly responses: Record<string, Answer> }>
  >;
  readonly components: { readonly schemas: Record<string, unknown> };
}
interface Answer {
  readonly content?: Record<string, { readonly schema: object }>;
}

/** What came back, read whole, or of a stream the first of it. */
export interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Whether an answer is one that the document tells of: a status it lists, in the type it names, in the shape it gives, without a field that
 * it does not know. A failure of ours is never one, documented or not.
 */
export function createJudge(raw: unknown) {
  const document = raw as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closed({ $id: "doc", components: document.components }) as object);
  const compiled = new Map<object, ReturnType<typeof ajv.compile>>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

  function fits(schema: object, value: unknown): string | undefined {
    const check = compiled.get(schema) ?? ajv.compile(closed(pointed(schema)) as object);
    compiled.set(schema, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  }

  return {
    operations: operations as readonly DocumentedOperation[],
    /** A sentence for what is wrong with it. */
    judge(request: RandomRequest, received: Received): string | undefined {
      const at = `${request.method} ${request.template} -> ${received.status}`;
      if (received.status >= 500) return `${at}: ${received.text.slice(0, 200)}`;
      const answer = document.paths[request.template]?.[request.method.toLowerCase()]?.responses[received.status];
      if (!answer) return `${at} is not in the document: ${received.text.slice(0, 200)}`;
      if (!answer.content) return received.text === "" ? undefined : `${at} has a body that the document does not have`;
      const type = Object.keys(answer.content).find((known) => received.type.startsWith(known));
      if (!type) return `${at} is ${received.type}`;
      if (type === "text/event-stream")
        return /^retry: \d+\nid: \S+\nevent: ready\n/.test(received.text)
          ? undefined
          : `${at} does not begin as a stream`;
      const schema = answer.content[type]?.schema;
      const wrong = schema && fits(schema, JSON.parse(received.text));
      return wrong ? `${at} does not match: ${wrong}: ${received.text.slice(0, 300)}` : undefined;
    },
  };
}

function pointed(value: unknown): unknown {
  return mapped(value, (name, part) =>
    name === "$ref" && typeof part === "string" ? part.replace("#/", "doc#/") : undefined,
  );
}

/** In the trial an undocumented field is a finding, where a client would pass over it. */
function closed(value: unknown): unknown {
  const whole = mapped(value, () => undefined) as Record<string, unknown>;
  return close(whole);
}

function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, close(part)]));
  const isWhole = copy.type === "object" && copy.properties !== undefined && copy.additionalProperties === undefined;
  return isWhole ? { ...copy, additionalProperties: false } : copy;
}

function mapped(value: unknown, change: (name: string, part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, change(name, part) ?? mapped(part, change)]),
  );
}
