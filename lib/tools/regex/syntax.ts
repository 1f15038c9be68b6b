/** A pattern as a tree. There are no references back and no looks around: what is left can be matched in one pass. */
export type Pattern =
  | { readonly kind: "char"; readonly fits: CharTest }
  | { readonly kind: "edge"; readonly at: Edge }
  | { readonly kind: "all"; readonly parts: readonly Pattern[] }
  | { readonly kind: "any"; readonly parts: readonly Pattern[] }
  | { readonly kind: "times"; readonly of: Pattern; readonly least: number; readonly most: number };

/** By code point. */
export type CharTest = (char: number) => boolean;

export type Edge = "start" | "end" | "word" | "inWord";

export function isWordChar(char: number): boolean {
  return (char >= 48 && char <= 57) || (char >= 65 && char <= 90) || char === 95 || (char >= 97 && char <= 122);
}
