import { type Rule, SENTENCE_RULES } from "#lib/sanitise/grammar/rules.ts";

/**
 * What each rule means, in a sentence for people, and how much it weighs. Critical and high block, medium asks for a person,
 * low and info are noted. Findings carry the sentence, never the text that set them off.
 */
export const RULES = {
  ...SENTENCE_RULES,
  // who speaks
  "role.token": { severity: "high", reason: "A token by which chat formats mark who speaks." },
  "role.tag": { severity: "high", reason: "A tag that poses as a system or hidden section." },
  "role.turn": { severity: "medium", reason: "A line that poses as a turn of the system or of another speaker." },
  // what is asked for
  "lure.sink": { severity: "info", reason: "A free-text parameter without a purpose of its own." },
  // where things go
  "exfil.template": { severity: "medium", reason: "An address with a place for the model's data in it." },
  "exfil.markup": { severity: "high", reason: "An image or link whose address carries data out when it is shown." },
  "exfil.collector": { severity: "medium", reason: "An address of a service that collects whatever is sent to it." },
  "exfil.shell": { severity: "high", reason: "A command line that fetches code and runs it, or opens a way in." },
  // other tools
  "precedence.universal": { severity: "medium", reason: "Claims to come before or instead of all other tools." },
  "precedence.first": { severity: "low", reason: "Asks to be called before something else." },
  "shadow.change": { severity: "medium", reason: "Changes how another tool is to be used." },
  "shadow.disparage": { severity: "medium", reason: "Warns against another tool in favour of this one." },
  "shadow.reference": { severity: "info", reason: "Speaks of another tool that the same model sees." },
  // what it says it does
  "capability.harmful": { severity: "medium", reason: "Describes an ability that harms." },
  "capability.annotation": { severity: "low", reason: "Its annotations promise less than its name says it does." },
  "capability.destructive": {
    severity: "medium",
    reason: "Marked as read-only, but named for destroying or spending.",
  },
  // disguise
  "encoded.instruction": { severity: "high", reason: "Encoded text that decodes to an attack." },
  "encoded.sentence": { severity: "medium", reason: "Encoded text that decodes to words for the model." },
  "hidden.characters": { severity: "high", reason: "Characters that people do not see and a model reads." },
  "hidden.stray": { severity: "medium", reason: "An invisible character where no script needs one." },
  "hidden.control": { severity: "medium", reason: "A control character or terminal sequence." },
  "hidden.mixed-script": {
    severity: "medium",
    reason: "Letters of another script inside of a word, which read like its own.",
  },
  "hidden.styled": {
    severity: "medium",
    reason: "Words in letters made for mathematics or decoration, which filters do not read.",
  },
  // names
  "name.not-ascii": {
    severity: "high",
    reason: "A name with characters outside of ASCII, which can read like another name.",
  },
  "name.charset": { severity: "low", reason: "A name with other characters than letters, digits, _ and -." },
  "name.reserved": { severity: "high", reason: "A name that is kept for Airlock's own tools." },
  "name.collision": { severity: "high", reason: "A name that reads like that of another tool." },
  "name.near": { severity: "low", reason: "A name that is nearly that of another tool." },
  "name.look-alike": {
    severity: "medium",
    reason: "A name with digits or letters in the place of others that look alike.",
  },
  "name.missing": { severity: "medium", reason: "The definition has no name." },
  "key.mixed-script": {
    severity: "high",
    reason: "A parameter's name with letters of another script, which read like its own.",
  },
  "key.not-ascii": { severity: "low", reason: "A parameter's name with characters outside of ASCII." },
  "key.long": { severity: "low", reason: "A name that is too long to be one." },
  // size
  "limit.length": { severity: "low", reason: "Longer than the hard limit; a model is shown no more than that." },
  "limit.excess": { severity: "medium", reason: "Many times longer than any honest text of this kind." },
  "limit.unread": { severity: "high", reason: "Nested too deep or too large to be read to its end." },
  "limit.findings": { severity: "medium", reason: "So much was noticed that only the gravest of it is listed." },
  "server.instructions": { severity: "medium", reason: "The server's own instructions have findings of their own." },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
