import { SENTENCE_RULES } from "./grammar/rules.ts";

/** What each rule of the cleaner means, in one sentence for people. Findings carry the sentence, never the payload. */
const REASONS: Readonly<Record<string, string>> = {
  "unicode.lone-surrogate": "Half of a character that no encoder can write.",
  "escape.colour": "A terminal colour or style.",
  "escape.conceal": "A terminal style that hides the text behind it.",
  "escape.cursor": "A terminal sequence that clears a line or hides the cursor.",
  "escape.csi": "A terminal sequence that moves the cursor, erases or changes the terminal's mode.",
  "escape.osc": "A terminal command, such as setting the window's title.",
  "escape.hyperlink": "A terminal hyperlink: the text shown and the address behind it can differ.",
  "escape.clipboard": "A terminal sequence that writes to or reads from the clipboard.",
  "escape.string": "A terminal control string.",
  "escape.simple": "A two-character terminal command.",
  "escape.broken": "A terminal sequence that was cut short or broken into.",
  "escape.unterminated":
    "A terminal control string without an end, which a terminal would let swallow the text behind it.",
  "control.c0": "A control character.",
  "control.c1": "An 8-bit control character.",
  "control.line-break": "A form feed, vertical tab or next-line control, written as a line end.",
  "control.carriage-return": "A carriage return that would overwrite the line, written as a line end.",
  "hidden.tag": "Tag characters: invisible letters that a model reads.",
  "hidden.variation-selector": "Variation selectors that select nothing; in a row they encode hidden bytes.",
  "hidden.bidi": "Directional controls that show text in another order than it is read.",
  "hidden.zero-width": "Characters without width where no script needs them.",
  "hidden.soft-hyphen": "Soft hyphens, invisible inside words.",
  "hidden.private-use": "A run of private or unassigned characters that can carry hidden data.",
  "hidden.annotation": "Interlinear annotation controls, which hide text from readers.",
  "hidden.combining": "Marks on letters, in stacks or of so many kinds that they carry data and no language.",
  "hidden.pictures": "Colours of skin, or letters of flags that are none, in an order that carries data.",
  "hidden.noncharacter": "A code point that is not a character.",
  "markup.image": "An image that a page would fetch from elsewhere.",
  "markup.link": "A link; its text and where it leads can differ.",
  "markup.definition": "The definition of a link, which every mention of its name would follow.",
  "markup.html": "HTML, which a page would obey.",
  "markup.script": "Markup that runs something, or leads elsewhere by itself.",
  "markup.exfiltration":
    "An address that would carry data out: it has a hole to fill in, or a long value that means nothing.",
  "markup.comment": "A comment, which a page does not show and a model reads.",
  "markup.hidden": "An element that a page does not show and a model reads.",
  "markup.hidden-instruction": "Hidden text that speaks to whoever reads it and tells them to act.",
  "role.token": "A token with which a chat's turns are written: it would let text speak as somebody else.",
  "role.turn": "Text in the form of another speaker's turn.",
  "role.tool-result": "Text in the form of a tool's call or result.",
  "binary.data": "Data that is no text; only its size is passed on.",
  "injection.sentence": "Reads like an instruction to a model from somebody who is not its user.",
  "injection.disguised": "An instruction to a model in letters that filters do not read.",
  "injection.encoded": "Encoded text that decodes to an instruction to a model.",
  "encoded.credential": "Encoded text that decodes to something of the form of a credential; it was left as it is.",
  "encoded.role": "Encoded text that decodes to a token with which a chat's turns are written.",
  "encoded.markup": "Encoded text that decodes to an address with a hole to fill in.",
  "injection.unread": "So much of it would have to be read another way that not all of it was.",
  "injection.language": "Tells a model, in another language, to drop what it was told or to obey somebody else.",
  "disguise.look-alikes": "Several words with letters of another script between their own, which look alike.",
  "disguise.full-width": "An English sentence in full-width letters, which filters do not read.",
  "marker.forged": "Text made to look like a marker of the cleaner; its bracket was replaced.",
  "marker.echo": "A marker of the cleaner that was in the text already.",
  "size.cut": "The middle was cut out to keep within the size limit.",
};

/** What the grammar finds, in outputs as in definitions. */
const SENTENCE_REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(SENTENCE_RULES).map(([rule, { reason }]) => [rule, reason]),
);

export function reasonOf(rule: string): string | undefined {
  if (rule.startsWith("credential.")) return "Something that has the form of a credential; it was masked.";
  return REASONS[rule] ?? SENTENCE_REASONS.get(rule);
}
