import { Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { Lexer, type Token, type Tokens } from "marked";
import { micromark } from "micromark";

/**
 * Four Markdown parsers that we did not write, as witnesses: what each of them would fetch, link to or take for raw HTML outside
 * of code. An address that merely stands in the text, and that some of them make clickable, is not counted: it shows where it leads.
 */
export type Witness = (text: string) => string[];

const markdownIt = new MarkdownIt("default", { html: true, linkify: false });

function withMarkdownIt(text: string): string[] {
  const seen: string[] = [];
  const walk = (tokens: ReturnType<typeof markdownIt.parse>): void => {
    for (const token of tokens) {
      if (token.type === "link_open") seen.push(`link ${token.attrGet("href")}`);
      if (token.type === "image") seen.push(`image ${token.attrGet("src")}`);
      if (token.type === "html_block" || token.type === "html_inline") seen.push(`html ${token.content}`);
      if (token.children) walk(token.children);
    }
  };
  walk(markdownIt.parse(text, {}));
  return seen;
}

function withCommonmark(text: string): string[] {
  const seen: string[] = [];
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, destination, literal } = event.node;
    if (!event.entering) continue;
    if (type === "link" || type === "image") seen.push(`${type} ${destination}`);
    if (type === "html_block" || type === "html_inline") seen.push(`html ${literal}`);
  }
  return seen;
}

/** It writes what it found as HTML; the text itself is escaped there, so every `<a`, `<img` and `\u0001` is its own doing. */
function withMicromark(text: string): string[] {
  const html = micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true });
  const own =
    /<(?:\/?(?:p|em|strong|h[1-6]|ul|ol|li|blockquote|code|pre)(?: class="language-[^"]*"| start="\d+")?|hr \/|br \/)>/g;
  return (html.replace(own, "").match(/<[^>]*>?/g) ?? []).map((tag) => `html or link ${tag}`);
}

function withMarked(text: string): string[] {
  const seen: string[] = [];
  const walk = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === "link" && !isBare(token as Tokens.Link)) seen.push(`link ${(token as Tokens.Link).href}`);
      if (token.type === "image") seen.push(`image ${(token as Tokens.Image).href}`);
      if (token.type === "html") seen.push(`html ${token.raw}`);
      if ("tokens" in token && token.tokens) walk(token.tokens);
      if (token.type === "list") for (const item of (token as Tokens.List).items) walk(item.tokens);
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        for (const cell of [...header, ...rows.flat()]) walk(cell.tokens);
      }
    }
  };
  walk(new Lexer().lex(text));
  return seen;
}

function isBare({ raw, href }: Tokens.Link): boolean {
  return (
    !raw.startsWith("<") &&
    !raw.startsWith("[") &&
    (href.endsWith(raw) || /^(?:https?:\/\/|www\.|ftp:|[\w.+-]+@)/i.test(raw))
  );
}

export const WITNESSES: Readonly<Record<string, Witness>> = {
  "markdown-it": withMarkdownIt,
  commonmark: withCommonmark,
  micromark: withMicromark,
  marked: withMarked,
};
