import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ArgumentMark } from "#lib/approvals/arguments/argument-mark.ts";
import { ArgumentList } from "./argument-list.tsx";
import { argumentsOf } from "./arguments-of.ts";

const shown = (input: object, marks: readonly ArgumentMark[] = [], opened: readonly string[] = []) =>
  renderToStaticMarkup(
    <ArgumentList
      items={argumentsOf(JSON.stringify(input)) ?? []}
      marks={marks}
      opened={new Set(opened)}
      onOpen={() => {}}
    />,
  );

const body = `echo start \u202e${"a".repeat(3000)} middle-payload ${"b".repeat(3000)} && rm -rf /last`;

describe("six kilobytes with a direction override", () => {
  it("show the override by name, the head, the tail, and how much is hidden between", () => {
    const html = shown({ body });
    expect(html).toContain("U+202E RIGHT-TO-LEFT OVERRIDE");
    expect(html).toContain("echo start");
    expect(html).toContain("rm -rf /last");
    expect(html).toContain("characters in the middle are not shown yet");
    expect(html, "control: the middle is folded").not.toContain("middle-payload");
    expect(html).not.toContain("\u202e");
  });

  it("show everything when opened", () => {
    const html = shown({ body }, [], ["body"]);
    expect(html).toContain("middle-payload");
    expect(html).not.toContain("not shown yet");
  });

  it("say that marked places lie in what is folded, and mark those in the tail", () => {
    const at = body.indexOf("middle-payload");
    const end = body.indexOf("rm -rf");
    const mark = (start: number, length: number): ArgumentMark => ({
      argument: "body",
      start,
      end: start + length,
      kind: "copied",
      title: "also elsewhere",
    });
    const html = shown({ body }, [mark(at, 14), mark(end, 6)]);
    expect(html).toContain("1 of the marked places lie");
    expect(html).toMatch(/<mark title="also elsewhere"[^>]*><span>rm -rf<\/span><\/mark>/);
  });
});

it("says the type and the length of every value, and makes nothing of it a link", () => {
  const html = shown({ url: "https://evil.example/<b>x</b>", n: 12, deep: { a: [1] } });
  for (const words of ["string · 29 ch", "number · 2 ch", "object · "]) expect(html).toContain(words);
  expect(html).not.toMatch(/<(?:a|b)[ >]/);
});
