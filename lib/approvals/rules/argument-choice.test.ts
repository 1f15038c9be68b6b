import { describe, expect, it } from "vitest";
import { beginnings, firstText, kindsFor, narrowest, patternOf } from "./argument-choice.ts";

describe("the beginnings offered for a value", () => {
  it.each([
    ["/out/2024/report.md", ["/out/2024/", "/out/"]],
    ["out/report.md", ["out/"]],
    [
      "https://api.example.com/v1/items/7",
      ["https://api.example.com/v1/items/", "https://api.example.com/v1/", "https://api.example.com/"],
    ],
    ["INV-2024-17", ["INV-2024-", "INV-"]],
    ["git status", ["git "]],
    ["Café-17", ["Café-"]],
    ["東京支店", []],
    ["report.md", []],
    ["https://user@host/x", []],
    ["/report.md", []],
  ])("of %s stop where a name stops", (value, expected) => {
    expect(beginnings(value, "prefix")).toEqual(expected);
  });
});

describe("the ends offered for a value", () => {
  it.each([
    ["api.eu.example.com", [".eu.example.com", ".example.com", ".com"]],
    ["ana@example.com", ["@example.com"]],
    ["/out/report.md", []],
    ["a@evil.test,b@example.com", []],
  ])("of %s begin at a dot or an @", (value, expected) => {
    expect(beginnings(value, "suffix")).toEqual(expected);
  });
});

it("offers only what can be said about a value of its type", () => {
  expect(kindsFor("/out/x")).toEqual(["is", "oneOf", "prefix", "any"]);
  expect(kindsFor(12)).toEqual(["is", "oneOf", "atMost", "any"]);
  expect(kindsFor(-12)).toEqual(["is", "oneOf", "any"]);
  expect(kindsFor({ a: 1 })).toEqual(["is", "any"]);
  expect(kindsFor("x".repeat(501))).toEqual(["is", "oneOf", "any"]);
});

describe("the pattern", () => {
  const input = { path: "/out/a.md", amount: 12, tags: ["x"] };

  it("is exactly this call until somebody widens it", () => {
    expect(patternOf(input, narrowest(input))).toEqual({
      arguments: { path: { is: "/out/a.md" }, amount: { is: 12 }, tags: { is: ["x"] } },
    });
  });

  it("names every argument of the call, and keeps numbers numbers", () => {
    const choices = {
      path: { kind: "prefix", text: firstText(input.path, "prefix") },
      amount: { kind: "oneOf", text: "12\n13\n" },
    } as const;
    expect(patternOf(input, choices)).toEqual({
      arguments: { path: { prefix: "/out/" }, amount: { oneOf: [12, 13] }, tags: { is: ["x"] } },
    });
  });

  it("is no number where nothing was typed, so that nothing is taken for zero", () => {
    expect(JSON.stringify(patternOf({ amount: 12 }, { amount: { kind: "atMost", text: " " } }))).toContain(
      '"atMost":null',
    );
  });
});
