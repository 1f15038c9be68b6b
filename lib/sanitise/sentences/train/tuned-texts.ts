import { corpusTools } from "#fixtures/registry/labelled-tools.ts";
import { corpusTexts, type LabelledText } from "#fixtures/sanitise/labelled-texts.ts";
import { ownDocuments } from "./own-documents.ts";

/**
 * What may be learned from: all but the part that is kept back, and what honest tools and this
 * project say of themselves.
 */
export function tunedTexts(folder: string): LabelledText[] {
  return [...corpusTexts("train", folder), ...corpusTexts("tune", folder), ...toolTexts(folder), ...ownDocuments()];
}

export function toolTexts(folder: string): LabelledText[] {
  return corpusTools("tuned", folder)
    .filter(({ isHostile }) => !isHostile)
    .map(({ group, tool }) => ({
      family: "tool",
      group,
      source: "tools",
      isHostile: false,
      text: textsIn(tool).join("\n\n"),
    }));
}

/** Every text of a definition that is more than a word. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value.includes(" ") ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}
