import { SCRIPTS } from "./other-scripts.ts";

/** Where a text of another script says to drop what was said before, or speaks as the model's master. */
export interface CoreHit {
  readonly start: number;
  readonly end: number;
}

const SPAN = 64;
const HITS_MAX = 50;

/** Greek to Georgian and beyond, and everything East Asian; punctuation that English uses is not among it. */
const HAS_OTHER_SCRIPT = /[\u0370-\u1cff\u3040-\ud7ff]/;

const CORES: readonly RegExp[] = SCRIPTS.map(
  ({ drop, object, prior, alone }) => new RegExp(`(${drop})|(${object})|(${prior})|(${alone})`, "gi"),
);
/** Each script by a character that only its texts have; the first that fits is asked. */
const SCRIPT_OF: readonly RegExp[] = [
  /[\u0400-\u052f]/,
  /[\u0600-\u06ff]/,
  /[\u0900-\u097f]/,
  /[\u0980-\u09ff]/,
  /[\u0e00-\u0eff\u1780-\u17ff]/,
  /[\u3040-\u30ff\u4e00-\u9fff]/,
  /[\uac00-\ud7af]/,
  /[\u0370-\u03ff]/,
  /[\u0590-\u05ff]/,
  /[\u0530-\u058f\u0b80-\u0c7f\u10a0-\u10ff\u1200-\u137f]/,
];

export function findInScripts(text: string): CoreHit[] {
  if (!HAS_OTHER_SCRIPT.test(text)) return [];
  return CORES.flatMap((core, at) => (SCRIPT_OF[at]?.test(text) ? findCore(text, core) : []));
}

function findCore(text: string, core: RegExp): CoreHit[] {
  const hits: CoreHit[] = [];
  const last = [-1, -1, -1];
  core.lastIndex = 0;
  for (let match = core.exec(text); match !== null && hits.length < HITS_MAX; match = core.exec(text)) {
    const end = match.index + match[0].length;
    const kind = match[1] !== undefined ? 0 : match[2] !== undefined ? 1 : match[3] !== undefined ? 2 : 3;
    if (kind === 3) {
      hits.push({ start: match.index, end });
      continue;
    }
    last[kind] = match.index;
    const start = Math.min(...last);
    if (start < 0 || end - start > SPAN || SENTENCE_END.test(text.slice(start, match.index))) continue;
    hits.push({ start, end });
    last.fill(-1);
  }
  return hits;
}

const SENTENCE_END = /[.!?。！？।؟]\s|[。！？\n।]/;
