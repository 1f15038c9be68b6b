import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clean } from "./clean.ts";
import { isAlarm } from "./finding.ts";

/**
 * Labelled texts that are not part of this repository: `AIRLOCK_CORPORA` names their folder. Without them there are no rows and
 * nothing to hold; the tests of each stage do not need them.
 */
const folder = process.env.AIRLOCK_CORPORA;

const rowSchema = z.object({
  family: z.string(),
  group: z.string(),
  text: z.string().optional(),
  textBase64: z.string().optional(),
  gone: z.array(z.string()).default([]),
  goneBase64: z.array(z.string()).default([]),
  same: z.boolean().default(false),
});

interface Row {
  readonly family: string;
  readonly group: string;
  readonly text: string;
  readonly gone: readonly string[];
  readonly same: boolean;
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}

function rowsOf(file: string): Row[] {
  if (folder === undefined) return [];
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.flatMap((line) => {
    const { family, group, text, textBase64, gone, goneBase64, same } = rowSchema.parse(JSON.parse(line));
    const content = text ?? (textBase64 === undefined ? undefined : decode(textBase64));
    return content === undefined
      ? []
      : [{ family, group, text: content, gone: [...gone, ...goneBase64.map(decode)], same }];
  });
}

/** The mean over groups of the share of rows for which `holds`; 1 when there are no rows. */
function meanOverGroups(rows: readonly Row[], holds: (row: Row) => boolean): number {
  const groups = Map.groupBy(rows, (row) => row.group);
  const means = [...groups.values()].map((group) => group.filter(holds).length / group.length);
  return means.length === 0 ? 1 : means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

function alarms(text: string): boolean {
  return clean(text).findings.some((finding) => isAlarm(finding.severity));
}

describe("on labelled texts, where there are any", () => {
  test.each([
    ["attacks-text.jsonl", "escape"],
    ["attacks-text.jsonl", "hidden-unicode"],
    ["secrets-positive.jsonl", "credential"],
    ["secrets-positive.jsonl", "credential-inband"],
    ["secrets-positive.jsonl", "credential-split"],
  ])("%s: %s raises an alarm and leaves nothing behind", (file, family) => {
    const rows = rowsOf(file).filter((row) => row.family === family);
    const recall = meanOverGroups(rows, ({ text, gone }) => {
      const { cleaned } = clean(text);
      return alarms(text) && gone.every((piece) => !cleaned.includes(piece));
    });
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });

  test.each(["benign-text.jsonl", "hard-negatives.jsonl", "secrets-negative.jsonl"])(
    "%s: silence, and text that must stay stays",
    (file) => {
      const rows = rowsOf(file);
      expect(rows.filter(({ text }) => alarms(text)).length).toBeLessThanOrEqual(rows.length * 0.003);
      expect(rows.filter(({ text, same }) => same && clean(text).cleaned !== text)).toEqual([]);
    },
  );
});
