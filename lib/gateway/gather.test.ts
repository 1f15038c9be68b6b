import type { Sql } from "postgres";
import { expect, test } from "vitest";
import { gatherer } from "./gather.ts";

const sql = (() => {}) as unknown as Sql;

interface Statement {
  readonly items: readonly string[];
  /** Lets it end, with an answer for each item. */
  end(): void;
  fail(reason: Error): void;
}

/** A database that answers when it is told to. */
function pausedWork() {
  const statements: Statement[] = [];
  const ask = gatherer<{ text: string }, string>((_, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<Promise<string>[]>();
    const texts = items.map(({ text }) => text);
    statements.push({
      items: texts,
      end: () => resolve(texts.map((text) => Promise.resolve(`${text}!`))),
      fail: reject,
    });
    return promise;
  });
  return { statements, ask: (text: string) => ask(sql, { text }) };
}

const moment = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("an item that comes alone goes alone, without waiting for another", async () => {
  const { statements, ask } = pausedWork();
  const answer = ask("a");
  await moment();
  expect(statements.map(({ items }) => items)).toEqual([["a"]]);
  statements[0]?.end();
  expect(await answer).toBe("a!");
});

test("items that come while two statements are under way go together when one ends, and each gets its own answer", async () => {
  const { statements, ask } = pausedWork();
  const first = [ask("a"), ask("b")];
  await moment();
  const later = ["c", "d", "e"].map(ask);
  await moment();
  expect(statements.map(({ items }) => items)).toEqual([["a"], ["b"]]);
  statements[1]?.end();
  await moment();
  expect(statements[2]?.items).toEqual(["c", "d", "e"]);
  statements[0]?.end();
  statements[2]?.end();
  expect(await Promise.all([...first, ...later])).toEqual(["a!", "b!", "c!", "d!", "e!"]);
});

test("a statement takes 32 items and 300,000 characters at the most, and one item whatever its size", async () => {
  const { statements, ask } = pausedWork();
  const many = Array.from({ length: 70 }, (_, n) => ask(`${n}`));
  await moment();
  expect(statements.map(({ items }) => items.length)).toEqual([32, 32]);
  const large = [ask("x".repeat(2_000_000)), ask("y"), ask("z")];
  statements[0]?.end();
  await moment();
  expect(statements[2]?.items.slice(0, 6)).toEqual(["64", "65", "66", "67", "68", "69"]);
  expect(statements[2]?.items).toHaveLength(6);
  statements[1]?.end();
  await moment();
  expect(statements[3]?.items).toHaveLength(1);
  statements[2]?.end();
  await moment();
  expect(statements[4]?.items).toEqual(["y", "z"]);
  for (const { end } of statements) end();
  await Promise.all([...many, ...large]);
});

test("a statement that fails fails its own items, and the next goes on", async () => {
  const { statements, ask } = pausedWork();
  const failing = ask("a");
  await moment();
  statements[0]?.fail(new Error("gone"));
  await expect(failing).rejects.toThrow("gone");
  const next = ask("b");
  await moment();
  statements[1]?.end();
  expect(await next).toBe("b!");
});
