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

test("items that come while a statement is under way go together when it ends, and each gets its own answer", async () => {
  const { statements, ask } = pausedWork();
  const first = [ask("a"), ask("b")];
  await moment();
  const later = ["c", "d", "e"].map(ask);
  await moment();
  expect(statements.map(({ items }) => items)).toEqual([["a", "b"]]);
  statements[0]?.end();
  await moment();
  expect(statements[1]?.items).toEqual(["c", "d", "e"]);
  statements[1]?.end();
  expect(await Promise.all([...first, ...later])).toEqual(["a!", "b!", "c!", "d!", "e!"]);
});

test("eight and more go beside a statement that is under way, and no third beside two", async () => {
  const { statements, ask } = pausedWork();
  const items = [ask("first")];
  await moment();
  for (const name of "abcdefg") items.push(ask(name));
  await moment();
  expect(statements).toHaveLength(1);
  items.push(ask("h"));
  await moment();
  expect(statements[1]?.items).toEqual([..."abcdefgh"]);
  for (const name of "ijklmnopq") items.push(ask(name));
  await moment();
  expect(statements).toHaveLength(2);
  statements[0]?.end();
  await moment();
  expect(statements[2]?.items).toEqual([..."ijklmnopq"]);
  for (const { end } of statements) end();
  await Promise.all(items);
});

test("many that come at once are shared between two statements, few are not", async () => {
  for (const [count, shares] of [
    [15, [15]],
    [16, [8, 8]],
    [33, [17, 16]],
  ] as const) {
    const { statements, ask } = pausedWork();
    const items = Array.from({ length: count }, (_, n) => ask(`${n}`));
    await moment();
    expect(statements.map((statement) => statement.items.length)).toEqual(shares);
    for (const { end } of statements) end();
    await Promise.all(items);
  }
});

test("nobody waits long behind a statement that does not end", async () => {
  const { statements, ask } = pausedWork();
  const stuck = ask("stuck");
  await moment();
  const next = ask("next");
  await expect.poll(() => statements[1]?.items).toEqual(["next"]);
  const third = ask("third");
  statements[1]?.end();
  expect(await next).toBe("next!");
  await expect.poll(() => statements[2]?.items).toEqual(["third"]);
  for (const { end } of statements) end();
  expect(await Promise.all([stuck, third])).toEqual(["stuck!", "third!"]);
});

test("nor does what did not fit into it", async () => {
  const { statements, ask } = pausedWork();
  const items = [ask("x".repeat(299_999)), ask("next")];
  await moment();
  expect(statements.map(({ items }) => items.length)).toEqual([1]);
  await expect.poll(() => statements[1]?.items).toEqual(["next"]);
  for (const { end } of statements) end();
  await Promise.all(items);
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
  statements[2]?.end();
  await moment();
  expect(statements[3]?.items).toHaveLength(1);
  statements[3]?.end();
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
