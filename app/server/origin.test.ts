import { describe, expect, it } from "vitest";
import { isOwnOrigin } from "./origin.ts";

describe("isOwnOrigin", () => {
  it("accepts the page's own origin", () => {
    expect(isOwnOrigin(new Headers({ origin: "http://localhost:3000", host: "localhost:3000" }))).toBe(true);
  });

  it("refuses a foreign, an opaque and a missing origin", () => {
    const host = "localhost:3000";
    for (const origin of [
      "http://localhost:3001",
      "https://evil.example",
      "null",
      "http://localhost:3000.evil.example",
    ])
      expect(isOwnOrigin(new Headers({ origin, host }))).toBe(false);
    expect(isOwnOrigin(new Headers({ host }))).toBe(false);
    expect(isOwnOrigin(new Headers({ origin: "http://localhost:3000" }))).toBe(false);
  });
});
