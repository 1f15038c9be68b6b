import { expect, test } from "vitest";
import { cellText } from "./copy-rows.ts";

test("what would end a cell or a row is escaped, and nothing stays nothing", () => {
  expect(cellText("a\tb\nc\\d\re")).toBe("a\\tb\\nc\\\\d\\re");
  expect(cellText("\\xff")).toBe("\\\\xff");
  expect(cellText(null)).toBe("\\N");
  expect(cellText("")).toBe("");
  expect(cellText(7)).toBe("7");
});
