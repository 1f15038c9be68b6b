import type { Edit } from "../edits.ts";
import type { Finding, Severity } from "../finding.ts";
import { isAlarm } from "../finding.ts";
import type { HiddenKind, Markers, MarkupKind } from "../marker.ts";
import type { CleaningPolicy } from "../policy.ts";
import { StageLog, worse } from "../stage.ts";
import { type Carriage, carriesOff, isOpaque, judgeCarriage } from "./carries-data.ts";
import { addressesReader, type Concealment } from "./hidden-words.ts";
import type { RoleMatch } from "./roles.ts";
import { type Address, readAddress, shownAddress } from "./url.ts";

/** Writes down what the neutraliser meets: the edit that the policy asks for, and a note either way. */
export class MarkupLog extends StageLog {
  readonly #text: string;
  readonly #policy: CleaningPolicy;
  readonly #markers: Markers;
  /** Where the address that was read last ends, and how many began in it: `https://https://…` is read a few times, not always. */
  #bareTo = 0;
  #bareReads = 0;

  constructor(text: string, policy: CleaningPolicy, markers: Markers) {
    super();
    this.#text = text;
    this.#policy = policy;
    this.#markers = markers;
  }

  /** Up to where the text has been changed. */
  get editedTo(): number {
    return this.edits[this.edits.length - 1]?.end ?? 0;
  }

  /** What the text from `from` to `at` has become, or the last `length` characters of that. */
  cleanedBefore(at: number, from: number, length: number): string {
    let tail = "";
    let to = at;
    for (let index = this.edits.length - 1; index >= 0 && tail.length + at - to < length; index--) {
      const { start, end, replacement } = this.edits[index] as Edit;
      if (end <= from || end <= at - length) break;
      tail = replacement + this.#text.slice(end, to) + tail;
      to = start;
    }
    return (this.#text.slice(Math.max(from, to - length), to) + tail).slice(-length);
  }

  /** One character that could start something, made to stand for itself. */
  escape(at: number, unit: "<" | "(" | ":", rule: string): void {
    const edits = this.#policy.steps.markup !== "report";
    // A backslash before `<` could be read as the end of an address that stands before it.
    if (edits)
      this.edits.push(
        unit === "<" ? { start: at, end: at + 1, replacement: "&lt;" } : { start: at, end: at, replacement: "\\" },
      );
    const last = this.notes[this.notes.length - 1];
    // A page of tags is one note, not one a tag.
    if (last !== undefined && last.rule === rule && last.severity === "info" && at - last.end <= ESCAPES_NEAR) {
      last.end = at + 1;
      return;
    }
    this.notes.push({ rule, severity: "info", start: at, end: at + 1, action: edits ? "marked" : "none" });
  }

  /** What the border before this piece parted, and neither piece could see: it would come together behind the cleaner. */
  keepApart(): void {
    const edits = this.#policy.steps.markup !== "report";
    if (edits) this.edits.push({ start: 0, end: 0, replacement: " " });
    this.notes.push({ rule: "markup.html", severity: "info", start: 0, end: 1, action: edits ? "marked" : "none" });
  }

  /** The destination of a link or an image, at `[start, end)`. */
  link(kind: MarkupKind, start: number, end: number, raw: string, inCode: boolean): void {
    const address = readAddress(raw);
    this.#neutralise(kind, start, end, [address], judgeLink(kind, address), inCode);
  }

  /** A tag that fetches, leads somewhere or runs something. */
  fetching(kind: MarkupKind, start: number, end: number, raws: readonly string[], acts: "no" | "acts" | "takes"): void {
    const addresses = raws.map(readAddress);
    let verdict: Verdict = { rule: `markup.${kind}`, severity: "info" };
    for (const address of addresses) verdict = graver(verdict, judgeLink(kind, address));
    if (acts !== "no")
      verdict = graver(verdict, { rule: "markup.script", severity: acts === "takes" ? "medium" : "low" });
    this.#neutralise(kind, start, end, addresses, verdict, false);
  }

  /** An address that stands in the text by itself; answers where to read on. */
  bare(text: string, colon: number, inCode: boolean): number {
    if (colon < this.#bareTo && this.#bareReads >= BARE_READS_MAX) return colon + 3;
    let start = colon;
    while (start > 0 && colon - start < 8 && isLetter(text.charCodeAt(start - 1))) start--;
    if (colon >= this.#bareTo) {
      BARE_END.lastIndex = colon + 3;
      this.#bareTo = BARE_END.exec(text)?.index ?? text.length;
      this.#bareReads = 0;
    }
    this.#bareReads += 1;
    const end = this.#bareTo;
    if (!SCHEMES.has(text.slice(start, colon).toLowerCase()) || end - start < BARE_MIN) return colon + 3;
    const stop = trimmed(text, start, end);
    const address = readAddress(text.slice(start, stop));
    const carriage = judgeCarriage(address, inCode);
    if (carriage === "none") return colon + 3;
    this.#neutralise(
      "link",
      start,
      stop,
      [address],
      { rule: "markup.exfiltration", severity: severityOf(carriage, "bare") },
      inCode,
    );
    return stop;
  }

  /** Text that a page does not show, and `by` what; undefined where it holds a program and is no text. */
  concealed(
    kind: HiddenKind,
    start: number,
    end: number,
    inner: string,
    by: Concealment | undefined = "comment",
    raws: readonly string[] = [],
  ): void {
    let verdict: Verdict = { rule: `markup.${kind === "comment" ? "comment" : "hidden"}`, severity: "info" };
    if (by !== undefined && addressesReader(inner, by))
      verdict = { rule: "markup.hidden-instruction", severity: "high" };
    for (const address of raws.map(readAddress)) verdict = graver(verdict, judgeLink("image", address));
    const removes = this.#policy.steps.concealed !== "report";
    if (removes) {
      this.edits.push({
        start,
        end,
        replacement: this.#goesQuietly(start, end) ? "" : this.#markers.hidden(kind),
      });
    }
    this.#note(verdict, start, end, removes ? "removed" : "none");
  }

  /**
   * Whether what is taken out needs no marker. Where one is not wanted it goes without if it kept nothing apart: it ends its line, or
   * stands between spaces behind other words. Anything else could come together over it: two halves of a tag, a label and its address,
   * the start of a line and a fence.
   */
  #goesQuietly(start: number, end: number): boolean {
    if (this.#policy.markers === "visible") return false;
    const before = this.cleanedBefore(start, 0, LINE_REACH);
    const lineStart = before.lastIndexOf("\n") + 1;
    if (lineStart === 0 && before.length === LINE_REACH) return false;
    const after = this.#text.slice(end, end + LINE_REACH);
    const lineEnd = after.indexOf("\n");
    // The line may go on in the next piece.
    if (lineEnd < 0) return false;
    const left = before.slice(lineStart);
    const right = after.slice(0, lineEnd);
    if (FENCE_OR_DEFINITION.test(left + right) || OPEN_TAG.test(before)) return false;
    return right.trim() === "" || (/\p{L}.*[ \t]$/u.test(left) && /^[ \t]/.test(right));
  }

  /** Answers whether the text was changed. */
  role({ start, end, kind, severity, rule }: RoleMatch, place: Place): boolean {
    const marks = this.#policy.steps.roles !== "report" && isAlarm(severity) && place === "text";
    if (marks) this.edits.push({ start, end, replacement: this.#markers.role(kind) });
    // In the middle of a sentence and set as code it is spoken about; so is a conversation in a block of code.
    const told =
      place === "span" || (place === "block" && severity === "medium" && (kind === "user" || kind === "assistant"));
    this.#note({ rule, severity: told ? "low" : severity }, start, end, marks ? "marked" : "none");
    return marks;
  }

  /** The same as `concealed`, where nothing may be changed. */
  concealedInCode(start: number, end: number, inner: string, by: Concealment): void {
    if (addressesReader(inner, by))
      this.#note({ rule: "markup.hidden-instruction", severity: "medium" }, start, end, "none");
  }

  #neutralise(
    kind: MarkupKind,
    start: number,
    end: number,
    addresses: readonly Address[],
    { rule, severity }: Verdict,
    inCode: boolean,
  ): void {
    const edits = !inCode && this.#policy.steps.markup !== "report";
    if (edits) {
      const [first] = addresses;
      const shown = first === undefined ? "" : shownAddress(first, isOpaque);
      this.edits.push({ start, end, replacement: this.#markers.markup(kind, shown) });
    }
    this.#note({ rule, severity }, start, end, edits ? "marked" : "none");
  }

  #note({ rule, severity }: Verdict, start: number, end: number, action: Finding["action"]): void {
    this.notes.push({ rule, severity, start, end, action });
  }
}

/** Where something stands: in the text, in a block of code, in code within a line, or quoted in another form of text. */
export type Place = "text" | "block" | "span" | "quoted";

interface Verdict {
  readonly rule: string;
  readonly severity: Severity;
}

const ESCAPES_NEAR = 400;
const BARE_MIN = 24;
const BARE_READS_MAX = 4;
/** A `<` that is written out ends an address as it did before. */
const BARE_END = /[\s<>"'`|⟦⟧]|&lt;/g;
const SCHEMES = new Set(["http", "https", "ftp", "ws", "wss"]);

function judgeLink(kind: MarkupKind, address: Address): Verdict {
  if (address.scheme === "javascript" || address.scheme === "vbscript") {
    const idle = /^\s*(?:void\s*\(?\s*0\s*\)?\s*;?|;?)$/.test(address.path);
    return { rule: "markup.script", severity: idle ? "info" : "medium" };
  }
  if (address.scheme === "data") {
    return {
      rule: "markup.script",
      severity: /^\s*(?:text\/html|image\/svg|application)/i.test(address.path) ? "medium" : "info",
    };
  }
  const carriage = judgeCarriage(address);
  if (carriage === "none" && kind !== "link" && carriesOff(address))
    return { rule: "markup.exfiltration", severity: "medium" };
  if (carriage === "none") return { rule: `markup.${kind}`, severity: "info" };
  return { rule: "markup.exfiltration", severity: severityOf(carriage, kind) };
}

function severityOf(carriage: Carriage, _kind: MarkupKind | "bare"): Severity {
  return carriage === "template" ? "high" : "medium";
}

/** How far to both sides of what is taken out its line is looked at. */
const LINE_REACH = 400;
const FENCE_OR_DEFINITION = /```|~~~|\]:/;
/** A tag goes on over spaces and line ends. */
const OPEN_TAG = /<[^<>]*$/;

function graver(one: Verdict, other: Verdict): Verdict {
  return worse(one.severity, other.severity) === one.severity ? one : other;
}

function trimmed(text: string, start: number, end: number): number {
  let stop = end;
  while (stop > start && ".,;:!?)*_".includes(text.charAt(stop - 1))) stop--;
  return stop;
}

function isLetter(unit: number): boolean {
  const folded = unit | 0x20;
  return folded >= 0x61 && folded <= 0x7a;
}
