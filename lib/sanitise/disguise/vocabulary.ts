import { lexicon } from "../words/lexicon.ts";
import { COMMON_WORDS } from "./common-words.ts";

/** Small words between those that the lexicon knows. */
const SMALL =
  "a an and are as at be before been but by can could did do does for from get had has have he her him his how i if in into is it its may me might my no not now of off on one or our out over shall she so some than that the their them then there these they this those to too two under until up us was we were what when where which while who why will with would you your yours please here line page next last first reply answer email emails customer customers invoice account reference scenario trace internal canary looking value values hidden append include appears day days time times very more most also just only such each other another";

let known: ReadonlySet<string> | undefined;

/** The English words by which a run of letters is taken apart. */
export function vocabulary(): ReadonlySet<string> {
  known ??= new Set([
    ...SMALL.split(" "),
    ...COMMON_WORDS.split(" "),
    ...Array.from(lexicon().words.keys()).filter((word) => /^[a-z]{3,}$/.test(word) && word !== "systemprompt"),
  ]);
  return known;
}
