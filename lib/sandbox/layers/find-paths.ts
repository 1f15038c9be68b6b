import { fileURLToPath } from "node:url";
import { percentDecodings } from "#lib/policy/gate/read-path.ts";

const PATH_NAMES = new Set(
  "path paths pathname file files filename filenames filepath dir dirs dirname directory directories folder folders cwd workdir root src source dest destination target output input".split(
    " ",
  ),
);

/** Texts among the arguments, at any depth, that name a file: by the argument's name, or because they hold a separator. */
export function findPaths(value: unknown, name = ""): string[] {
  if (typeof value === "string") return isNamed(name) || /[/\\]/.test(readingsOf(value).join(" ")) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => findPaths(item, name));
  if (typeof value !== "object" || value === null) return [];
  // A key may be a file as well: {"/etc/passwd": "new content"}.
  return Object.entries(value).flatMap(([key, item]) => [...(/[/\\]/.test(key) ? [key] : []), ...findPaths(item, key)]);
}

function isNamed(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return PATH_NAMES.has(words.at(-1) ?? "") || PATH_NAMES.has(words.slice(-2).join(""));
}

/** How a tool might read it: as it stands, with the other separators, decoded, as a file's address. */
export function readingsOf(text: string): string[] {
  const forms = new Set([text, text.trim(), ...percentDecodings(text)]);
  for (const form of [...forms]) forms.add(form.replaceAll("\\", "/"));
  for (const form of [...forms]) {
    if (/^file:/i.test(form) && URL.canParse(form)) forms.add(pathOfAddress(form));
  }
  return [...forms];
}

function pathOfAddress(address: string): string {
  try {
    return fileURLToPath(address);
  } catch {
    // Of another host, or not a path at all: nothing that lies below a root.
    return "/";
  }
}
