import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signBody } from "./sign-body.ts";

test("a signature is over time, dot and body: a changed byte, another time or another key is another one", () => {
  const signed = signBody("key", "body", 1_700_000_000);
  expect(signed).toBe(`t=1700000000,v1=${createHmac("sha256", "key").update("1700000000.body").digest("hex")}`);
  const others = [signBody("key", "bodY", 1_700_000_000), signBody("kez", "body", 1_700_000_000)];
  expect(new Set([signed, ...others].map((each) => each.split("v1=")[1])).size).toBe(3);
});
