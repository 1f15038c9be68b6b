import type { Edit } from "./edits.ts";
import { CREDENTIAL_KINDS } from "./secrets/kinds.ts";
import type { Note, StageResult } from "./stage.ts";

/**
 * What the cleaner writes where it took something out: `⟦credential: github #1⟧`, `⟦link: docs.example/start⟧`,
 * `⟦hidden: comment⟧`, `⟦cut: 1234 characters⟧`.
 *
 * The words are a closed vocabulary and a number: a marker names no payload and nobody can make it say anything else. With a
 * nonce (`⟦credential: github #1 k3f9⟧`, one a call) a marker cannot be forged at all: one without this call's nonce is a
 * look-alike. Without a nonce an exact marker in the input has to stay, or cleaning twice would differ from cleaning once;
 * it is told apart by its finding (`marker.echo`, nothing done) from what was masked here. Every other look-alike loses its
 * opening bracket. Brackets around anything else are mathematics and stay.
 */

const NONCE = "[a-zA-Z0-9]{1,32}";
/** What is shown of an address: host and path, nothing that Markdown or another step of the cleaner would read. */
const ADDRESS = "[A-Za-z0-9._~:/…-]{1,200}";
const WORDS = [
  "credential: (?<kind>[a-z0-9-]{2,24}) #(?<number>[1-9][0-9]{0,6})",
  "cut: [1-9][0-9]{0,11} characters",
  `(?:image|link|html)(?:: ${ADDRESS})?`,
  "hidden: (?:comment|element)",
  "role: (?:system|developer|user|assistant|tool|token)",
  "suspect: sentence",
  "untrusted: (?:begin|end)",
  "binary: [1-9][0-9]{0,15} (?:bytes|characters)",
  "withheld",
].join("|");
const EXACT = new RegExp(`⟦(?:${WORDS})(?: (?<nonce>${NONCE}))?⟧`, "y");
const LOOKALIKE =
  /⟦\s{0,8}(?:credential|cut|image|link|html|hidden|role|suspect|untrusted|binary|withheld|airlock|redacted|removed|masked|marker)(?![a-z])/giy;

/** The longest marker there can be; nothing is cut or put in inside of one. */
export const MARKER_REACH = 300;

/** What markup becomes. */
export type MarkupKind = "image" | "link" | "html";
export type HiddenKind = "comment" | "element";
export type RoleKind = "system" | "developer" | "user" | "assistant" | "tool" | "token";

/** Numbers above this in the input are not counted on from, so that a forged one cannot run the numbering out. */
const NUMBER_TRUSTED = 99_999;

/** The markers of one call: equal secrets get equal numbers, so that a reader can still tell which is which. */
export class Markers {
  readonly #numbers = new Map<string, number>();
  readonly #nonce: string;
  #last = 0;

  constructor(nonce = "") {
    this.#nonce = nonce.replace(/[^a-zA-Z0-9]/g, "").slice(0, 32);
  }

  credential(kind: string, secret: string): string {
    let number = this.#numbers.get(secret);
    if (number === undefined) {
      number = this.#last + 1;
      this.#last = number;
      this.#numbers.set(secret, number);
    }
    return this.#seal(`credential: ${kind} #${number}`);
  }

  cut(count: number): string {
    return this.#seal(`cut: ${count} characters`);
  }

  /** `address` is what may be shown of where it leads; empty for nothing. */
  markup(kind: MarkupKind, address: string): string {
    return this.#seal(address === "" ? kind : `${kind}: ${address}`);
  }

  hidden(kind: HiddenKind): string {
    return this.#seal(`hidden: ${kind}`);
  }

  role(kind: RoleKind): string {
    return this.#seal(`role: ${kind}`);
  }

  suspect(): string {
    return this.#seal("suspect: sentence");
  }

  fence(side: "begin" | "end"): string {
    return this.#seal(`untrusted: ${side}`);
  }

  binary(size: number, unit: "bytes" | "characters"): string {
    return this.#seal(`binary: ${size} ${unit}`);
  }

  withheld(): string {
    return this.#seal("withheld");
  }

  #seal(words: string): string {
    return this.#nonce === "" ? `⟦${words}⟧` : `⟦${words} ${this.#nonce}⟧`;
  }

  /** The length of the marker of this call that stands at `at`, or 0. */
  lengthAt(text: string, at: number): number {
    EXACT.lastIndex = at;
    const match = EXACT.exec(text);
    if (match === null || (match.groups?.nonce ?? "") !== this.#nonce) return 0;
    const kind = match.groups?.kind;
    if (kind !== undefined && !CREDENTIAL_KINDS.has(kind)) return 0;
    const number = Number(match.groups?.number ?? 0);
    if (number > this.#last && number <= NUMBER_TRUSTED) this.#last = number;
    return match[0].length;
  }

  /** The marker of this call that begins before `at` and ends behind it. */
  around(text: string, at: number): { start: number; end: number } | undefined {
    const start = at > 0 ? text.lastIndexOf("⟦", at - 1) : -1;
    if (start < 0 || at - start > MARKER_REACH) return undefined;
    const end = start + this.lengthAt(text, start);
    return end > at ? { start, end } : undefined;
  }

  /** Takes the bracket from look-alikes in the input. */
  escapeForged(text: string): StageResult {
    const edits: Edit[] = [];
    const notes: Note[] = [];
    for (let at = text.indexOf("⟦"); at >= 0; at = text.indexOf("⟦", at + 1)) {
      LOOKALIKE.lastIndex = at;
      if (!LOOKALIKE.test(text) || this.lengthAt(text, at) > 0) continue;
      edits.push({ start: at, end: at + 1, replacement: "[" });
      notes.push({ rule: "marker.forged", severity: "medium", start: at, end: at + 1, action: "marked" });
    }
    return { edits, notes };
  }

  /** Notes the exact markers that came with the input, before this call writes any; counts on from their numbers. */
  noteEchoes(text: string): StageResult {
    const notes: Note[] = [];
    for (let at = text.indexOf("⟦"); at >= 0; at = text.indexOf("⟦", at + 1)) {
      const length = this.lengthAt(text, at);
      if (length > 0)
        notes.push({ rule: "marker.echo", severity: "info", start: at, end: at + length, action: "none" });
    }
    return { edits: [], notes };
  }
}
