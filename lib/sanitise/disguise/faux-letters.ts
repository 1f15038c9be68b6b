/**
 * Letters and signs of any script that generators of fancy text take for Latin ones. Alone they read as what they are: only where every
 * one of a word has such a reading, and the word is one of English, is it read so.
 */
const ALPHABETS = [
  "ąҍçժҽƒցհìʝҟӀʍղօքզɾʂէմѵա×վՀ",
  "ค๒ς๔єŦﻮђเןкɭ๓ภ๏קợгรՇยשฬאץչ",
  "ԹՅՇԺȝԲԳɧɿʝƙʅʍՌԾρφՐՏԵՄעաՃՎՀ",
  "₳฿₵ĐɆ₣₲ⱧłJ₭Ⱡ₥₦Ø₱QⱤ₴₮ɄV₩ӾɎⱫ",
  "卂乃匚ᗪ乇千Ꮆ卄丨ﾌҜㄥ爪几ㄖ卩Ɋ尺丂ㄒㄩᐯ山乂ㄚ乙",
  "ﾑ乃ᄃり乇ｷムんﾉﾌズﾚﾶ刀のｱゐ尺丂ｲひ√W乂ﾘ乙",
  "ꍏꌃꉓꀸꍟꎇꁅꃅꀤꀭꀘ꒒ꂵꈤꂦꉣꆰꋪꌗ꓄ꀎꃴꅏꊼꌩꁴ",
  "ΛБCDΞFGHIJKLMЙӨPQЯSΓЦVЩЖЧZ",
  "ДБCDЄFGHЇJКLMИФPQЯSΤЦVШЖҰZ",
] as const;

/** More than the alphabets have, as a letter and its reading. */
const OTHERS = "եe րr լl Լl ժd ձd ոn ռn ո̲n ცg ოo იn ყy ჰh ძd ხb וi ןl חn סo טu עv הn اl هo цu шw щw яr дd лn пn ьb ԍg";

const faux = new Map<string, string>();
for (const pair of OTHERS.split(" ")) faux.set(pair.slice(0, -1), pair.slice(-1));
for (const alphabet of ALPHABETS)
  for (const [index, letter] of Array.from(alphabet).entries())
    if (letter > "\x7f" && !faux.has(letter)) faux.set(letter, String.fromCharCode(97 + index));

export function fauxLetterOf(character: string): string | undefined {
  return faux.get(character);
}
