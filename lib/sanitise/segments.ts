import { CHARACTERS, CONTROL } from "./bitmaps/bitmaps.ts";
import { scanEscapes } from "./escapes.ts";
import { MARKER_REACH } from "./marker.ts";
import { bitmapsOf } from "./units.ts";

/**
 * Cuts a text of any length into pieces that can be cleaned one after the other. Where it cuts depends on the text alone, never on
 * how it arrives, so that a stream and the same text in one piece are cleaned alike. It cuts at a blank line where there is one,
 * else at the end of a line, else at a space; never inside a terminal sequence or a private key, as long as those keep to a bound.
 */
const PIECE_MIN = 1 << 15;
/** Up to this length the engine keeps a text among the small things, which are made and thrown away at a fraction of the cost. */
const PIECE_MAX = 60_000;
/** Terminal strings are looked through this far for their end; see `escapes.ts`. */
const STRETCH_MAX = (1 << 20) + PIECE_MAX;
/** What may be a private key is not cut in two. */
const KEY_MAX = 1 << 15;
const KEY_BEGIN = "-----BEGIN ";

/**
 * So much of a stream is gathered before it is looked at: joining all of it for each small chunk would be most of the work. Little more
 * than a piece, for what is joined and soon thrown away is what the engine leaves lying longest.
 */
const GATHERED = 1.25 * PIECE_MAX;

export class Segments {
  #held: string[] = [];
  #length = 0;
  /** What stood before what is held. */
  #previous = "";
  #enough = GATHERED;

  /** Takes the next chunk; gives what is decided. */
  *push(chunk: string): Generator<string> {
    if (chunk === "") return;
    this.#held.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#enough) return;
    const text = this.#held.join("");
    let from = 0;
    for (;;) {
      const piece = pieceAt(text, from, from === 0 ? this.#previous : text.charAt(from - 1), false);
      if (piece === undefined) break;
      yield piece;
      from += piece.length;
    }
    if (from > 0) this.#previous = text.charAt(from - 1);
    this.#held = [text.slice(from)];
    this.#length = text.length - from;
    // A sequence that does not end is not looked through again for each chunk of it.
    this.#enough = Math.max(GATHERED, 2 * this.#length);
  }

  *finish(): Generator<string> {
    const text = this.#held.join("");
    const previous = this.#previous;
    this.#held = [];
    this.#length = 0;
    yield* segmentsOf(text, previous);
  }
}

/** The same cuts for a text that is there as a whole. */
export function* segmentsOf(text: string, previous = ""): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const piece = pieceAt(text, from, from === 0 ? previous : text.charAt(from - 1), true) as string;
    yield piece;
    from += piece.length;
  }
}

/** The piece that begins at `from`, behind `previous`; undefined where that depends on what is yet to come. */
function pieceAt(text: string, from: number, previous: string, isWhole: boolean): string | undefined {
  for (let end = from; ; ) {
    if (end + PIECE_MAX < text.length) end = cut(text, end);
    else if (isWhole) return from === 0 ? text : text.slice(from);
    else return undefined;
    const piece = text.slice(from, end);
    if (end - from >= STRETCH_MAX || !isOpen(piece, previous)) return piece;
  }
}

/**
 * Whether a terminal sequence that begins in the piece has not ended with it; `previous` stands before the piece. Any ESC ends what was
 * open before it.
 */
function isOpen(piece: string, previous: string): boolean {
  const last = holdsEightBit(piece) ? 0 : piece.lastIndexOf("\x1b");
  if (last < 0) return false;
  const rest = piece.slice(last);
  return scanEscapes(rest, false, last === 0 ? previous : piece.charAt(last - 1)).decided < rest.length;
}

/** Introducers of eight bits, which stand in no text but that of terminals. */
function holdsEightBit(piece: string): boolean {
  const bitmaps = bitmapsOf(piece, CHARACTERS);
  const { length } = piece;
  for (let at = bitmaps.next(CONTROL, 0, length); at < length; at = bitmaps.next(CONTROL, at + 1, length)) {
    const unit = bitmaps.units[at] as number;
    if (unit >= 0x90 && (unit === 0x90 || unit === 0x98 || unit >= 0x9b)) return true;
  }
  return false;
}

/** The best place to cut between the least and the greatest length of a piece from `from`. Never looks beyond those. */
function cut(text: string, from: number): number {
  const piece = text.slice(from, from + PIECE_MAX);
  const blank = piece.indexOf("\n\n", PIECE_MIN);
  if (blank >= 0 && blank + 2 <= PIECE_MAX) return from + besideKey(piece, blank + 2);
  const line = lastMargin(piece);
  if (line > PIECE_MIN) return from + besideKey(piece, line);
  const apart = lastApart(piece, text.charAt(from + PIECE_MAX));
  const end =
    apart > PIECE_MIN ? besideKeyInLine(piece, apart) : lastInWord(piece, isTrail(text.charCodeAt(from + PIECE_MAX)));
  return from + besideMarker(piece, besideToken(piece, end));
}

/** How far back a better place is looked for. */
const BETTER_REACH = 2048;

/** Behind the last line end that no indented line follows, for such a line belongs to the one before; else behind the last. */
function lastMargin(piece: string): number {
  const last = piece.lastIndexOf("\n") + 1;
  const least = Math.max(PIECE_MIN, last - BETTER_REACH);
  for (let at = last; at > least; at = piece.lastIndexOf("\n", at - 2) + 1)
    if (at < piece.length && piece.charCodeAt(at) > 0x20) return at;
  return last;
}

/**
 * The last of the best places near the end of a piece: behind a sentence, a member, a separator; else behind the last space anywhere.
 * A name and what it promises stay together, and so does a token.
 */
function lastApart(piece: string, next: string): number {
  let best = 0;
  let highest = 0;
  for (let at = piece.length; at > piece.length - BETTER_REACH; at--) {
    const rank = rankOf(piece.charAt(at - 2), piece.charAt(at - 1), at < piece.length ? piece.charAt(at) : next);
    if (rank <= highest) continue;
    best = at;
    highest = rank;
    if (rank === SENTENCE_END) break;
  }
  return best > 0 ? best : Math.max(piece.lastIndexOf(" "), piece.lastIndexOf("\t")) + 1;
}

const SENTENCE_END = 4;

/** How good it is to cut behind `last`, which stands behind `before`. */
function rankOf(before: string, last: string, next: string): number {
  if (last === " " || last === "\t") return ".!?".includes(before) ? SENTENCE_END : ",;}".includes(before) ? 3 : 0;
  if (!",;}>".includes(last)) return 0;
  return "\"'{[<".includes(next) ? 2 : 1;
}

const WORD = /[\p{L}\p{N}]/u;

/** The last place between two letters: between any others something could begin. Else the end, or before it where that parts a pair. */
function lastInWord(piece: string, partsPair: boolean): number {
  for (let at = piece.length - 1; at > piece.length - BETTER_REACH; at--)
    if (WORD.test(piece.charAt(at)) && WORD.test(piece.charAt(at - 1))) return at;
  return partsPair ? piece.length - 1 : piece.length;
}

/** The longest token of a chat template. */
const TOKEN_REACH = 64;

/** What may be such a token (`<|im_start|>`, `[INST]`) and has not ended before the cut goes to the next piece, with all its brackets. */
function besideToken(piece: string, end: number): number {
  let open = Math.max(piece.lastIndexOf("<", end - 1), piece.lastIndexOf("[", end - 1));
  const close = Math.max(piece.lastIndexOf(">", end - 1), piece.lastIndexOf("]", end - 1));
  if (open <= close || end - open > TOKEN_REACH) return end;
  while (end - open < TOKEN_REACH && "<[!".includes(piece.charAt(open - 1))) open--;
  return open;
}

/** A marker that begins before the cut and has not ended goes to the next piece: half of one is a forgery. */
function besideMarker(piece: string, end: number): number {
  const open = piece.lastIndexOf("⟦", end - 1);
  const isOpen =
    open > PIECE_MIN - MARKER_REACH && end - open <= MARKER_REACH && piece.lastIndexOf("⟧", end - 1) < open;
  return isOpen ? open : end;
}

/** The same of a private key that is written in one line. */
function besideKeyInLine(piece: string, end: number): number {
  const begin = piece.lastIndexOf("-----BEGIN", end);
  const isOpen =
    begin >= PIECE_MIN / 4 &&
    begin < end &&
    end - begin <= KEY_MAX &&
    piece.lastIndexOf("\n", begin) < begin - LINE_MIN;
  return isOpen && !KEY_ENDED.test(piece.slice(begin, end)) ? begin : end;
}

/** No line is left in its first few thousand characters: they may decide what it is. */
const LINE_MIN = 1 << 12;
const KEY_ENDED = /-----END [A-Z ]{3,40}-----/;

/** A private key that begins before the cut and has not ended goes to the next piece; one that began early ends this piece. */
function besideKey(piece: string, end: number): number {
  const within = piece.slice(0, end);
  let begin = within.indexOf(KEY_BEGIN, end - KEY_MAX);
  if (begin < 0) return end;
  for (let next = begin; next >= 0; next = within.indexOf(KEY_BEGIN, next + 1)) begin = next;
  const close = piece.indexOf("-----END ", begin);
  if (close >= 0 && close < end) return end;
  const before = piece.lastIndexOf("\n", begin) + 1;
  if (before >= PIECE_MIN / 4) return before;
  const after = piece.indexOf("\n", close >= 0 ? close : begin + KEY_MAX) + 1;
  return after > 0 ? after : end;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
