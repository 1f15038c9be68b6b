import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { compileSchema } from "#lib/registry/schema-compiler.ts";
import { isNestedDeeper } from "#lib/sandbox/is-nested-deeper.ts";

/** What an agent gets of a call, before it is cleaned. */
export interface McpOutput {
  readonly content: string;
  readonly is_error: boolean;
  readonly metadata: {
    readonly structured_content?: unknown;
    readonly media?: readonly Media[];
    /** Also what servers add for clients (`_meta`): of the result, and of its blocks by their number. */
    readonly resources?: readonly Record<string, unknown>[];
  };
}

interface Media {
  readonly type: string;
  readonly mime_type: string;
  readonly bytes: number;
  /** Base64; in the raw record only. */
  readonly data?: string;
}

export interface MappedResult {
  readonly output: McpOutput;
  /** The same with the bytes of pictures and sounds: for reviewers, never for a model. */
  readonly raw: McpOutput;
}

const LEVELS_MAX = 64;

/**
 * Maps a server's result: texts are joined, structured content is validated and kept apart, and whatever is not text
 * becomes a word about it, since a model that is handed a megabyte of base64 is handed a place to hide things.
 */
export function mapResult(bytes: Uint8Array, outputSchema: Record<string, unknown> | undefined): Outcome<MappedResult> {
  const read = readResult(bytes);
  if (!read.ok) return read;
  const { content, structuredContent, isError, _meta } = read.value;
  const is_error = isError === true;
  const structured = checkStructured(structuredContent, outputSchema, is_error);
  if (!structured.ok) return structured;
  const blocks = (Array.isArray(content) ? content : []).map((block, index) => mapBlock(asObject(block), index + 1));
  const media = blocks.flatMap((block) => (block.media ? [block.media] : []));
  // Among the resources, and not beside them: what a tool may return is part of what was reviewed.
  const metas = metasOf(_meta, Array.isArray(content) ? content : []);
  const resources = [...blocks.flatMap((block) => (block.resource ? [block.resource] : [])), ...metas];
  const outputWith = (shown: readonly Media[]): McpOutput => ({
    content: blocks.map(({ text }) => text).join("\n"),
    is_error,
    metadata: {
      ...(structuredContent === undefined ? {} : { structured_content: structuredContent }),
      ...(shown.length === 0 ? {} : { media: shown }),
      ...(resources.length === 0 ? {} : { resources }),
    },
  });
  return done({ output: outputWith(media.map(({ data: _data, ...rest }) => rest)), raw: outputWith(media) });
}

/** The result's own, and those of its blocks and of the resources in them. */
function metasOf(own: unknown, content: readonly unknown[]): Record<string, unknown>[] {
  const metas: Record<string, unknown>[] = isFilled(own) ? [{ meta_of: "result", meta: own }] : [];
  for (const [index, item] of content.entries()) {
    const block = asObject(item);
    const meta = { ...asObject(block._meta), ...asObject(asObject(block.resource)._meta) };
    if (isFilled(meta)) metas.push({ meta_of: `block ${index + 1}`, meta });
  }
  return metas;
}

function isFilled(value: unknown): boolean {
  return Object.keys(asObject(value)).length > 0;
}

/** Not by the strict parser: an output may hold anything, and cleaning deals with it. */
function readResult(bytes: Uint8Array): Outcome<Record<string, unknown>> {
  if (isNestedDeeper(bytes, LEVELS_MAX)) {
    return refuse("output_invalid", `The result is nested deeper than ${LEVELS_MAX} levels, so it was withheld.`);
  }
  try {
    return done(asObject(JSON.parse(Buffer.from(bytes).toString("utf8"))));
  } catch {
    return refuse("mcp_server_failed", "The server's result is not JSON.");
  }
}

/** A failed call owes nobody its structure. */
function checkStructured(
  structured: unknown,
  schema: Record<string, unknown> | undefined,
  isError: boolean,
): Outcome<void> {
  if (schema === undefined || (isError && structured === undefined)) return done(undefined);
  if (structured === undefined)
    return refuse("output_invalid", "The server promised structured content and sent none.");
  const check = compileSchema(schema, "first");
  if (!check.ok) return check;
  return check.value(structured) === undefined ? done(undefined) : refuse("output_invalid");
}

interface MappedBlock {
  readonly text: string;
  readonly media?: Media;
  readonly resource?: Record<string, unknown>;
}

function mapBlock(block: Record<string, unknown>, number: number): MappedBlock {
  switch (block.type) {
    case "text":
      return { text: textOf(block.text) };
    case "image":
    case "audio":
      return mediaBlock(block.type, block, number);
    case "resource_link": {
      const uri = textOf(block.uri);
      return {
        text: `[resource ${number}: ${uri}]`,
        resource: kept({
          ...{ uri, name: block.name, title: block.title, description: block.description },
          mime_type: block.mimeType,
        }),
      };
    }
    case "resource":
      return resourceBlock(asObject(block.resource), number);
    default:
      return { text: `[block ${number}: of a kind that is not supported]` };
  }
}

function mediaBlock(type: "image" | "audio", block: Record<string, unknown>, number: number): MappedBlock {
  const data = textOf(block.data);
  const mime_type = plainType(block.mimeType);
  const bytes = Buffer.byteLength(data, "base64");
  return { text: `[${type} ${number}: ${mime_type}, ${bytes} bytes]`, media: { type, mime_type, bytes, data } };
}

/** Its text is a text like any other; its bytes are treated as a picture's are. */
function resourceBlock(resource: Record<string, unknown>, number: number): MappedBlock {
  const uri = textOf(resource.uri);
  const mime_type = plainType(resource.mimeType);
  if (typeof resource.blob !== "string") {
    return { text: `[resource ${number}: ${uri}]`, resource: kept({ uri, mime_type, text: resource.text }) };
  }
  const bytes = Buffer.byteLength(resource.blob, "base64");
  return {
    text: `[resource ${number}: ${uri}, ${mime_type}, ${bytes} bytes]`,
    media: { type: "resource", mime_type, bytes, data: resource.blob },
    resource: { uri, mime_type, bytes },
  };
}

function kept(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

function plainType(value: unknown): string {
  return typeof value === "string" && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(value) ? value : "unknown type";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
