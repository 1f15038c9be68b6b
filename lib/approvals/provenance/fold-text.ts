/**
 * A text as it is compared with others: case, width, runs of space and, in JSON, escapes make no difference, and what does not show is
 * left out. Every unit remembers where it stood, so that a match can be marked in the text as it is shown.
 */
export interface FoldedText {
  readonly text: string;
  /** For each unit of `text`, where its character begins in the original, and where it ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const UNSEEN = /^[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;
const SPACE = /^\s$/u;
const SPACE_CODE = 0x20;
const BACKSLASH = 0x5c;

export function foldText(original: string, json = false): FoldedText {
  const units = new Uint16Array(original.length);
  const starts = new Uint32Array(original.length);
  const ends = new Uint32Array(original.length);
  let length = 0;
  const push = (unit: number, start: number, end: number): void => {
    units[length] = unit;
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  let spaced = true;
  for (let at = 0; at < original.length; ) {
    const unit = original.charCodeAt(at);
    // Nearly all of any text, without the tables that the rest needs.
    if (unit > SPACE_CODE && unit < 0x7f && !(json && unit === BACKSLASH)) {
      push(unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit, at, at + 1);
      spaced = false;
      at += 1;
      continue;
    }
    const { shown, width } = readCharacter(original, at, json);
    if (SPACE.test(shown)) {
      if (!spaced) push(SPACE_CODE, at, at + width);
      spaced = true;
    } else if (!UNSEEN.test(shown)) {
      // A few letters have a lower case, or a plain form, of several units; those keep their own.
      const plain = shown.normalize("NFKC");
      const lower = (plain.length === shown.length ? plain : shown).toLowerCase();
      const kept = lower.length === shown.length ? lower : shown;
      for (let index = 0; index < Math.min(kept.length, width); index += 1)
        push(kept.charCodeAt(index), at, at + width);
      spaced = false;
    }
    at += width;
  }
  return {
    text: textOf(units.subarray(0, length)),
    starts: starts.subarray(0, length),
    ends: ends.subarray(0, length),
  };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: " ", f: " ", '"': '"', "\\": "\\" };

function readCharacter(text: string, at: number, json: boolean): { readonly shown: string; readonly width: number } {
  if (json && text.charCodeAt(at) === BACKSLASH) {
    const meant = ESCAPES[text[at + 1] ?? ""];
    if (meant !== undefined) return { shown: meant, width: 2 };
  }
  const shown = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { shown, width: shown.length };
}

/** Arguments of a function are few; a text is not. */
const AT_ONCE = 8192;

function textOf(units: Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += AT_ONCE) text += String.fromCharCode(...units.subarray(at, at + AT_ONCE));
  return text;
}
