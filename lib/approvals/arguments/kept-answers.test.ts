import { expect, it } from "vitest";
import { KeptAnswers } from "./kept-answers.ts";

it("answers the same question once, keeps as many as it may, and forgets the longest unasked first", () => {
  const kept = new KeptAnswers<string>(2);
  const worked: string[] = [];
  const ask = (question: string) =>
    kept.get(question, () => {
      worked.push(question);
      return `answer to ${question}`;
    });
  expect([ask("a"), ask("b"), ask("a")]).toEqual(["answer to a", "answer to b", "answer to a"]);
  expect(worked).toEqual(["a", "b"]);
  ask("c");
  ask("a");
  expect(worked, "b was the longest unasked").toEqual(["a", "b", "c"]);
  ask("b");
  expect(worked).toEqual(["a", "b", "c", "b"]);
});
