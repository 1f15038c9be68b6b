import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

/**
 * The baseline of looking for credentials: secretlint with its recommended preset and nothing else. Fair, because it is the usual
 * choice, gets the text in memory, and has fewer formats to look for.
 */
export const SECRETLINT_ALONE = "bench/baselines/secretlint-alone.ts";

const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] };

export async function secretlintAlone(content: string): Promise<number> {
  const source = { filePath: "/text.txt", content, contentType: "text" as const, ext: ".txt" };
  return (await lintSource({ source, options: { config, noPhysicFilePath: true } })).messages.length;
}
