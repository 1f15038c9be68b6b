import { isBinary } from "./binary.ts";
import { type CleanOptions, policyOf } from "./clean.ts";
import type { Edit } from "./edits.ts";
import type { Finding } from "./finding.ts";
import { Findings } from "./findings.ts";
import { Markers } from "./marker.ts";
import { Pipeline } from "./pipeline.ts";
import type { CleaningPolicy, CleaningStep } from "./policy.ts";
import { Segments } from "./segments.ts";

/** A stretch of the text that is done: what it became, and how. Offsets are those of the whole text. */
export interface CleanedPiece {
  readonly cleaned: string;
  readonly edits: readonly Edit[];
}

export interface CleanedStream {
  readonly findings: Finding[];
  readonly findingsDropped: number;
  /** The steps whose policy withholds the output. What was given out before must be thrown away. */
  readonly blocked: readonly CleaningStep[];
  readonly rawLength: number;
  readonly cleanedLength: number;
}

export type StreamOptions = Omit<CleanOptions, "maxLength">;

/** A text is told from data by its beginning. */
const BEGINNING = 4096;

/**
 * Cleans a text that comes in chunks, in memory that does not grow with it. The pieces joined, and their edits, are exactly what
 * `clean` gives for the whole text without a size limit, however it was cut into chunks. The limit is the caller's: who streams
 * has a reason not to keep the head and the tail.
 */
export class Cleaner {
  readonly #policy: CleaningPolicy;
  readonly #markers: Markers;
  readonly #pipeline: Pipeline;
  readonly #findings: Findings;
  readonly #segments = new Segments();
  #beginning = "";
  #binary: boolean | undefined;
  #raw = 0;
  #cleaned = 0;

  constructor(options: StreamOptions = { content: "prose" }) {
    this.#policy = policyOf(options);
    this.#markers = new Markers(options.nonce);
    this.#pipeline = new Pipeline(this.#policy, this.#markers);
    this.#findings = new Findings(this.#policy);
  }

  *push(chunk: string): Generator<CleanedPiece> {
    if (this.#binary === undefined) {
      this.#beginning += chunk;
      if (this.#beginning.length < BEGINNING) return;
      yield* this.#decide();
      return;
    }
    if (this.#binary) this.#raw += chunk.length;
    else yield* this.#clean(this.#segments.push(chunk));
  }

  *finish(): Generator<CleanedPiece, CleanedStream> {
    if (this.#binary === undefined) yield* this.#decide();
    if (this.#binary) yield this.#dataNote();
    else yield* this.#clean(this.#segments.finish());
    return {
      ...this.#findings.finish(),
      blocked: this.#findings.blocking,
      rawLength: this.#raw,
      cleanedLength: this.#cleaned,
    };
  }

  *#decide(): Generator<CleanedPiece> {
    const beginning = this.#beginning;
    this.#beginning = "";
    this.#binary = isBinary(beginning);
    if (this.#binary) this.#raw += beginning.length;
    else yield* this.#clean(this.#segments.push(beginning));
  }

  *#clean(pieces: Iterable<string>): Generator<CleanedPiece> {
    for (const piece of pieces) {
      const work = this.#pipeline.clean(piece);
      this.#findings.take(work.notes, work.edits, this.#raw, this.#cleaned);
      const from = this.#raw;
      this.#raw += piece.length;
      this.#cleaned += work.text.length;
      yield {
        cleaned: work.text,
        edits: work.edits.map(({ start, end, replacement }) => ({ start: start + from, end: end + from, replacement })),
      };
    }
  }

  #dataNote(): CleanedPiece {
    const replacement = this.#markers.binary(this.#raw, "characters");
    const edits = [{ start: 0, end: this.#raw, replacement }];
    this.#findings.take(
      [{ rule: "binary.data", severity: "info", start: 0, end: this.#raw, action: "removed" }],
      edits,
      0,
      0,
    );
    this.#cleaned = replacement.length;
    return { cleaned: replacement, edits };
  }
}
