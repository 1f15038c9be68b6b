import fc from "fast-check";
import { expect, test } from "vitest";
import { itemsOf, membersOf } from "./json-slices.ts";

const bytes = (text: string) => Buffer.from(text);
const text = (part: Uint8Array) => Buffer.from(part).toString();

test("every object and array comes apart into the texts that its parts have", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (array, object) => {
      expect(itemsOf(bytes(JSON.stringify(array, null, 1)))?.map((item) => JSON.parse(text(item)))).toEqual(
        JSON.parse(JSON.stringify(array)),
      );
      expect(
        membersOf(bytes(JSON.stringify(object, null, 1)))?.map(({ key, value }) => [
          JSON.parse(text(key)),
          JSON.parse(text(value)),
        ]),
      ).toEqual(Object.entries(JSON.parse(JSON.stringify(object))));
    }),
  );
});

test("a part that nobody could read does not take the others with it", () => {
  const raw = Buffer.concat([bytes('[{"a":1,"a":2}, {"b":"'), Buffer.of(0xff, 0xfe), bytes('"}, {"c":"]\\"}"}]')]);
  expect(itemsOf(raw)?.map((item) => item.length)).toEqual([13, 10, 12]);
});

test("a million brackets cost no stack", () => {
  const deep = `[${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}, 1]`;
  expect(itemsOf(bytes(deep))?.map((item) => item.length)).toEqual([2_000_000, 1]);
});

test.each(["", "[", "[1", "[1,", "[,]", "[1,]", '["', '["\\', "{}", "[1] 2", "1", "[1}"])(
  "%j is not an array",
  (given) => {
    expect(itemsOf(bytes(given))).toBeNull();
  },
);

test.each(["", "{", '{"a"', '{"a":', '{"a":1', "{1:2}", "{a:1}", '{"a" 1}', '{"a":1,}', "[]", '{"a":1} x'])(
  "%j is not an object",
  (given) => {
    expect(membersOf(bytes(given))).toBeNull();
  },
);
