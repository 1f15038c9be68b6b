import { closeSync, fstatSync, readFileSync, readlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { BlankFiles, KeptBytes } from "./byte-files.ts";

/** What is read there, from where it stands; it is closed then. */
function rest(descriptor: number): string {
  const text = readFileSync(descriptor, "utf8");
  closeSync(descriptor);
  return text;
}

if (process.platform === "linux") {
  test("everybody reads what is kept from its start, whether it was opened ahead or not", () => {
    const kept = new KeptBytes();
    kept.keep("greeting", Buffer.from("good morning"));
    for (let round = 0; round < 3; round += 1) {
      kept.refill();
      const opened = [kept.open("greeting"), kept.open("greeting")];
      expect(new Set(opened).size).toBe(2);
      expect(opened.map(rest)).toEqual(["good morning", "good morning"]);
    }
    kept.drop("greeting");
    expect(() => kept.open("greeting")).toThrow("was not given");
  });

  test("what is kept anew is not read as what it was, and nothing of that stays open", () => {
    const kept = new KeptBytes();
    kept.keep("greeting", Buffer.from("good morning"));
    kept.refill();
    const probe = kept.open("greeting");
    const file = fstatSync(probe).ino;
    closeSync(probe);
    kept.refill();
    kept.keep("greeting", Buffer.from("good night"));
    expect(rest(kept.open("greeting"))).toBe("good night");
    kept.drop("greeting");
    const open = Array.from({ length: 256 }, (_, descriptor) => descriptor).filter((descriptor) => {
      try {
        return fstatSync(descriptor).ino === file && /deleted/.test(readlinkSync(`/proc/self/fd/${descriptor}`));
      } catch {
        return false;
      }
    });
    expect(open).toEqual([]);
  });

  test("no two launches have the same empty file, and an input that is none is not empty", () => {
    const blanks = new BlankFiles();
    blanks.refill();
    const inputs = Array.from({ length: 4 }, () => blanks.input(new Uint8Array()));
    const accounts = Array.from({ length: 4 }, () => blanks.account());
    const files = [...inputs, ...accounts.map(({ child }) => child)].map((descriptor) => fstatSync(descriptor).ino);
    expect(new Set(files).size).toBe(8);
    for (const { child, ours } of accounts) expect(fstatSync(ours).ino).toBe(fstatSync(child).ino);
    expect(rest(blanks.input(Buffer.from("words")))).toBe("words");
    for (const descriptor of [...inputs, ...accounts.flatMap(({ child, ours }) => [child, ours])])
      closeSync(descriptor);
  });
}
