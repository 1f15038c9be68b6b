import { describe, expect, test } from "vitest";
import { toolPolicySchema } from "./tool-policy.ts";

describe("the limits of a policy", () => {
  test("an output is at most 8 MiB: everybody who cleans, keeps and shows it holds all of it", () => {
    const asking = (outputBytes: number) => toolPolicySchema.safeParse({ limits: { outputBytes } }).success;
    expect(asking(8 * 1024 * 1024)).toBe(true);
    expect(asking(8 * 1024 * 1024 + 1)).toBe(false);
  });
});
