import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ACCESS_GRANTS } from "#lib/policy/access-level.ts";
import type { GateDeclaration } from "#lib/registry/contract.ts";
import { findArguments } from "./find-arguments.ts";
import { gateArguments } from "./gate.ts";
import { nameTargets } from "./name-targets.ts";

const targetsOf = (input: unknown, gate: GateDeclaration = {}) => nameTargets(findArguments(input, gate), input, gate);
const RECIPIENT: GateDeclaration = { text: [{ at: "/to" }], targets: [{ at: "/to", kind: "recipient" }] };

describe("what a call reaches", () => {
  test("is its hosts, in the form that is dialled, whatever the spelling", () => {
    const spellings = [
      "https://A.example/x",
      "https://a.example:443/y?z",
      "https://a%2eexample/",
      "https://ａ.example",
    ];
    for (const url of spellings) expect(targetsOf({ url })).toEqual(["host a.example:443"]);
    expect(targetsOf({ url: "http://0x7f.1/" })).toEqual(["host 127.0.0.1:80"]);
    expect(targetsOf({ url: "http://a.example:8080/" })).toEqual(["host a.example:8080"]);
    expect(targetsOf({ host: "B.example" })).toEqual(["host b.example"]);
  });

  test("is what the contract declares: each of a list, and an object as a whole", () => {
    expect(targetsOf({ to: ["bob", "ann", "bob"] }, RECIPIENT)).toEqual(["recipient ann", "recipient bob"]);
    expect(targetsOf({ to: { account: 7, bank: "x" } }, RECIPIENT)).toEqual(['recipient {"account":7,"bank":"x"}']);
    expect(targetsOf({ to: [["bob"], { name: "ann" }] }, RECIPIENT)).toEqual([
      "recipient bob",
      'recipient {"name":"ann"}',
    ]);
    const each: GateDeclaration = { targets: [{ at: "/orders/*/repo", kind: "repository" }] };
    expect(targetsOf({ orders: [{ repo: "a" }, { repo: "b" }, {}] }, each)).toEqual(["repository a", "repository b"]);
  });

  test("is not hidden in the keys of an object, nor put together from parts of others", () => {
    expect(targetsOf({ to: { mallory: "bob" } }, RECIPIENT)).not.toEqual(targetsOf({ to: { bob: "bob" } }, RECIPIENT));
    expect(targetsOf({ to: { mallory: null } }, RECIPIENT)).toEqual(['recipient {"mallory":null}']);
    const seen = [
      { bank: "x", account: 1 },
      { bank: "y", account: 2 },
    ].flatMap((to) => targetsOf({ to }, RECIPIENT));
    expect(seen).not.toContain(targetsOf({ to: { bank: "x", account: 2 } }, RECIPIENT)[0]);
  });

  test("is what cannot be read, as it is written: where the gate only reports, it would hide who is reached", () => {
    const policy = { network: { mode: "open" as const } };
    const contract = { policy, gate: { urls: [{ at: "/url" }] } };
    const reported = (input: unknown) =>
      gateArguments({
        ...{ contract, input, grant: ACCESS_GRANTS.standard, roots: { workspace: "/workspace" } },
        enforce: false,
      }).targets;
    expect(reported({ url: "https://bob@evil.example/" })).toEqual(["host https://bob@evil.example/"]);
    expect(reported({ url: "https://a.example\\@evil.example/" })).toHaveLength(1);
    expect(reported({ path: "a\0b" })).toEqual([expect.stringMatching(/^path sha256:/)]);
    const many = (last: string) => reported({ urls: [...Array(1000).fill("https://a.example/"), last] });
    expect(many("https://evil.example/")).toHaveLength(1);
    expect(many("https://evil.example/")).not.toEqual(many("https://b.example/"));
  });

  test("is no file of the agent's own, which are new all the time, and is any other", () => {
    expect(targetsOf({ path: "notes/today.md" })).toEqual([]);
    expect(targetsOf({ path: "/workspace/a", file: "/project/b" })).toEqual([]);
    expect(targetsOf({ path: "/etc/hosts" })).toEqual(["path /etc/hosts"]);
    expect(targetsOf({ path: "../etc/hosts" })).toEqual(["path /etc/hosts"]);
  });

  test("is said to be nobody where the contract has such arguments and the call fills none", () => {
    expect(targetsOf({ note: "x" }, RECIPIENT)).toEqual(["none given"]);
    expect(targetsOf({ to: null }, RECIPIENT)).toEqual(["none given"]);
    expect(targetsOf({}, { urls: [{ at: "/url" }] })).toEqual(["none given"]);
    expect(targetsOf({ note: "x" })).toEqual([]);
  });

  test("a long list is one target: exactly that list", () => {
    const to = Array.from({ length: 40 }, (_, n) => `bob${n}`);
    const [whole, ...more] = targetsOf({ to }, RECIPIENT);
    expect(more).toEqual([]);
    expect(targetsOf({ to: to.toReversed() }, RECIPIENT), "as a set").toEqual([whole]);
    expect(targetsOf({ to: [...to.slice(1), "mallory"] }, RECIPIENT)).not.toEqual([whole]);
  });
});

describe("a word", () => {
  const wordOf = (to: string) => targetsOf({ to }, RECIPIENT);
  /** Texts that an attacker would choose: long, invisible, or written as the words themselves are. */
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("", "bob", "bob\u200b", "bob\\u{200b}", "none given", `${"a".repeat(250)}1`, `${"a".repeat(250)}2`),
    fc.string().map((text) => wordOf(text)[0]?.slice("recipient ".length) ?? ""),
    fc.string().map((text) => wordOf(`${text}\u202e`)[0]?.slice("recipient ".length) ?? ""),
  );

  test("stands for one target and no other", () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => (one === other) === (wordOf(one)[0] === wordOf(other)[0])),
      {
        numRuns: 5_000,
      },
    );
  });

  test("is one that the database takes, and shows what is there", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [word = ""] = wordOf(text);
        expect(word.length).toBeLessThanOrEqual(300);
        expect(word).toMatch(/^[a-z]{1,20} ./);
        expect(word).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
