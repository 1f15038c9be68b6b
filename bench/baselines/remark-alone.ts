import remarkParse from "remark-parse";
import { unified } from "unified";

/**
 * The baseline of reading Markdown: remark's parser and nothing else. Fair, because it only parses; it gets the text in pieces of
 * 64 KB, which is kind to it.
 */
export const REMARK_ALONE = "bench/baselines/remark-alone.ts";

const PIECE = 65_536;
const parser = unified().use(remarkParse);

export function remarkAlone(text: string): number {
  let nodes = 0;
  for (let at = 0; at < text.length; at += PIECE) nodes += parser.parse(text.slice(at, at + PIECE)).children.length;
  return nodes;
}
