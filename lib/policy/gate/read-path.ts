/**
 * The places that a path argument could mean. We do not know how a tool will read the text it is given (as it stands,
 * with Windows separators, percent-decoded, as a file: URL), so every reading has to be allowed. Lexical only: links are
 * the kernel's business, and the sandbox mounts nothing that is not granted.
 */
export const WORKSPACE = "/workspace";
export const PROJECT = "/project";
const MAX_LENGTH = 4096;
const DECODE_ROUNDS = 3;

export type PathReading = { readonly paths: readonly string[] } | { readonly impossible: string };

export function readPath(text: string): PathReading {
  if (text.includes("\0")) return { impossible: "holds a NUL" };
  if (text.length > MAX_LENGTH) return { impossible: `is longer than ${MAX_LENGTH} characters` };
  const trimmed = text.trim();
  if (/^file:/i.test(trimmed)) return readFileUrl(trimmed);
  const forms = new Set([text, trimmed]);
  for (const decoded of percentDecodings(trimmed)) forms.add(decoded);
  for (const form of [...forms]) forms.add(form.replaceAll("\\", "/"));
  for (const form of forms) {
    if (form.includes("\0")) return { impossible: "holds an encoded NUL" };
    if (/^[A-Za-z]:\//.test(form)) return { impossible: "names a Windows drive" };
    if (/^~\w*(\/|$)/.test(form)) return { impossible: "names a home directory" };
  }
  return { paths: [...new Set([...forms].map(resolveLexically))] };
}

function readFileUrl(text: string): PathReading {
  if (!URL.canParse(text)) return { impossible: "is not a file address" };
  const { host, pathname } = new URL(text);
  if (host !== "") return { impossible: "names a file on another host" };
  return readPath(pathname);
}

/** The text percent-decoded once, twice, …: some tools decode what was decoded already. */
export function percentDecodings(text: string): string[] {
  const found: string[] = [];
  let current = text;
  for (let round = 0; round < DECODE_ROUNDS && current.includes("%"); round += 1) {
    try {
      current = decodeURIComponent(current);
    } catch {
      // One bad escape must not shield the others: decode what stands for separators and dots, leave the rest.
      current = current.replace(/%(2e|2f|5c|00)/gi, (code) => decodeURIComponent(code));
    }
    found.push(current);
  }
  return found;
}

/** An absolute path without `.`, `..` and doubled slashes; a relative one starts at the workspace. */
export function resolveLexically(path: string): string {
  const absolute = path.startsWith("/") ? path : `${WORKSPACE}/${path}`;
  const segments: string[] = [];
  for (const segment of absolute.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
