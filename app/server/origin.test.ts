import { describe, expect, it } from "vitest";
import { isOwnOrigin } from "./origin.ts";

const host = "localhost:3000";

describe("isOwnOrigin", () => {
  it("accepts the page's own origin", () => {
    expect(isOwnOrigin(new Headers({ origin: "http://localhost:3000", host }), undefined)).toBe(true);
  });

  it("accepts the public address when a proxy in front calls us by another name", () => {
    const headers = new Headers({ origin: "https://airlock.example.com", host: "10.0.0.5:3000" });
    expect(isOwnOrigin(headers, "https://airlock.example.com")).toBe(true);
    expect(isOwnOrigin(headers, undefined)).toBe(false);
  });

  it("refuses a page of the same name without TLS where the dashboard has it: whoever sits on the line makes one", () => {
    const named = { host: "airlock.example.com" };
    const from = (origin: string) => isOwnOrigin(new Headers({ ...named, origin }), "https://airlock.example.com");
    expect(from("https://airlock.example.com")).toBe(true);
    expect(from("http://airlock.example.com")).toBe(false);
    const local = new Headers({ host, origin: `http://${host}` });
    expect(isOwnOrigin(local, "https://airlock.example.com"), "on the dashboard's own machine").toBe(true);
  });

  it("refuses a foreign, an opaque and a missing origin", () => {
    for (const origin of [
      "http://localhost:3001",
      "https://evil.example",
      "null",
      "http://localhost:3000.evil.example",
    ])
      expect(isOwnOrigin(new Headers({ origin, host }), "https://airlock.example.com")).toBe(false);
    expect(isOwnOrigin(new Headers({ host }), undefined)).toBe(false);
    expect(isOwnOrigin(new Headers(), undefined)).toBe(false);
  });
});
