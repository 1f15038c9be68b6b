import { describe, expect, it } from "vitest";
import { argumentsOf } from "./arguments-of.ts";
import { findDoubtfulHosts } from "./doubtful-hosts.ts";

const found = (url: string) => {
  const items = argumentsOf(JSON.stringify({ url })) ?? [];
  return findDoubtfulHosts(items).map(({ start, end, ...host }) => ({ written: url.slice(start, end), ...host }));
};

describe("hosts that are not what they seem", () => {
  it.each([
    ["https://p\u0430ypal.com/login", "p\u0430ypal.com", "xn--pypal-4ve.com", "paypal.com"],
    ["https://xn--pypal-4ve.com/login", "xn--pypal-4ve.com", "xn--pypal-4ve.com", "paypal.com"],
    [
      "https://\u0430\u0440\u0440\u04cf\u0435.com/",
      "\u0430\u0440\u0440\u04cf\u0435.com",
      "xn--80ak6aa92e.com",
      "apple.com",
    ],
    ["https://bank.example.com@evil.example/x", "bank.example.com@evil.example", "evil.example", "bank.example.com"],
    ["ssh to xn--pypal-4ve.com now", "xn--pypal-4ve.com", "xn--pypal-4ve.com", "paypal.com"],
  ])("%s", (url, written, dialled, seems) => {
    expect(found(url)).toMatchObject([{ argument: "url", written, dialled, seems }]);
  });

  it("shows both forms of an honest name in another script", () => {
    expect(found("https://m\u00fcnchen.example/")).toMatchObject([{ dialled: "xn--mnchen-3ya.example" }]);
  });

  it.each([
    "https://api.example.com/v1?x=a@b.c",
    "https://user@api.example.com/",
    "mail ann@example.com",
    "a.b.c",
    "Füße. Über alles",
  ])("leaves plain ones alone: %s", (url) => expect(found(url)).toEqual([]));

  it("of more letters than a name can have are named for that, and not read", () => {
    const [host] = found(`https://a${"\u0301\u0323".repeat(30_000)}.example/`);
    expect(host).toMatchObject({ seems: null, reason: "It is longer than a host can be." });
    expect(host?.dialled).toHaveLength(255);
  });
});
