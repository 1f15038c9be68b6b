import { foldedForms, parentsIn } from "./fold-text.ts";
import { percentDecodings } from "./percent-decodings.ts";

/**
 * The places that a path argument could mean. We do not know how a tool will read the text it is given (as it stands,
 * with Windows separators, percent-decoded, as a file: URL), so every reading has to be allowed. Lexical only: links are
 * looked at where the files are (resolve-links.ts), and the sandbox mounts nothing that is not granted.
 */
export const WORKSPACE = "/workspace";
export const PROJECT = "/project";
const MAX_LENGTH = 4096;

export interface Reading {
  /** Absolute, as it would be walked: `..` is still in there. */
  readonly walked: string;
  /** Absolute, without `.`, `..` and doubled slashes. */
  readonly path: string;
  /** Relative, or with `..` in it: where it leads is not where it seems to lie. */
  readonly climbs: boolean;
}

export type PathReading = { readonly readings: readonly Reading[] } | { readonly impossible: string };

/** A relative path starts at `from`. */
export function readPath(text: string, from: string = WORKSPACE): PathReading {
  if (text.includes("\0")) return { impossible: "holds a NUL" };
  if (text.length > MAX_LENGTH) return { impossible: `is longer than ${MAX_LENGTH} characters` };
  const address = fileAddressIn(text);
  if (address !== undefined) return readFileAddress(address, from);
  const forms = formsOf(text);
  for (const form of forms) {
    const reason = whyImpossible(form);
    if (reason !== undefined) return { impossible: reason };
  }
  const readings = [...forms].map((form) => {
    const walked = form.startsWith("/") ? form : `${from}/${form}`;
    return { walked, path: resolveLexically(walked), climbs: !form.startsWith("/") || parentsIn(form) > 0 };
  });
  return { readings };
}

/** The text as it stands, trimmed, decoded, with the other separators, and what careless tools make of each. */
export function formsOf(text: string): ReadonlySet<string> {
  const trimmed = text.trim();
  const forms = new Set([text, trimmed, ...percentDecodings(trimmed)]);
  for (const form of [...forms]) {
    for (const folded of foldedForms(form)) forms.add(folded);
  }
  for (const form of [...forms]) forms.add(form.replaceAll("\\", "/"));
  return forms;
}

const HOME =
  /^~(?:[a-z_][\w-]*\$?|[+-]|\d+)?$|^~[^/$]*\/|^\$\{?(?:HOME|XDG_\w+)\b|^%(?:USERPROFILE|HOMEPATH|\w*APPDATA)%/i;

function whyImpossible(form: string): string | undefined {
  if (form.includes("\0")) return "holds an encoded NUL";
  if (/^[A-Za-z]:/.test(form)) return "names a Windows drive";
  if (/^\\\\/.test(form)) return "names a share or a device of Windows";
  if (HOME.test(form)) return "names a home directory";
  return undefined;
}

/** The file: address that a text is, also percent-encoded as a whole. */
export function fileAddressIn(text: string): string | undefined {
  return [text, ...percentDecodings(text)].map(asFileAddress).find((found) => found !== undefined);
}

/** Parsers of URLs drop tabs and line ends, and some take `url:` or `jar:` in front. */
function asFileAddress(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are dropped
  const bare = text.replace(/[\t\n\r]/g, "").replace(/^[\u0000-\u0020]+/, "");
  return /^(?:[a-z][a-z0-9+.-]*:)*?(file:.*)$/is.exec(bare)?.[1]?.trim();
}

function readFileAddress(address: string, from: string): PathReading {
  if (!URL.canParse(address)) return { impossible: "is not a file address" };
  const { host, pathname } = new URL(address);
  if (host !== "") return { impossible: "names a file on another host" };
  return readPath(pathname, from);
}

/** An absolute path without `.`, `..` and doubled slashes. */
export function resolveLexically(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
