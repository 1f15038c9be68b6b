import { expect, test } from "vitest";
import { OutputTeller } from "./tell-output.ts";

function listen() {
  const told: string[] = [];
  const sent: (() => void)[] = [];
  const teller = new OutputTeller((data, done) => {
    told.push(data.toString());
    sent.push(done);
  });
  return { teller, told, sent };
}

test("the first piece is told at once, and what comes while it is on its way is one message", () => {
  const { teller, told, sent } = listen();
  for (const piece of "abcdef") teller.add(Buffer.from(piece));
  expect(told).toEqual(["a"]);
  sent.shift()?.();
  expect(told).toEqual(["a", "bcdef"]);
  sent.shift()?.();
  teller.add(Buffer.from("g"));
  expect(told).toEqual(["a", "bcdef", "g"]);
});

test("before the report all is told, and nothing twice", () => {
  const { teller, told, sent } = listen();
  teller.add(Buffer.from("a"));
  teller.add(Buffer.from("b"));
  teller.flush();
  teller.flush();
  expect(told).toEqual(["a", "b"]);
  for (const done of sent) done();
  expect(told).toEqual(["a", "b"]);
});
