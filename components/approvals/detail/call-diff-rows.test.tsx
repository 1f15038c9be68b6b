import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { compareCalls } from "#lib/approvals/compare-calls/compare-calls.ts";
import { CallDiffRows } from "./call-diff-rows.tsx";

const shown = (before: object, after: object) => {
  const diff = compareCalls(JSON.stringify(before), JSON.stringify(after));
  return renderToStaticMarkup(diff ? <CallDiffRows diff={diff} /> : null);
};

it("names a letter that only looks like the one it replaced", () => {
  const html = shown({ branch: "main" }, { branch: "ma\u0456n" });
  expect(html).toMatch(/<del[^>]*>.*i.*<\/del>/);
  expect(html).toContain("U+0456");
});

it("says the kind of every row in words, and strikes and underlines what differs", () => {
  const html = shown({ a: "x", old: 1, b: 2 }, { a: "y", fresh: 1, b: 2 });
  for (const word of ["changed", "new", "gone", "same"]) expect(html).toContain(word);
  expect(html.match(/<del/g)).toHaveLength(2);
  expect(html.match(/<ins/g)).toHaveLength(2);
});
