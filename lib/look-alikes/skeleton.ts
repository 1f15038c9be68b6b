import { CONFUSABLES } from "./confusables.ts";

/** Which characters look alike, after Unicode's table. Names, texts and addresses are all compared by it. */

/** UTS #39: decompose, drop what does not show, replace each character by the one it looks like, decompose again. */
export function skeleton(text: string): string {
  const visible = text.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const lookalikes = prototypes();
  return Array.from(visible, (character) => lookalikes.get(character) ?? character)
    .join("")
    .normalize("NFD");
}

/** What one character looks like: itself, for most. */
export function prototypeOf(character: string): string {
  return prototypes().get(character) ?? character;
}

let table: Map<string, string> | undefined;

/** Unpacked at the first question, for most processes never ask. */
function prototypes(): Map<string, string> {
  table ??= new Map(
    CONFUSABLES.trim()
      .split("\n")
      .flatMap((line) => {
        const [target = "", sources = ""] = line.split(":");
        const looksLike = target.split("+").map(fromHex).join("");
        return sources.split(",").map((source) => [fromHex(source), looksLike] as const);
      }),
  );
  return table;
}

function fromHex(codePoint: string): string {
  return String.fromCodePoint(Number.parseInt(codePoint, 16));
}
