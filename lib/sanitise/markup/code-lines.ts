/**
 * Which lines are code for certain. Nothing in code is neutralised, so a mistake here is a live link: a line counts as code
 * only where every Markdown parser takes it for code. Fences that may belong to a list or a quotation are followed but not
 * believed, and once two readings of the text have parted (a fence closed by less indentation, a closing line that some parsers
 * take and others do not) nothing after it is believed any more.
 */
const TILDE = 0x7e;
const BACKTICK = 0x60;
const BYTE_ORDER_MARK = 0xfeff;

/** Lines that are parted between two pieces are longer than this. */
const LINE_MAX = 1 << 12;
/** The marks of lists and quotations that may stand before a fence. */
const LEAD = 16;

type State = "none" | "fence" | "listed" | "lost";

export class CodeLines {
  #state: State = "none";
  #fence = 0;
  #length = 0;
  #indent = 0;
  #wasBlank = false;
  /** Whether all since a bracket before the fence may be the label of a definition, as some read it. */
  #mayBeLabel = false;
  /** How far the piece has been looked through for such a bracket, and whether there was one. */
  #lookedTo = 0;
  #hasBracket = false;

  get isOpen(): boolean {
    return this.#state === "fence";
  }

  /** Whether a line without a fence in it would change nothing, and is no code. */
  get isIdle(): boolean {
    return this.#state === "none" || this.#state === "lost";
  }

  copy(): CodeLines {
    const copy = new CodeLines();
    copy.#state = this.#state;
    copy.#fence = this.#fence;
    copy.#length = this.#length;
    copy.#indent = this.#indent;
    copy.#wasBlank = this.#wasBlank;
    copy.#mayBeLabel = this.#mayBeLabel;
    copy.#lookedTo = this.#lookedTo;
    copy.#hasBracket = this.#hasBracket;
    return copy;
  }

  /** Reads the line at `[start, end)`, without its line feed; answers whether all of it is code, or the fence that opens it. */
  isCode(text: string, start: number, end: number): boolean {
    if (this.#state === "lost") return false;
    if (this.#state === "none" && !holdsFence(text, start, end)) return false;
    const indent = indentOf(text, start, end);
    const first = start + indent;
    const stop = trimmedEnd(text, first, end);
    const followsBlank = this.#wasBlank;
    this.#wasBlank = first >= stop;
    if (this.#wasBlank) return this.#state === "fence";
    // It may be no more than the beginning of a line, which goes on in the next piece as no fence does.
    if (end - start > LINE_MAX && holdsFence(text, start, end)) {
      this.#state = "lost";
      return false;
    }
    if (this.#state === "fence") {
      return !this.#endsLabel(text.slice(first, stop)) && this.#continue(text, first, stop, indent);
    }
    const opens = this.#opens(text, first, stop, indent, followsBlank);
    this.#mayBeLabel = opens && this.#holdsBracket(text, start);
    return opens && !this.#endsLabel(text.slice(first, stop));
  }

  /** The next line is one of another text. */
  endPiece(): void {
    this.#lookedTo = 0;
    this.#hasBracket = true;
  }

  /**
   * Whether a bracket stands in the paragraph before the line at `start`, which may have begun in an earlier piece. What closed it may
   * have been taken out.
   */
  #holdsBracket(text: string, start: number): boolean {
    const before = text.slice(this.#lookedTo, start);
    const blank = Array.from(before.matchAll(BLANK_LINE)).at(-1);
    const paragraph = before.slice(blank?.index ?? 0);
    this.#lookedTo = start;
    this.#hasBracket = paragraph.includes("[") || (blank === undefined && this.#hasBracket);
    return this.#hasBracket;
  }

  /** Whether the line ends such a label: then there is no fence, and nothing behind it is certain. */
  #endsLabel(line: string): boolean {
    if (!this.#mayBeLabel) return false;
    const bracket = FIRST_BRACKET.exec(line)?.[1];
    if (bracket === undefined) return false;
    this.#mayBeLabel = false;
    if (bracket === "]:") this.#state = "lost";
    return this.#state === "lost";
  }

  /** The line after a fence was opened. */
  #continue(text: string, first: number, stop: number, indent: number): boolean {
    if (indent < this.#indent || isTabbed(text, first, indent)) {
      // In a list the fence has ended here, elsewhere it goes on.
      if (this.#indent > 0) this.#state = "lost";
      return this.#state === "fence";
    }
    const run = runOf(text, first, stop, this.#fence);
    if (run < this.#length) return true;
    if (indent > 3) {
      // Too far in to end a fence, but not if both stand in an item of a list.
      if (this.#indent > 0) this.#state = "lost";
      return this.#state === "fence";
    }
    if (first + run === stop) {
      this.#state = "none";
      return true;
    }
    if (!/[^`~ \t]/.test(text.slice(first + run, stop))) this.#state = "lost";
    return this.#state === "fence";
  }

  #opens(text: string, first: number, stop: number, indent: number, followsBlank: boolean): boolean {
    // Some take it away, and what stands behind it starts the line.
    if (text.charCodeAt(first) === BYTE_ORDER_MARK) {
      this.#state = "lost";
      return false;
    }
    const listed = LIST_MARKER.exec(text.slice(first, Math.min(stop, first + 16)));
    const at = first + (listed?.[0].length ?? 0);
    const unit = text.charCodeAt(at);
    const run = unit === BACKTICK || unit === TILDE ? runOf(text, at, stop, unit) : 0;
    const said = run < 3 ? "" : text.slice(at + run, stop);
    if (run < 3 || (unit === BACKTICK && said.includes("`"))) {
      if (run >= 3 && LOSES_BACKTICK.test(said)) this.#state = "lost";
      // Without a blank line before it some take a line at the margin for one more of the list, and of the fence in it.
      else if (this.#state === "listed" && indent === 0 && followsBlank) this.#state = "none";
      return false;
    }
    // To some it is the head of a table.
    if (said.includes("|")) {
      this.#state = "lost";
      return false;
    }
    if (listed !== null || indent > 3 || isTabbed(text, first, indent)) {
      this.#state = "listed";
      return false;
    }
    // Behind a fence in a list, one that is indented may close that or open another; at the margin it can only open.
    if (this.#state === "listed" && indent > 0) {
      this.#state = "lost";
      return false;
    }
    this.#state = "fence";
    this.#fence = unit;
    this.#length = run;
    this.#indent = indent;
    return true;
  }
}

/**
 * A backtick behind a fence makes it none: but for those who look no further than a line separator, and when it is taken out together
 * with what stands around it.
 */
const LOSES_BACKTICK = /^[^`]*[\u2028\u2029<[\]\\]/;

/** The first bracket of a line that stands for no sign of its own. */
const FIRST_BRACKET = /^(?:[^[\]\\]|\\.)*(\]:|[[\]])/;
/** Behind a backslash a line end is none. */
const BLANK_LINE = /(?<!\\)\n[ \t\r]*(?=\n)/g;

const LIST_MARKER = /^(?:[-+*]|\d{1,9}[.)])[ \t]+/;

function holdsFence(text: string, start: number, end: number): boolean {
  for (let i = start; i + 2 < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== BACKTICK && unit !== TILDE) {
      // Only white space, and what marks a list, may stand before a fence.
      if (unit === 0x20 || unit === 0x09 || i - start < LEAD) continue;
      return false;
    }
    if (text.charCodeAt(i + 1) === unit && text.charCodeAt(i + 2) === unit) return true;
  }
  return false;
}

function indentOf(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09)) at++;
  return at - start;
}

function isTabbed(text: string, first: number, indent: number): boolean {
  for (let i = first - indent; i < first; i++) if (text.charCodeAt(i) === 0x09) return true;
  return false;
}

function trimmedEnd(text: string, first: number, end: number): number {
  let stop = end;
  while (stop > first && (text.charCodeAt(stop - 1) === 0x20 || text.charCodeAt(stop - 1) === 0x0d)) stop--;
  return stop;
}

function runOf(text: string, at: number, stop: number, unit: number): number {
  let to = at;
  while (to < stop && text.charCodeAt(to) === unit) to++;
  return to - at;
}
