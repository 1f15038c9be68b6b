import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeOfSqlstate, ERRORS } from "./codes.ts";

const SQL = join(import.meta.dirname, "..", "..", "db", "sql");

describe("the table of refusals", () => {
  test("gives every code its own SQLSTATE", () => {
    const states = Object.values(ERRORS).flatMap((error) => ("sqlstate" in error ? [error.sqlstate] : []));
    expect(new Set(states).size).toBe(states.length);
  });

  test("knows every SQLSTATE that our SQL raises", () => {
    const files = readdirSync(SQL, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".sql"));
    const raised = files.flatMap((path) => readFileSync(join(SQL, path), "utf8").match(/'AL\d{3}'/g) ?? []);
    expect(raised.length).toBeGreaterThan(20);
    const unknown = raised.filter((state) => codeOfSqlstate(state.slice(1, -1)) === undefined);
    expect(unknown).toEqual([]);
  });

  test("tells the reader what happened and what to do, each in a sentence", () => {
    for (const { sentence, todo } of Object.values(ERRORS)) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(todo).toMatch(/^['A-Z].*\.$/);
    }
  });
});
