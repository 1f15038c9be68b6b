import { eachForeignLetter } from "#lib/sanitise/mixed-script.ts";
import { nameKeys, nearNames } from "../names.ts";
import type { Note } from "./families/note.ts";

/** Names are identifiers: what a person or a model picks a tool by. Hence they are held to more than texts are. */

/** Airlock's own tools of discovery and waiting; none may be imitated, in any spelling. */
const RESERVED = [
  "list_tools",
  "load_tool",
  "load_tool_resource",
  "airlock_status",
  "approval_status",
  "tools_list",
  "tools_call",
];
const RESERVED_KEYS = new Set(RESERVED.map(bare));

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII needs no second look
const ASCII = /^[\x00-\x7f]*$/;
const KEY_MAX = 128;

export function scanName(name: string, neighbours: readonly string[]): Note[] {
  const whole = { start: 0, end: name.length };
  const notes: Note[] = [];
  if (name.trim() === "") return [{ rule: "name.missing", ...whole }];
  if (!ASCII.test(name)) notes.push({ rule: "name.not-ascii", ...firstBeyondAscii(name) });
  else if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) notes.push({ rule: "name.charset", ...whole });
  const key = bare(name);
  if (RESERVED_KEYS.has(key) || key.startsWith(bare("airlock"))) notes.push({ rule: "name.reserved", ...whole });
  if (looksAlike(name)) notes.push({ rule: "name.look-alike", ...whole });
  const keys = nameKeys(name);
  for (const other of neighbours) {
    const taken = nameKeys(other);
    if (taken.skeleton === keys.skeleton || taken.folded === keys.folded)
      return [...notes, { rule: "name.collision", ...whole, other }];
  }
  const [near] = nearNames(name, neighbours);
  if (near !== undefined) notes.push({ rule: "name.near", ...whole, other: near });
  return notes;
}

/** Parameters that take any text and serve no purpose of the tool: where stolen text is put. */
const SINKS = new Set(
  [
    "sidenote",
    "side_note",
    "extra_context",
    "additional_context",
    "scratchpad",
    "chat_history",
    "conversation_history",
    "full_context",
    "session_context",
    "debug_info",
    "telemetry",
  ].map(plainKey),
);

export function scanKey(key: string): Note[] {
  if (SINKS.has(plainKey(key))) return [{ rule: "lure.sink", start: 0, end: key.length }];
  if (key.length > KEY_MAX) return [{ rule: "key.long", start: KEY_MAX, end: key.length }];
  if (ASCII.test(key)) return [];
  let foreign = -1;
  eachForeignLetter(key, (at) => {
    if (foreign === -1) foreign = at;
  });
  return foreign === -1
    ? [{ rule: "key.not-ascii", ...firstBeyondAscii(key) }]
    : [{ rule: "key.mixed-script", start: foreign, end: foreign + 1 }];
}

/** Without case and separators; names of parameters are many, and a look at each has to be cheap. */
function plainKey(key: string): string {
  return key.slice(0, KEY_MAX).toLowerCase().replace(/[_-]/g, "");
}

/** As it reads: look-alikes folded, case and separators gone. */
function bare(name: string): string {
  return nameKeys(name).folded.replace(/[^\p{L}\p{N}]/gu, "");
}

function firstBeyondAscii(text: string): { start: number; end: number } {
  let start = 0;
  while (text.charCodeAt(start) < 0x80) start++;
  return { start, end: start + ((text.codePointAt(start) as number) > 0xffff ? 2 : 1) };
}

/** The words that tools are named after. */
const COMMON = new Set(
  "list file files delete email mail tool tools search get read write create update send message messages user users account transfer payment pay query execute shell fetch upload download slack github gitlab google notion drive calendar folder login profile table model value html url pull issue issues label labels close open role roles policy mobile".split(
    " ",
  ),
);

/** `de1ete_file`, `fiIe`: a digit or capital in the place of a letter, where the letter makes a word that tools are named after. */
function looksAlike(name: string): boolean {
  return name
    .slice(0, 128)
    .split(/[_\-.\s/]/)
    .some((word) => {
      if (
        !/[A-Za-z][01358][A-Za-z]|^[013][A-Za-z]{2}|[A-Za-z]{2}[01]$|[a-z]I[a-z]|^I[a-z]{3}|rn|vv/.test(word) ||
        COMMON.has(word.toLowerCase())
      )
        return false;
      const readings = [
        word.replace(/[1I]/g, "l").replace(/0/g, "o"),
        word.replace(/1/g, "i").replace(/0/g, "o").replace(/3/g, "e").replace(/5/g, "s"),
        word.replace(/rn/g, "m").replace(/vv/g, "w"),
      ];
      return readings.some((reading) => reading !== word && COMMON.has(reading.toLowerCase()));
    });
}
