import { foldLetters } from "../../disguise/fold-letters.ts";
import { PARTS, type Part } from "./frames.ts";
import { letterOf } from "./letters.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";

/** What a stem stands for: a part of a frame, in some languages (one bit each). */
export interface Meaning {
  readonly part: number;
  readonly languages: number;
}

export interface Node {
  readonly next: Map<number, Node>;
  readonly meanings: Meaning[];
  /** The same, where the word ends here. */
  readonly whole: Meaning[];
}

/** Where words are not parted by spaces, or run into their particles. */
const ANYWHERE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** A Latin stem of fewer letters is a whole word. */
export const SHORT_LATIN = 5;
const SHORT = 4;
/** Behind a word that has no other endings. */
export const WHOLE = ".";

/** All stems of these languages, one bit for each language in the order given. */
export function rootOf(lexicons: readonly Lexicon[]): Node {
  const root: Node = { next: new Map(), meanings: [], whole: [] };
  for (const [at, lexicon] of lexicons.entries()) {
    for (const [part, name] of PARTS.entries()) {
      for (const word of wordsOf(lexicon, name)) add(root, foldLetters(word).text, { part, languages: 1 << at });
    }
  }
  return root;
}

function add(root: Node, stem: string, meaning: Meaning): void {
  const isExact = stem.endsWith(WHOLE);
  const word = isExact ? stem.slice(0, -WHOLE.length) : stem;
  let node = root;
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = letterOf(word.charCodeAt(at));
    if (letter === 0) continue;
    letters += 1;
    let next = node.next.get(letter);
    if (next === undefined) {
      next = { next: new Map(), meanings: [], whole: [] };
      node.next.set(letter, next);
    }
    node = next;
  }
  const short = /^[\p{Script=Latin}]/u.test(word) ? SHORT_LATIN : SHORT;
  const meanings = isExact || (letters < short && !ANYWHERE.test(word)) ? node.whole : node.meanings;
  const known = meanings.findIndex(({ part }) => part === meaning.part);
  if (known < 0) meanings.push(meaning);
  else meanings[known] = { part: meaning.part, languages: (meanings[known]?.languages ?? 0) | meaning.languages };
}

/** Claims of being the reader's own maker or master, among those of being somebody's. */
const YOURS =
  /(?:^|\s|d')(?:tu|su|seu|teu|votre|ton|tuo|vostro|dein|ihr|je|jouw|uw|din|twoim|twój|tvůj|váš|tvoj|senin|sizin|iyong|anda|bạn|твой|ваш|твій|твоят|вашият|твој|σου|آپ|شما|שלך|आपका|तुम्हारा|आपके|আপনার|তোমার)(?:\s|$)|geliştiricinim|kehittäjäsi|luojasi|fejlesztőd|alkotód|készítőd|你的|您的|あなたの|당신의|너의|مطورك|منشئك|صانعك|خالقك|உங்கள் டெவ|మీ డెవ|შენი|քո/;

/** Tasks that are said to be the reader's: a new rule, or another way "instead", is what every notice of a house has. */
const YOUR_TASK =
  /(?:^|\s)(?:tu|su nueva|sua|tua|seu|ta|ton|votre|tuo|deine?|ihre? neue|je|jouw|uw|din|ditt?|twoje|twoim|twój|tvůj|tvým|tvoja?|anda|kamu|iyong|mong|tavs|jūsu|tavo|jūsų|sinu|teie|jou|la teva|el teu|твоя|ваша|твоё|твоє|твоята|твој|ти|σου|شما|تو|שלך|आपका|तुम्हारा|আপনার|তোমার|آپ|تمہارا|உங்கள்|మీ|ನಿಮ್ಮ|നിങ്ങളുടെ|ਤੁਹਾਡਾ|તમારું|შენი|քո)(?:\s|$)|^noua? ta|^noul tău|sarcina ta|görevin|amacın|hedefin|barumu|của bạn|ของคุณ|tehtäväsi|tavoitteesi|feladatod|célod|yako|lako|aikinka|你的|您的|あなたの|당신의|너의|مهمتك|هدفك|משימתך/;

/** Written alike, or taken over from English, wherever such modes are spoken of. */
const OVERRIDING =
  "override|god mode|dan mode|jailbreak|developer mode|unrestricted|オーバーライド|ओवरराइड|ওভাররাইড|오버라이드|تجاوز|оверрайд|โอเวอร์ไรด์";

function wordsOf(lexicon: Lexicon, part: Part): readonly string[] {
  if (part === "address") return [];
  if (part === "overriding") return OVERRIDING.split("|");
  if (part === "duty") return lexicon.task.split("|").filter((word) => YOUR_TASK.test(word));
  if (part === "master") return lexicon.maker.split("|").filter((word) => YOURS.test(word));
  return lexicon[part]?.split("|") ?? [];
}
