import { expect, it } from "vitest";
import { openAttendance, UNATTENDED_COOKIE } from "./attendance.ts";

/** A browser's cookies, as far as one page sees them. */
class Jar {
  readonly #kept = new Map<string, string>();
  get cookie(): string {
    return [...this.#kept].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  set cookie(written: string) {
    const [, name = "", value = "", seconds] = /^([^=]+)=([^;]*);.*max-age=(\d+)/.exec(written) ?? [];
    if (Number(seconds) > 0) this.#kept.set(name, value);
    else this.#kept.delete(name);
  }
  get unattended(): boolean {
    return this.#kept.get(UNATTENDED_COOKIE) === "1";
  }
}

it("says that nobody is there from the second painting in a row on that nobody asked for", () => {
  const jar = new Jar();
  const page = openAttendance(jar);
  page.beforePainting();
  expect(jar.unattended, "who opened the page was there").toBe(false);
  page.beforePainting();
  expect(jar.unattended).toBe(true);
});

it("takes that back at the first touch, before what the touch asks for, and counts it until after the next painting", () => {
  const jar = new Jar();
  const page = openAttendance(jar);
  page.beforePainting();
  page.beforePainting();
  page.touch();
  expect(jar.unattended).toBe(false);
  page.beforePainting();
  expect(jar.unattended).toBe(false);
  page.beforePainting();
  expect(jar.unattended).toBe(true);
});

it("is one for all tabs: a person who works in one is there, whatever an open one beside it says", () => {
  const jar = new Jar();
  const [left, used] = [openAttendance(jar), openAttendance(jar)];
  left.beforePainting();
  left.beforePainting();
  used.touch();
  expect(jar.unattended).toBe(false);
});
