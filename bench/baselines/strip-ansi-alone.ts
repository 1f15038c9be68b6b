import stripAnsi from "strip-ansi";

/**
 * The baseline that people use: strip-ansi alone. It takes out terminal sequences, says nothing about them and leaves everything
 * else in. Fair as a ceiling: it is one regular expression that the engine runs natively, and most text never meets it.
 */
export const STRIP_ANSI_ALONE = "bench/baselines/strip-ansi-alone.ts";

export function stripAnsiAlone(text: string): number {
  return stripAnsi(text).length;
}
