import { isAlarm } from "../finding.ts";
import { countTopicWords } from "../sentences/topic.ts";
import type { Note, StageResult } from "../stage.ts";

/**
 * A text about attacks shows some: an address with a hole in it, a turn in quotation marks. It is said in a lower voice, and what
 * was done about it stays done, but for an address in a line that is quoted. Tokens of chat templates and text that no page shows are never a mention.
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
    const block = note.start >> BLOCK_BITS;
    let about = isAbout.get(block);
    if (about === undefined) {
      about = countTopicWords(text, note.start, note.end) >= TOPIC_WORDS;
      isAbout.set(block, about);
    }
    if (!about) return note;
    if (!isQuotedAddress(text, note)) return { ...note, severity: "low" };
    kept.add(note.start);
    return { ...note, severity: "low", action: "none" };
  });
  return { edits: kept.size === 0 ? edits : edits.filter(({ start }) => !kept.has(start)), notes: told };
}

const ADDRESS = /^(?:https?|ftp|wss?):\/\//i;
const LINE_MAX = 400;

/** An address that merely stands in a line that is quoted: no page makes a link of a hole, and its marker would show host and path anyway. */
function isQuotedAddress(text: string, { rule, start }: Note): boolean {
  if (rule !== "markup.exfiltration" || !ADDRESS.test(text.slice(start, start + 8))) return false;
  const line = text.slice(Math.max(0, start - LINE_MAX), start);
  return /(?:^|\n)[ \t]*>[^\n]*$/.test(line);
}

function isMentionable({ rule, severity }: Note): boolean {
  return isAlarm(severity) && MENTIONED.has(rule);
}
