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
  /** On a link or a button, which has a use of its own for Enter. */
  readonly onControl: boolean;
}

/** Moving, picking and asking for help are harmless at any time; acting on what is shown needs it to have stood still. */
const DECIDING = new Set(["a", "r", "e", "s", "c"]);
/** Held down, these would undo themselves or open one thing over another. */
const ONCE = new Set(["x", "enter", "escape", "/", "?"]);
const KNOWN = new Set(["j", "k", ...DECIDING, ...ONCE]);

export function acceptedKey(press: KeyPress, sinceSettledMs: number): string | undefined {
  const key = press.key.toLowerCase();
  if (press.elsewhere || press.modified || !KNOWN.has(key)) return undefined;
  if (DECIDING.has(key) && (press.repeat || sinceSettledMs < SETTLE_MS)) return undefined;
  if (ONCE.has(key) && press.repeat) return undefined;
  if (key === "enter" && press.onControl) return undefined;
  return key;
}

/** What can happen on a page around the keys, and from which element. */
export interface Happening {
  readonly kind: "window-focus" | "visibility" | "focus-out" | "removed";
  readonly from: { closest: (selector: string) => unknown } | null;
}

export const FIELDS = "input, textarea, select, [contenteditable]";
export const LAYERS = "[role=dialog], [role=menu], [role=listbox]";

/**
 * Whether a person may still be typing for another place: they come from another window, a field, or a dialog that
 * closed. The time in which no key decides then starts again.
 */
export function unsettles({ kind, from }: Happening): boolean {
  if (kind === "window-focus" || kind === "visibility") return true;
  return Boolean(from?.closest(kind === "removed" ? LAYERS : `${FIELDS}, ${LAYERS}`));
}
