import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes confusables.ts from Unicode's confusables.txt (UTS #39, https://www.unicode.org/Public/security/):
 *
 *   node lib/look-alikes/generate-confusables.ts path/to/confusables.txt
 *
 * One line a target, `TARGET:SOURCE,SOURCE…`, code points in hexadecimal, a target of several joined by +. Sorted, so
 * that the next Unicode version is a readable diff.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Usage: generate-confusables.ts path/to/confusables.txt");
const text = readFileSync(source, "utf8").replace(/^\ufeff/, "");
const version = /^# Version: (\S+)/m.exec(text)?.[1];
if (version === undefined) throw new Error("This file names no Unicode version.");

const sourcesByTarget = new Map<string, string[]>();
for (const line of text.split("\n")) {
  const fields = /^([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;\s*MA\b/.exec(line);
  if (!fields) continue;
  const [, from = "", to = ""] = fields;
  const target = to.split(/\s+/).join("+");
  sourcesByTarget.set(target, [...(sourcesByTarget.get(target) ?? []), from]);
}

const byCodePoint = (left: string, right: string): number => Number.parseInt(left, 16) - Number.parseInt(right, 16);
const lines = [...sourcesByTarget]
  .sort(([left], [right]) => byCodePoint(left, right) || (left < right ? -1 : 1))
  .map(([target, sources]) => `${target}:${sources.sort(byCodePoint).join(",")}`);

const module = `// Made by generate-confusables.ts from Unicode's confusables.txt; do not edit.
// Unicode data © 1991-present Unicode, Inc., under the Unicode License V3 (https://www.unicode.org/license.txt).

export const CONFUSABLES_UNICODE_VERSION = "${version}";

export const CONFUSABLES = \`
${lines.join("\n")}
\`;
`;
writeFileSync(join(import.meta.dirname, "confusables.ts"), module);
