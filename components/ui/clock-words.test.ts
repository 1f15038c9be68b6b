import { expect, test } from "vitest";
import { clockWords } from "./clock-words.ts";

const WINTER = "2026-01-05T22:30:09Z";
const SUMMER = "2026-07-05T22:30:09Z";

test("a time says by how much its zone differs from UTC, on that day", () => {
  expect(clockWords(WINTER, "zoned", "UTC")).toBe("2026-01-05 22:30:09 UTC");
  expect(clockWords(WINTER, "zoned", "Europe/Berlin")).toBe("2026-01-05 23:30:09 UTC+1");
  expect(clockWords(SUMMER, "zoned", "Europe/Berlin")).toBe("2026-07-06 00:30:09 UTC+2");
  expect(clockWords(WINTER, "zoned", "Asia/Kolkata")).toBe("2026-01-06 04:00:09 UTC+5:30");
  expect(clockWords(WINTER, "zoned", "America/New_York")).toBe("2026-01-05 17:30:09 UTC-5");
});

test("without a zone named it is the reader's own, and still says which", () => {
  expect(clockWords(WINTER, "zoned")).toMatch(/^2026-01-0\d \d\d:\d\d:09 UTC/);
});

test("where a column has a clock or a date, it has that alone", () => {
  expect(clockWords(WINTER, "time", "UTC")).toBe("22:30:09");
  expect(clockWords(WINTER, "date", "UTC")).toBe("2026-01-05 22:30:09");
});
