import { expect, test } from "vitest";
import { firstWord } from "./first-word.ts";

test.each([
  ["select 1", "select"],
  ["  \n\tSELECT 1", "select"],
  ["-- a comment\nupdate t set a = 1", "update"],
  ["/* one /* two */ still a comment */ delete from t", "delete"],
  ["/* never closed", ""],
  ["((with a as (select 1) select * from a))", "with"],
  [";;commit", "commit"],
  ["--\rdrop table t", "drop"],
  ["'select'", ""],
  ["", ""],
])("of %j is what the server will do", (sql, word) => {
  expect(firstWord(sql)).toBe(word);
});
