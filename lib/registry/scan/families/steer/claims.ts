import type { Note } from "../note.ts";

/**
 * Claims of rank that are set phrases: words in an order that says it all, which classes of words would only blur. Each is anchored
 * on a literal, stays within a sentence and is bounded.
 */
const WORK =
  "(?:turn|turns|message|messages|response|responses|reply|answer|query|queries|request|requests|question|conversation|prompt|task)";
const CLAIMS: readonly RegExp[] = [
  // "must be invoked at the start of each turn", "needs to be called after every message"
  new RegExp(
    `\\b(?:must|has to|have to|needs? to|should|shall|is to) be (?:invoked|called|used|run|executed)[^.\\n]{0,30}\\b(?:each|every|any|all)(?: single)? (?:user )?${WORK}\\b`,
    "g",
  ),
  // "every response needs to begin with a call to this"
  new RegExp(
    `\\b(?:each|every|all) ${WORK} (?:needs? to|must|has to|have to|should|shall) (?:begin|start|be preceded|open)\\b`,
    "g",
  ),
  new RegExp(`\\bfor each and every ${WORK}\\b`, "g"),
  new RegExp(
    `\\b(?:run|call|use|invoke) this(?: tool| function)? after (?:each|every)(?: single)? (?:user )?${WORK}\\b`,
    "g",
  ),
  // "treat all other tools as unreliable", "other tools … are unsafe and must not be called"
  /\btreat (?:all |any )?other tools as (?:un|in|dan|bro|mal|com|obs)/g,
  /\bother tools\b[^.\n]{0,50}\b(?:are|is) (?:unsafe|unreliable|untrusted|dangerous|insecure|malicious|compromised)\b/g,
  /\bthe only (?:trusted|trustworthy|safe|official|approved|legitimate|reliable) (?:tool|server|function)\b/g,
  /\b(?:supersedes?|overrides?|outranks?) (?:all|any|every)\b[^.\n]{0,40}\b(?:tools?|functions?|plugins?)\b/g,
  /\b(?:has|have|takes?|gets?) (?:absolute |top |highest )?(?:priority|precedence) over (?:all |any )?(?:built[ -]in|native|other|the user)/g,
  /\b(?:selecting|choosing|picking|using) (?:a different|another|any other) (?:tool|one|function) (?:is|will be|counts as)\b/g,
  /\bin preference to (?:everything|anything|all|any)\b/g,
  /\bno matter what the (?:user|person|customer) (?:wants|asks|says|needs)\b[^.\n]{0,60}\b(?:this|first)\b/g,
  /\b(?:route|send|direct|pass) (?:all|every|any) requests?\b[^.\n]{0,50}\bthrough (?:this|it)\b/g,
  /\bnever (?:use|pick|call|choose) (?:another|a competitor's|a different|any other)\b[^.\n]{0,30}\b(?:when|while|if|as long as) (?:this|it)\b/g,
  /\b(?:model|assistant|agent|ai) (?:should|must|has to|shall) always (?:choose|pick|prefer|select|use) (?:this|the one|ours)\b/g,
];
const NOTES_MAX = 10;

/** In the normalised text: small letters, one space between words. */
export function findClaims(normalised: string): Note[] {
  if (!normalised.includes(" ")) return [];
  const notes: Note[] = [];
  for (const claim of CLAIMS) {
    for (const { index, 0: said } of normalised.matchAll(claim)) {
      if (notes.length >= NOTES_MAX) return notes;
      notes.push({ rule: "precedence.universal", start: index, end: index + said.length });
    }
  }
  return notes;
}
