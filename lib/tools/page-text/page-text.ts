import { decodeEntities } from "./entities.ts";

export interface PageText {
  readonly title: string;
  readonly text: string;
  readonly links: readonly { readonly text: string; readonly url: string }[];
}

/** Their content is for programs, or for nobody. */
const SILENT = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "svg",
  "iframe",
  "object",
  "title",
  "select",
  "textarea",
]);
const BLOCKS = new Set([
  ...["address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "fieldset", "figcaption", "figure"],
  ...["footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre"],
  ...["section", "table", "td", "th", "tr", "ul"],
]);
const LINKS_MAX = 200;

/**
 * What a person would read of a page, in one pass over its tags: no tree is built, so nesting costs nothing, and what is
 * broken is read as text. It is no defence; the cleaner looks at what comes out of here as at every output.
 */
export function pageText(html: string, base: string): PageText {
  const pieces: string[] = [];
  const links: { text: string; url: string }[] = [];
  let [title, at] = ["", 0];
  let link: { url: string; from: number } | undefined;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    pieces.push(decodeEntities(html.slice(at, open < 0 ? html.length : open)));
    if (open < 0) break;
    const { name, closes, attributes, end } = readTag(html, open);
    at = end;
    if (!closes && SILENT.has(name)) {
      // To where it says that it ends, whatever stands between: a script is full of what looks like tags.
      const until = endOfSilence(html, name, at);
      if (name === "title" && title === "") title = decodeEntities(html.slice(at, Math.min(until, at + 600)));
      at = until;
      continue;
    }
    if (BLOCKS.has(name)) pieces.push("\n");
    if (name === "a" && link && links.length < LINKS_MAX) {
      links.push({ url: link.url, text: folded(pieces.slice(link.from).join("")) });
      link = undefined;
    }
    if (name === "a" && !closes) {
      const url = absolute(attributeOf(attributes, "href"), base);
      if (url) link = { url, from: pieces.length };
    }
  }
  const text = pieces
    .join("")
    .split("\n")
    .map(folded)
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return { title: folded(title), text, links };
}

function readTag(html: string, open: number): { name: string; closes: boolean; attributes: string; end: number } {
  if (html.startsWith("<!--", open)) {
    const end = html.indexOf("-->", open + 4);
    return { name: "!", closes: false, attributes: "", end: end < 0 ? html.length : end + 3 };
  }
  const close = html.indexOf(">", open);
  const end = close < 0 ? html.length : close + 1;
  const [, slash = "", name = "", attributes = ""] =
    /^<(\/?)([a-z][a-z0-9]*)([^>]*)/i.exec(html.slice(open, end)) ?? [];
  return { name: name.toLowerCase(), closes: slash !== "", attributes, end };
}

function endOfSilence(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function attributeOf(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes);
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "");
}

function absolute(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : undefined;
}

function folded(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, " ").trim();
}
