import type { MarkupKind } from "../marker.ts";
import { readDefinition, readInline } from "./destination.ts";
import { addressesReader } from "./hidden-words.ts";
import { COLON, firstVisible, isLetter } from "./letters.ts";
import { type Passage, STRETCH } from "./passage.ts";
import { roleAtBracket } from "./roles.ts";

const OPEN = 0x28;
const OPEN_BRACKETS_MAX = 256;
const LINE_MAX = 4096;
/** Marks of lists and of quotations, in any order. */
const LINE_PREFIX = /^\ufeff?(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*$/;

/** Links, images and definitions in square brackets: the destination becomes a marker, or the sign before it stands for itself. */
export class Brackets {
  readonly #passage: Passage;
  #open: number[] = [];

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  /** No bracket closes one of the paragraph before. */
  forget(): void {
    if (this.#open.length > 0) this.#open.length = 0;
  }

  /** At `[`; answers where to read on. */
  open(at: number): number {
    const { text, lineStart, log } = this.#passage;
    const role = roleAtBracket(text, at, firstVisible(text, lineStart, at) === at);
    if (role !== undefined && log.role(role, this.#passage.placeOf(role))) return role.end;
    if (this.#open.length >= OPEN_BRACKETS_MAX) this.#open.shift();
    this.#open.push(at);
    return at + 1;
  }

  /** At `]`. */
  close(at: number): number {
    const open = this.#open.pop();
    const next = this.#passage.text.charCodeAt(at + 1);
    if (next === OPEN) return this.#inline(at, open);
    if (next === COLON) return this.#definition(at, open);
    return at + 1;
  }

  /** `](`. */
  #inline(at: number, open: number | undefined): number {
    const { text, log } = this.#passage;
    const kind: MarkupKind = open !== undefined && text.charAt(open - 1) === "!" ? "image" : "link";
    const read = this.#passage.mayRead(at) ? readInline(text, at + 1, this.#passage.paragraphEnd(at)) : undefined;
    if (read === undefined) {
      this.#passage.readUpTo(at + STRETCH);
      log.escape(at + 1, "(", "markup.link");
      return at + 2;
    }
    // A title is shown where the pointer rests, and to a model always.
    if (read.title !== "" && addressesReader(read.title, "attribute"))
      log.concealed("comment", at + 1, read.stop, read.title, "attribute", [read.address]);
    else log.link(kind, at + 1, read.stop, read.address, false);
    return read.stop;
  }

  /** `]:`, where the label starts its line. */
  #definition(at: number, open: number | undefined): number {
    const { text, log, lineStart, lineEnd } = this.#passage;
    const inLine = open !== undefined && open >= lineStart && at <= lineEnd;
    const isNone = inLine && (!LINE_PREFIX.test(this.#passage.lineBefore(open)) || this.#continuesParagraph(open));
    if (isNone) {
      this.#noteComment(open, at);
      return at + 2;
    }
    if (!this.#passage.mayRead(at)) {
      log.escape(at + 1, ":", "markup.definition");
      return at + 2;
    }
    const read = readDefinition(text, at + 2, this.#passage.lineEndAfter(at));
    const isRead = read !== undefined && read !== "open";
    this.#passage.readUpTo(isRead ? Math.max(read.stop, read.lookedTo) : at + STRETCH);
    if (read === undefined) return at + 2;
    if (read === "open") {
      log.escape(at + 1, ":", "markup.definition");
      return at + 2;
    }
    const label = inLine ? text.slice(open, at + 1) : "";
    const conceals =
      read.title !== "" && (read.address === "#" || read.address === "" || /^\[(?:\/\/|comment|#|_)/i.test(label));
    log.escape(at + 1, ":", "markup.definition");
    if (conceals) {
      if (read.address !== "#" && read.address !== "") log.link("link", read.start, read.end, read.address, false);
      log.concealed("comment", read.stop - read.title.length, read.stop, read.title);
      return read.stop;
    }
    log.link("link", read.start, read.end, read.address, false);
    return read.end;
  }

  /** `[//]: # (…)` where it is no definition, and shown as it stands: in a value of JSON, or right behind other words. */
  #noteComment(open: number, at: number): void {
    const { text, log } = this.#passage;
    if (!COMMENT_LABEL.test(text.slice(open, at + 1))) return;
    const said = COMMENT_TITLE.exec(text.slice(at + 2, at + 2 + COMMENT_MAX));
    if (said === null) return;
    const end = at + 2 + said[0].length;
    log.concealedInCode(end - (said[1]?.length ?? 0), end, said[1] ?? "", "comment");
  }

  /** A definition cannot follow a line of words directly: no parser lets it, so that logs keep their `[name]: ready`. */
  #continuesParagraph(open: number): boolean {
    const { text, log, lineStart } = this.#passage;
    if (lineStart < 2 || firstVisible(text, lineStart, open) !== open) return false;
    const before = text.lastIndexOf("\n", lineStart - 2) + 1;
    // What was changed there may be nothing now.
    return before >= lineStart - LINE_MAX && before >= log.editedTo && isLetter(text.charCodeAt(before));
  }
}

const COMMENT_LABEL = /^\[(?:\/\/|comment|#|_)\]$/i;
const COMMENT_TITLE = /^[ \t]{0,3}(?:#|<#?>)[ \t]{1,3}[("']([^)"'\n]{8,400})/;
const COMMENT_MAX = 440;
