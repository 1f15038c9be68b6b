/** A TOOL.md's two parts, with the lines they start on. */
export interface ToolMdParts {
  readonly frontMatter: string;
  readonly frontMatterLine: number;
  readonly body: string;
  readonly bodyLine: number;
}

/** A mark is a line of exactly three dashes. Nothing when the text does not begin with one, or the second is missing. */
export function splitFrontMatter(text: string): ToolMdParts | undefined {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0]?.trimEnd() !== "---") return undefined;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end === -1) return undefined;
  return {
    frontMatter: lines.slice(1, end).join("\n"),
    frontMatterLine: 2,
    body: lines.slice(end + 1).join("\n"),
    bodyLine: end + 2,
  };
}
