import type { Markers, MarkupKind } from "../marker.ts";
import type { CleaningPolicy } from "../policy.ts";
import type { StageResult } from "../stage.ts";
import { CodeLines } from "./code-lines.ts";
import { CodeSpans, endsInAddress } from "./code-spans.ts";
import { readDefinition, readInline } from "./destination.ts";
import { MarkupLog, type Place } from "./markup-log.ts";
import { type RoleMatch, roleAtAngle, roleAtBracket, roleAtField, roleAtLine } from "./roles.ts";
import { addressesOf, handlesEvents, hides, isVoid, readTag, type Tag } from "./tag.ts";

/**
 * Takes the life out of Markdown and HTML that would fetch, link, hide something or speak as somebody else: in one pass from left
 * to right, and more of it than any parser would accept. A destination becomes a marker; a `<`, `(` or `:` that could start
 * something is written so that it stands for itself. Whether a place is code is decided on the way, in the text as it will be when what stands before it is
 * cleaned. Nothing is looked for beyond a bound, and nothing is read more than a few times, so hostile text costs what honest
 * text costs.
 */

const CANDIDATE = /[<[\]`\\\n]/g;
/** What may be an alarm in code. */
const TELLING = /[<[:]/g;
const LINE_FEED = 0x0a;
const LESS = 0x3c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN = 0x28;

/** How often the same stretch may be read for the end of a tag or destination. Beyond it the start is escaped unread. */
const READS_MAX = 4;
/** How far such an end is looked for. */
const STRETCH = 1 << 14;
const COMMENT_MAX = 1 << 16;
const LINE_MAX = 4096;
const OPEN_BRACKETS_MAX = 256;

export class Neutraliser {
  readonly #lines: CodeLines;
  readonly #spans: CodeSpans;
  readonly #policy: CleaningPolicy;
  readonly #markers: Markers;
  #startsLine: boolean;
  // Of the text at hand:
  #text = "";
  #log: MarkupLog;
  #brackets: number[] = [];
  #lineStart = 0;
  #readTo = 0;
  #reads = 0;
  #commentEnd = -1;
  #chunkEnd = -1;
  /** Whether there is a fence in it anywhere. */
  #fenced = false;

  constructor(policy: CleaningPolicy, markers: Markers, from?: Neutraliser) {
    this.#policy = policy;
    this.#markers = markers;
    this.#log = new MarkupLog(policy, markers);
    this.#lines = from === undefined ? new CodeLines() : from.#lines.copy();
    this.#spans = from === undefined ? new CodeSpans() : from.#spans.copy();
    this.#startsLine = from === undefined || from.#startsLine;
  }

  /** Another one that has read the same pieces, so that the next one can be read again when other steps have changed it. */
  copy(): Neutraliser {
    return new Neutraliser(this.#policy, this.#markers, this);
  }

  /** Reads the next piece of a text. Pieces end with a line, or where nothing else would do. */
  read(text: string): StageResult {
    this.#text = text;
    this.#log = new MarkupLog(this.#policy, this.#markers);
    this.#brackets.length = 0;
    this.#readTo = 0;
    this.#commentEnd = -1;
    this.#chunkEnd = -1;
    this.#fenced = text.includes("```") || text.includes("~~~");
    let at = this.#startsLine ? this.#enterLine(0) : this.#continueLine();
    let address = text.indexOf("://");
    while (at < text.length) {
      CANDIDATE.lastIndex = at;
      const next = CANDIDATE.test(text) ? CANDIDATE.lastIndex - 1 : text.length;
      while (address >= 0 && address < at) address = text.indexOf("://", address + 3);
      // An address that stands before the next sign; several may.
      if (address >= 0 && address < next) {
        at = this.#log.bare(text, address, false);
        continue;
      }
      if (next === text.length) break;
      at = this.#candidate(next);
    }
    this.#detectQuoted();
    this.#startsLine = text.length === 0 ? this.#startsLine : text.charCodeAt(text.length - 1) === LINE_FEED;
    return this.#log;
  }

  /** In the middle of a line that an earlier piece began nothing is certain to be code. */
  #continueLine(): number {
    this.#lineStart = 0;
    this.#spans.distrust();
    return 0;
  }

  /** Decides on the line at `at`; answers where reading goes on: in it, or behind the code that it is. */
  #enterLine(at: number): number {
    const text = this.#text;
    let start = at;
    while (start < text.length) {
      const feed = text.indexOf("\n", start);
      const end = feed < 0 ? text.length : feed;
      this.#lineStart = start;
      const first = firstVisible(text, start, end);
      if (first >= end) {
        this.#spans.endParagraph();
        this.#brackets.length = 0;
      }
      const role = first < end && isRoleStart(text.charCodeAt(first)) ? roleAtLine(text, first) : undefined;
      const wasCode = this.#lines.isOpen;
      const code = (this.#fenced || wasCode) && this.#lines.isCode(text, start, end);
      // The word behind a fence is shown to nobody but a model.
      const replaced = role !== undefined && this.#log.role(role, code && wasCode ? "block" : "text");
      if (!code) {
        this.#spans.enterLine(start, end);
        return replaced ? role.end : start;
      }
      this.#detect(start, end, "block");
      start = end + 1;
    }
    return start;
  }

  #candidate(at: number): number {
    const text = this.#text;
    switch (text.charCodeAt(at)) {
      case LINE_FEED:
        return this.#enterLine(at + 1);
      case BACKSLASH:
        return this.#backslash(at);
      case BACKTICK:
        return this.#backticks(at);
      case OPEN_BRACKET:
        return this.#openBracket(at);
      case CLOSE_BRACKET:
        return this.#closeBracket(at);
      default:
        // `<`
        return this.#angle(at);
    }
  }

  /** What it stands before means itself, but for a line end; and for `<` behind an address, which some read on through it. */
  #backslash(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (next === LINE_FEED) return at + 1;
    return next === LESS && endsInAddress(this.#text, this.#lineStart, at) ? at + 1 : at + 2;
  }

  #backticks(at: number): number {
    const { end, isCode } = this.#spans.read(this.#text, at);
    if (isCode) this.#detect(at, end, "span");
    return end;
  }

  #openBracket(at: number): number {
    const role = roleAtBracket(this.#text, at, firstVisible(this.#text, this.#lineStart, at) === at);
    if (role !== undefined && this.#log.role(role, this.#placeOf(role))) return role.end;
    if (this.#brackets.length >= OPEN_BRACKETS_MAX) this.#brackets.shift();
    this.#brackets.push(at);
    return at + 1;
  }

  #closeBracket(at: number): number {
    const text = this.#text;
    const open = this.#brackets.pop();
    const next = text.charCodeAt(at + 1);
    if (next === OPEN) return this.#inline(at, open);
    if (next === COLON) return this.#definition(at, open);
    return at + 1;
  }

  /** `](`. */
  #inline(at: number, open: number | undefined): number {
    const text = this.#text;
    const kind: MarkupKind = open !== undefined && text.charAt(open - 1) === "!" ? "image" : "link";
    const read = this.#mayRead(at) ? readInline(text, at + 1, this.#paragraphEnd(at)) : undefined;
    if (read === undefined) {
      this.#readUpTo(at + STRETCH);
      this.#log.escape(at + 1, "(", "markup.link");
      return at + 2;
    }
    this.#log.link(kind, at + 1, read.stop, read.address, false);
    return read.stop;
  }

  /** `]:`, where the label starts its line. */
  #definition(at: number, open: number | undefined): number {
    const text = this.#text;
    const inLine = open !== undefined && open >= this.#lineStart;
    if (inLine && !LINE_PREFIX.test(text.slice(Math.max(this.#lineStart, open - 64), open))) return at + 2;
    if (inLine && this.#continuesParagraph(open)) return at + 2;
    if (!this.#mayRead(at)) {
      this.#log.escape(at + 1, ":", "markup.definition");
      return at + 2;
    }
    const read = readDefinition(text, at + 2);
    this.#readUpTo(read === undefined || read === "open" ? at + STRETCH : read.stop);
    if (read === undefined) return at + 2;
    if (read === "open") {
      this.#log.escape(at + 1, ":", "markup.definition");
      return at + 2;
    }
    const label = inLine ? text.slice(open, at + 1) : "";
    const conceals =
      read.title !== "" && (read.address === "#" || read.address === "" || /^\[(?:\/\/|comment|#|_)/i.test(label));
    this.#log.escape(at + 1, ":", "markup.definition");
    if (conceals) {
      const from = read.stop - read.title.length;
      this.#log.concealed("comment", from, read.stop, read.title);
      return read.stop;
    }
    this.#log.link("link", read.start, read.end, read.address, false);
    return read.end;
  }

  /** A definition cannot follow a line of words directly: no parser lets it, so that logs keep their `[name]: ready`. */
  #continuesParagraph(open: number): boolean {
    const text = this.#text;
    const start = this.#lineStart;
    if (start < 2 || firstVisible(text, start, open) !== open) return false;
    const before = text.lastIndexOf("\n", start - 2) + 1;
    // What was changed there may be nothing now.
    return before >= start - LINE_MAX && before >= this.#log.editedTo && isLetter(text.charCodeAt(before));
  }

  #angle(at: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    if (next === 0x7c || next === 0xff5c || next === LESS) {
      const role = roleAtAngle(text, at);
      return role !== undefined && this.#log.role(role, this.#placeOf(role)) ? role.end : at + 1;
    }
    // `!` and `?` start comments and declarations, `/` ends an element.
    if (next === 0x21 || next === 0x3f) return this.#declaration(at);
    if (next !== 0x2f && !isLetter(next)) return at + 1;
    const role = roleAtAngle(text, at);
    if (role !== undefined && this.#log.role(role, this.#placeOf(role))) return role.end;
    return AUTOLINK_START.test(text.slice(at + 1, at + 40)) ? this.#autolink(at) : this.#tag(at);
  }

  #autolink(at: number): number {
    AUTOLINK.lastIndex = at;
    const found = AUTOLINK.exec(this.#text);
    if (found === null || !found[0].includes(":")) {
      this.#log.escape(at, "<", "markup.link");
      return at + 1;
    }
    const end = at + found[0].length;
    this.#log.link("link", at, end, found[0].slice(1, -1), false);
    return end;
  }

  #declaration(at: number): number {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      if (this.#commentEnd < at + 4 && this.#commentEnd !== text.length) {
        const found = text.indexOf("-->", at + 4);
        this.#commentEnd = found < 0 ? text.length : found;
      }
      if (this.#commentEnd < text.length && this.#commentEnd - at <= COMMENT_MAX) {
        const end = this.#commentEnd + 3;
        this.#log.concealed("comment", at, end, text.slice(at + 4, end - 3));
        return end;
      }
    }
    const after = text.charCodeAt(at + 2);
    if (text.charCodeAt(at + 1) === 0x21 && !isLetter(after) && after !== 0x2d && after !== OPEN_BRACKET) {
      // `<!>` and `<!->` are comments to some.
      if (after !== 0x3e) return at + 1;
    }
    this.#log.escape(at, "<", "markup.html");
    return at + 1;
  }

  #tag(at: number): number {
    const text = this.#text;
    NAME_END.lastIndex = at + 1;
    const name = NAME_END.exec(text);
    if (name === null) return at + 1;
    const tag = this.#mayRead(at) ? readTag(text, at) : undefined;
    if (tag === undefined) {
      this.#readUpTo(at + STRETCH);
      this.#log.escape(at, "<", "markup.html");
      return at + 1;
    }
    if (hides(tag)) {
      const end = isVoid(tag) ? tag.end : this.#elementEnd(tag);
      // An element that does not end within reach was read to there.
      this.#readUpTo(end < 0 ? tag.end + STRETCH : tag.end);
      if (end >= 0) {
        const inner = text.slice(tag.end, end);
        this.#log.concealed("element", at, end, inner, [...addressesOf(tag), ...addressesWithin(inner)], isQuiet(tag));
        return end;
      }
    }
    this.#readUpTo(tag.end);
    const addresses = addressesOf(tag);
    if (addresses.length > 0 || handlesEvents(tag)) {
      this.#log.fetching(kindOf(tag), at, tag.end, addresses, handlesEvents(tag) || tag.name === "meta");
      return tag.end;
    }
    this.#log.escape(at, "<", "markup.html");
    return at + 1;
  }

  /** Behind the tag that closes the element; -1 when none does within reach. */
  #elementEnd({ name, end }: Tag): number {
    const within = this.#text.slice(end, end + STRETCH);
    let depth = 1;
    for (const found of within.matchAll(new RegExp(`<(/?)${name}(?=[\\s/>])[^<>]{0,512}>`, "gi"))) {
      depth += found[1] === "/" ? -1 : 1;
      if (depth === 0) return end + found.index + found[0].length;
    }
    return -1;
  }

  /** In code nothing is changed, but what would be an alarm elsewhere is still said. */
  #detect(start: number, end: number, place: "block" | "span"): void {
    const code = this.#text.slice(start, end);
    TELLING.lastIndex = 0;
    while (TELLING.test(code)) {
      const at = start + TELLING.lastIndex - 1;
      const unit = this.#text.charCodeAt(at);
      if (unit === COLON) {
        if (!this.#text.startsWith("//", at + 1)) continue;
        TELLING.lastIndex = Math.max(at + 3, this.#log.bare(this.#text, at, true)) - start;
        continue;
      }
      const role = unit === LESS ? roleAtAngle(this.#text, at) : roleAtBracket(this.#text, at, false);
      if (role !== undefined) this.#log.role(role, place);
      else if (unit === LESS && place === "block") this.#detectHidden(at, end);
    }
  }

  /** Between two backticks it is spoken about, even where it is not certain that every parser takes it for code. */
  #placeOf({ start, end }: RoleMatch): Place {
    return this.#text.charCodeAt(start - 1) === BACKTICK && this.#text.charCodeAt(end) === BACKTICK ? "span" : "text";
  }

  /** Turns at the start of a text that is quoted in this one, as in JSON. */
  #detectQuoted(): void {
    for (const opening of QUOTED_TURNS) {
      opening.lastIndex = 0;
      while (opening.test(this.#text)) {
        const role = roleAtLine(this.#text, opening.lastIndex);
        if (role !== undefined) this.#log.role(role, "quoted");
      }
    }
    for (let at = this.#text.indexOf('"role"'); at >= 0; at = this.#text.indexOf('"role"', at + 6)) {
      const role = roleAtField(this.#text, at + 5);
      if (role !== undefined) this.#log.role(role, "quoted");
    }
  }

  /** A comment or a hidden element in a line of code. */
  #detectHidden(at: number, end: number): void {
    const text = this.#text;
    if (text.startsWith("<!--", at)) {
      const close = text.indexOf("-->", at + 4);
      if (close >= 0 && close < end) this.#log.concealedInCode(at, close + 3, text.slice(at + 4, close));
      return;
    }
    if (!isLetter(text.charCodeAt(at + 1)) || !this.#mayRead(at)) return;
    const tag = readTag(text, at);
    this.#readUpTo(tag?.end ?? end);
    if (tag !== undefined && tag.end <= end && hides(tag)) this.#log.concealedInCode(at, end, text.slice(tag.end, end));
  }

  /** Whether a stretch that begins here may be read to its end once more. */
  #mayRead(at: number): boolean {
    if (at >= this.#readTo) {
      this.#reads = 0;
      return true;
    }
    this.#reads += 1;
    return this.#reads <= READS_MAX;
  }

  #readUpTo(end: number): void {
    this.#readTo = Math.max(this.#readTo, end);
  }

  /** A destination never goes beyond its paragraph. */
  #paragraphEnd(at: number): number {
    if (at >= this.#chunkEnd) {
      PARAGRAPH_END.lastIndex = at;
      this.#chunkEnd = PARAGRAPH_END.test(this.#text) ? PARAGRAPH_END.lastIndex - 1 : this.#text.length;
    }
    return this.#chunkEnd;
  }
}

/** Behind a quotation mark, or a line end that is written out. */
const QUOTED_TURNS = [
  /"(?=##|```|[Ss][Yy][Ss]|(?:[Hh]uman|[Aa]ssistant|HUMAN|ASSISTANT) ?:)/g,
  /\\n(?=##|```|[Ss][Yy][Ss]|(?:[Hh]uman|[Aa]ssistant|HUMAN|ASSISTANT) ?:)/g,
];

/** A blank line, or one that could be a fence. */
const PARAGRAPH_END = /\n(?=[ \t\r]*\n|[ \t]*(?:[-+*>]|\d{1,9}[.)])?[ \t]*(?:```|~~~))/g;
const LINE_PREFIX = /(?:^|^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*[ \t>]*)$/;
const AUTOLINK_START = /^[a-z][a-z0-9+.-]{1,31}:|^[\w.!#$%&'*+/=?^`{|}~-]{1,39}@/i;
const AUTOLINK = /<[^\s<>]{3,4096}>/y;
/** What may stand behind the name of a tag. */
const NAME_END = /\/?[a-z][a-z0-9:-]*(?=[\s/>]|$)/iy;

function firstVisible(text: string, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0d) break;
    at++;
  }
  return at;
}

/** Marks that a turn may be set off with, and the first letters of those who speak. */
const ROLE_STARTS = new Uint8Array(128);
for (const character of "#-=*~_`[<(sdahumrinbectSDAHUMRINBECT") ROLE_STARTS[character.charCodeAt(0)] = 1;

function isRoleStart(unit: number): boolean {
  return unit < 128 && ROLE_STARTS[unit] === 1;
}

function isLetter(unit: number): boolean {
  const folded = unit | 0x20;
  return folded >= 0x61 && folded <= 0x7a;
}

function kindOf({ name }: Tag): MarkupKind {
  if (/^(?:img|image|picture|source|input|video|audio)$/.test(name)) return "image";
  return name === "a" || name === "area" ? "link" : "html";
}

/** What programs hold and nobody expects to see says nothing by being unseen. */
function isQuiet({ name }: Tag): boolean {
  return name === "script" || name === "style";
}

function addressesWithin(inner: string): string[] {
  return inner.length < 12
    ? []
    : [...inner.slice(0, 4096).matchAll(/https?:\/\/[^\s"'<>)\\]{4,2048}/gi)].map(([address]) => address);
}
