import { expect, test } from "vitest";
import { relyingPartyOf } from "./relying-party.ts";

test.each([
  ["https://airlock.example.com/", "airlock.example.com", "https://airlock.example.com"],
  ["https://airlock.example.com:8443", "airlock.example.com", "https://airlock.example.com:8443"],
  ["http://localhost:3000", "localhost", "http://localhost:3000"],
])("%s is a name that passkeys are made for", (url, id, origin) => {
  expect(relyingPartyOf(url)).toEqual({ ok: true, value: { id, origin } });
});

test.each([undefined, "", "http://127.0.0.1:3000", "https://[::1]/", "http://airlock.example.com", "airlock"])(
  "%s is refused with what to change",
  (url) => {
    expect(relyingPartyOf(url)).toMatchObject({ ok: false, code: "bad_configuration" });
  },
);
