import { done, type Outcome, type Refusal, refuse } from "#lib/errors/outcome.ts";
import { DEFINITION_LIMITS } from "../definition-limits.ts";
import { readYaml } from "./read-yaml.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

/**
 * A tool as a text file: YAML front matter between two lines of dashes, and the description for the model as the body.
 * The format is described in docs/tool-md.md; the fields are those of every other definition (declaration.ts).
 */
export interface ReadToolMd {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lineOf: (pointer: string) => number;
}

/** Of what stands between the dashes: it is read by a general parser, and nobody writes so much by hand. */
const FRONT_MATTER_MAX = 131_072;

export function readToolMd(text: string): Outcome<ReadToolMd> {
  const parts = splitFrontMatter(text);
  if (!parts) return refuseLine(1, "A TOOL.md begins with a line of --- and its front matter ends with another.");
  if (text.includes("\0")) return refuseLine(lineOfOffset(text, text.indexOf("\0")), "A text holds a NUL.");
  if (parts.frontMatter.length > FRONT_MATTER_MAX) {
    return refuseLine(parts.frontMatterLine, `Front matter has at most ${FRONT_MATTER_MAX} characters.`);
  }
  const yaml = readYaml(parts.frontMatter, parts.frontMatterLine, DEFINITION_LIMITS);
  if ("message" in yaml) return refuseLine(yaml.line, yaml.message);
  const { value, lineOf } = yaml;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseLine(parts.frontMatterLine, "Front matter is a list of fields, each 'name: value'.");
  }
  if (Object.hasOwn(value, "description")) {
    return refuseLine(lineOf("/description"), "The description is the text below the front matter, not a field.");
  }
  const description = parts.body.trim();
  if (description === "") {
    return refuseLine(parts.bodyLine, "There is no description: write it below the front matter.");
  }
  return done({
    fields: { ...value, description },
    lineOf: (pointer) => (/^\/description(\/|$)/.test(pointer) ? parts.bodyLine : lineOf(pointer)),
  });
}

export function refuseLine(line: number, message: string): Refusal {
  return refuse("invalid_definition", `TOOL.md:${line}: ${message}`, { errors: [{ line, message }] });
}

function lineOfOffset(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
