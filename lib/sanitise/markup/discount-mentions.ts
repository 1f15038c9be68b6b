import { isAlarm } from "../finding.ts";
import { countTopicWords } from "../sentences/topic.ts";
import type { Note, StageResult } from "../stage.ts";

/**
 * A text about attacks shows some: an address with a hole in it, a turn in quotation marks. It is said in a lower voice, and what
 * was done about it stays done, but for an address in a line that is quoted.
 *
 * Words about attacks are cheap, so they alone lower nothing: what they speak of has to be set off as quoted, and somebody has to be
 * named who says it. What a page would fetch or run, tokens of chat templates and text that no page shows are never a mention.
 */
const MENTIONED: ReadonlySet<string> = new Set(["markup.exfiltration", "role.turn"]);
/** So many different words about attacks around it make it one. */
const TOPIC_WORDS = 3;
/** Alarms this close together have the same company, and are asked about once. */
const BLOCK_BITS = 10;

export function discountMentions(text: string, { edits, notes }: StageResult): StageResult {
  if (!notes.some(isMentionable)) return { edits, notes };
  const isAbout = new Map<number, boolean>();
  const kept = new Set<number>();
  const told = notes.map((note): Note => {
    if (!isMentionable(note)) return note;
    const frame = frameOf(text, note);
    if (frame === undefined) return note;
    const block = note.start >> BLOCK_BITS;
    let about = isAbout.get(block);
    if (about === undefined) {
      about = countTopicWords(text, note.start, note.end) >= TOPIC_WORDS;
      isAbout.set(block, about);
    }
    if (!about) return note;
    if (note.rule !== "markup.exfiltration" || frame !== "quotation") return { ...note, severity: "low" };
    kept.add(note.start);
    return { ...note, severity: "low", action: "none" };
  });
  return { edits: kept.size === 0 ? edits : edits.filter(({ start }) => !kept.has(start)), notes: told };
}

const ADDRESS = /^(?:https?|ftp|wss?):\/\//i;
const LINE_MAX = 400;
/** How far before a frame its speaker stands. */
const SPEAKER_REACH = 240;
const SPEAKER =
  /\b(?:attackers?|adversar(?:y|ies)|malicious|hostile|payloads?|injections?|injected|crafted|for example|e\.g\.|examples?|such as|containing|contains|says|said|reads|writes|wrote|quotes?|sample|techniques?|scenario|victim|test case|simulat\w+|interacts|asks|asking)\b/i;

/** How the text sets it off as somebody else's words; undefined where it does not, or names nobody. */
function frameOf(text: string, { rule, start }: Note): "quotation" | "code" | undefined {
  // An image or a link would be fetched or followed wherever it stands; an address that merely stands there is words.
  if (rule === "markup.exfiltration" && !ADDRESS.test(text.slice(start, start + 8))) return undefined;
  const line = text.slice(Math.max(0, start - LINE_MAX), start);
  const inLine = line.slice(line.lastIndexOf("\n") + 1);
  const frame = /^[ \t]*>/.test(inLine) ? "quotation" : isSetOff(text, start, inLine) ? "code" : undefined;
  if (frame === undefined) return undefined;
  return SPEAKER.test(text.slice(Math.max(0, start - SPEAKER_REACH), start)) ? frame : undefined;
}

const FENCE = /^[ \t]*(?:```|~~~)/gm;
const FENCE_REACH = 4096;

/** Between quotation marks or backticks that its line has opened, or in a fence. */
function isSetOff(text: string, start: number, inLine: string): boolean {
  if (
    inLine.split("`").length % 2 === 0 ||
    inLine.split('"').length % 2 === 0 ||
    /[\u201c\u00ab][^\u201d\u00bb]*$/.test(inLine)
  )
    return true;
  const before = text.slice(Math.max(0, start - FENCE_REACH), start);
  return (before.match(FENCE)?.length ?? 0) % 2 === 1;
}

function isMentionable({ rule, severity }: Note): boolean {
  return isAlarm(severity) && MENTIONED.has(rule);
}
