/**
 * Which keys count as a decision. People have approved what they never saw because a prompt took the focus while they
 * typed; so a key counts only when nothing else could have been meant by it.
 */
export const SETTLE_MS = 800;

export interface KeyPress {
  readonly key: string;
  readonly repeat: boolean;
  readonly modified: boolean;
  /** In a field, a menu or a dialog. */
  readonly elsewhere: boolean;
}

/** Moving and asking for help are harmless at any time; deciding needs the content to have stood still. */
const DECIDING = new Set(["a", "r"]);
const KNOWN = new Set(["j", "k", "a", "r", "enter", "escape", "/", "?"]);

export function acceptedKey(press: KeyPress, sinceSettledMs: number): string | undefined {
  const key = press.key.toLowerCase();
  if (press.elsewhere || press.modified || !KNOWN.has(key)) return undefined;
  if (DECIDING.has(key) && (press.repeat || sinceSettledMs < SETTLE_MS)) return undefined;
  if (key === "enter" && press.repeat) return undefined;
  return key;
}
