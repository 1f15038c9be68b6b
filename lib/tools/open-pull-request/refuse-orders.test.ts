import { describe, expect, test } from "vitest";
import { refuseOrders } from "./refuse-orders.ts";

describe("a line that a forge would carry out", () => {
  test.each([
    "/merge",
    "Fine.\n/merge",
    "Fine.\r\n/approve\r\n",
    "Fine.\r/close",
    "Fine.\u2028/close",
    "  \t/assign @mallory",
    "> /merge",
    "- /label ~ready",
    "\u00a0/merge",
    "/MERGE",
    "/target_branch main",
    "ok\n\n\n/remove_reviewer @ann",
  ])("is refused: %j", (text) => {
    expect(() => refuseOrders(text)).toThrow(/carry out/);
  });

  test.each([
    "",
    "Rounds totals once.",
    "See `/etc/hosts` and src/a.ts.\n`/merge` is for people.",
    "and/or",
    "1 / 2\n/ 3",
    "// a comment",
    "The path\nof /etc/hosts",
    "https://example.com/merge",
  ])("is not this: %j", (text) => {
    expect(() => refuseOrders(text)).not.toThrow();
  });
});
