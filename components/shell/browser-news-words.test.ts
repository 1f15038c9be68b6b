import { expect, test } from "vitest";
import { badgedIcon, messageFor, titleWithCount } from "./browser-news-words.ts";

test("a title carries one number at most, and loses it when nothing waits", () => {
  expect(titleWithCount("Approvals · Airlock", 3)).toBe("(3) Approvals · Airlock");
  expect(titleWithCount("(3) Approvals · Airlock", 120)).toBe("(99+) Approvals · Airlock");
  expect(titleWithCount("(99+) Approvals · Airlock", 0)).toBe("Approvals · Airlock");
  expect(titleWithCount("(draft) plan", 0)).toBe("(draft) plan");
});

test("only more than before is news", () => {
  expect(messageFor(3, 3)).toBeUndefined();
  expect(messageFor(3, 1)).toBeUndefined();
  expect(messageFor(0, 1)).toEqual({ title: "Something waits for you", body: "Open Airlock to decide." });
  expect(messageFor(2, 5)).toEqual({ title: "3 things wait for you", body: "5 wait in all. Open Airlock to decide." });
});

test("the icon is an image that says the number", () => {
  const icon = decodeURIComponent(badgedIcon(7, { mark: "teal", badge: "red", ink: "white" }));
  expect(icon).toMatch(/^data:image\/svg\+xml,<svg .*>7<\/text>/);
});
