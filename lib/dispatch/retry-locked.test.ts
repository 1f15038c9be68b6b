import { describe, expect, test } from "vitest";
import { retryLocked } from "./retry-locked.ts";

/** Fails with these codes, one after the other, and then succeeds. */
function failing(...codes: string[]) {
  const left = [...codes];
  let times = 0;
  const act = async () => {
    times += 1;
    const code = left.shift();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return "written";
  };
  return { act, times: () => times };
}

describe("a report that must not be lost", () => {
  test("is made again while its row is locked", async () => {
    const { act, times } = failing("55P03", "40P01", "55P03");
    expect(await retryLocked(act, 1)).toBe("written");
    expect(times()).toBe(4);
  });

  test("is given up after a few times", async () => {
    const { act, times } = failing(...Array<string>(20).fill("55P03"));
    await expect(retryLocked(act, 1)).rejects.toThrow("55P03");
    expect(times()).toBe(6);
  });

  test("is not made again where that changes nothing", async () => {
    const { act, times } = failing("AL026");
    await expect(retryLocked(act, 1)).rejects.toThrow("AL026");
    expect(times()).toBe(1);
  });
});
