import { expect, test } from "vitest";
import { relateVersions } from "./relate-versions.ts";

const tools = (text: string) =>
  text.split(" ").map((pair) => {
    const [name = "", bodyHash = ""] = pair.split(":");
    return { name, bodyHash };
  });

test("a body under another name is a rename when its own name is gone, and a clone when it is not", () => {
  expect(relateVersions(tools("a:1 b:2 c:3 d:4 e:5"), tools("a:1 b:9 c2:3 d:4 d2:4 f:6"))).toEqual({
    unchanged: ["a", "d"],
    changed: ["b"],
    renamed: [{ from: "c", to: "c2" }],
    cloned: [{ of: "d", name: "d2" }],
    added: ["f"],
    removed: ["e"],
  });
});

test("one tool that is gone explains one new name, the next is a clone of it", () => {
  expect(relateVersions(tools("a:1"), tools("b:1 c:1"))).toMatchObject({
    renamed: [{ from: "a", to: "b" }],
    cloned: [{ of: "a", name: "c" }],
    removed: [],
  });
});

test("two equal tools that are gone explain two new names", () => {
  expect(relateVersions(tools("a:1 b:1"), tools("c:1 d:1")).renamed).toEqual([
    { from: "a", to: "c" },
    { from: "b", to: "d" },
  ]);
});
