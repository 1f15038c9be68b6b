import { plainText } from "#lib/policy/plain-text.ts";

/**
 * The three refusals of a path, word for word what agents and their prompts know. They reach a model and a page, so what
 * stands between the quotes is bounded and shows what does not show.
 */
const SHOWN = 160;
const ROOTS_SHOWN = 3;
const ROOT_SHOWN = 60;

export function outsideRoots(path: string): string {
  return `ERROR: path '${plainText(path, SHOWN)}' is outside the allowed roots`;
}

export function resolvesOutside(path: string, roots: readonly string[]): string {
  const shown = roots.slice(0, ROOTS_SHOWN).map((root) => `'${plainText(root, ROOT_SHOWN)}'`);
  const list = [...shown, ...(roots.length > ROOTS_SHOWN ? ["…"] : [])].join(", ");
  return `ERROR: path '${plainText(path, SHOWN)}' resolves outside [${list}]`;
}

export function linkOutside(target: string): string {
  return `ERROR: symlink target '${plainText(target, SHOWN)}' is outside the allowed roots`;
}
