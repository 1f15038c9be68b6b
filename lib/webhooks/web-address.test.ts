import { expect, test } from "vitest";
import { readWebAddress } from "./web-address.ts";

const strict = { plainLoopback: false };
const lenient = { plainLoopback: true };

test.each(["https://hooks.example.com/x?y=z", "https://relay.internal:8443/", "https://10.1.2.3/hook"])(
  "%s is taken",
  (text) => {
    expect(readWebAddress(text, strict)).toMatchObject({ ok: true });
  },
);

test.each([
  "http://hooks.example.com/",
  "http://127.0.0.1.example.com/",
  "http://localhost.example.com/",
  "http://169.254.169.254/latest/",
  "https://user:password@hooks.example.com/",
  "https://hooks.example.com/#part",
  "ftp://hooks.example.com/",
  "javascript:alert(1)",
  "hooks.example.com",
  "",
  `https://hooks.example.com/${"x".repeat(2_000)}`,
])("%s is refused, whatever is allowed on this machine", (text) => {
  expect(readWebAddress(text, lenient)).toMatchObject({ ok: false, code: "malformed_request" });
});

test.each(["http://127.0.0.1:9000/", "http://localhost/", "http://[::1]:1/"])("%s takes leave", (text) => {
  expect(readWebAddress(text, strict).ok).toBe(false);
  expect(readWebAddress(text, lenient).ok).toBe(true);
});
