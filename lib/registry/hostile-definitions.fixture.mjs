/**
 * Reads definitions that are made to hurt, in a process with little memory; prints what each was refused with. With
 * `plain` the reader is what one would write without thinking, which shows that they do hurt.
 */
import { parse } from "yaml";
import { readDefinition } from "./read-definition.ts";

const [, , reader] = process.argv;
const schema = (/** @type {string} */ text) => `{"name":"a","description":"b","inputSchema":${text}}`;
const laughs = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(",")}]`);

/** @type {[string, () => string | Uint8Array][]} */
const DEFINITIONS = [
  ["5 MB of text", () => schema(`{"x":"${"y".repeat(5_000_000)}"}`)],
  ["5 MB of brackets", () => "[".repeat(5_000_000)],
  ["5 MB of front matter", () => `---\n${"a: 1\n".repeat(1_000_000)}---\nx`],
  ["10,000 properties", () => schema(`{${Array.from({ length: 10_000 }, (_, at) => `"p${at}":{}`).join(",")}}`)],
  ["100,000 levels", () => schema(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)],
  ["200 levels", () => schema(`${'{"a":'.repeat(200)}1${"}".repeat(200)}`)],
  ["a circle", () => schema('{"$ref":"#/a","a":{"$ref":"#/b"},"b":{"$ref":"#/a"}}')],
  ["ReDoS bait", () => schema('{"pattern":"^(([a-z])+.)+[A-Z]([a-z])+$"}')],
  ["not UTF-8", () => Uint8Array.of(0x7b, 0xff, 0x7d)],
  ["a billion laughs", () => `---\nl0: &l0 [x,x,x,x,x,x,x,x,x]\n${laughs.join("\n")}\n---\nx`],
];

for (const [name, make] of DEFINITIONS) {
  const source = make();
  if (reader === "ours") {
    const outcome = readDefinition(source);
    process.stdout.write(`${name}: ${outcome.ok ? "it was accepted" : outcome.code}\n`);
  } else {
    process.stdout.write(`${name}: ${readPlainly(source)}\n`);
  }
}

/** @param {string | Uint8Array} source */
function readPlainly(source) {
  const text = typeof source === "string" ? source : Buffer.from(source).toString("utf8");
  try {
    const value = text.startsWith("---") ? parse(text.split("---")[1] ?? "", { maxAliasCount: -1 }) : JSON.parse(text);
    return JSON.stringify(value).length;
  } catch (error) {
    // Refusing what is not JSON is no merit; running out of memory or stack is what this is about.
    if (error instanceof SyntaxError) return "not JSON";
    throw error;
  }
}
