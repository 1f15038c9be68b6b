import type { Attempt } from "./trial.fixture.ts";
import { ANYWHERE, EVIL, get, open, SOCKS_HELLO, socksName } from "./words.fixture.ts";

/** Ways to write a name so that it looks like a listed one. */
export const NAMES: Record<string, Attempt> = {
  "a listed name as the end of another": { send: [open("evilgood.test:80")], forbidden: EVIL, ends: "not_listed" },
  "a listed name as the start of another": {
    send: [open("good.test.evil.test:80")],
    forbidden: EVIL,
    ends: "not_listed",
  },
  "the parent of a pattern": {
    hosts: ["*.cdn.test:80"],
    send: [open("cdn.test:80")],
    forbidden: /dial address-of-cdn/,
    ends: "not_listed",
  },
  "a listed name on another port": { send: [open("good.test:22")], forbidden: /dial \S+ 22\]/, ends: "not_listed" },
  "an unlisted name with a dot at its end": { send: [open("evil.test.:80")], forbidden: EVIL, ends: "not_listed" },
  "an unlisted name in capitals": { send: [open("EVIL.test:80")], forbidden: EVIL, ends: "not_listed" },
  "full-width digits": {
    ...ANYWHERE,
    way: { kind: "redirect", authority: "１２７.0.0.1:80" },
    send: ["x\n"],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "ideographic full stops": {
    ...ANYWHERE,
    way: { kind: "redirect", authority: "127。0。0。1:80" },
    send: ["x\n"],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "a name that only looks like the listed one": {
    way: { kind: "redirect", authority: "gооd.test:80" },
    send: ["x\n"],
    forbidden: /dial address-of-xn--/,
    ends: "not_listed",
  },
  "percent signs in a name": { send: [open("%65vil.test:80")], forbidden: /dial address-of-evil/, ends: "bad_host" },
  "a listed name as a user before an @": { send: [open("good.test@evil.test:80")], forbidden: EVIL, ends: "bad_host" },
  "two @": { send: [open("a@good.test@evil.test:80")], forbidden: EVIL, ends: "bad_host" },
  "a user in a request's address": { send: [get("http://good.test@evil.test/")], forbidden: EVIL, ends: "bad_host" },
  "a backslash": { send: [get("http://evil.test\\@good.test/")], forbidden: EVIL, ends: "bad_request" },
  "a tab in a name": {
    way: { kind: "redirect", authority: "evil\t.test:80" },
    send: ["x\n"],
    forbidden: EVIL,
    ends: "bad_host",
  },
  "a NUL in a name": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("good.test\0.evil.test", 80), "x\n"],
    forbidden: EVIL,
    ends: "bad_host",
  },
  "a line end in a name": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("evil.test\r\nx", 80), "x\n"],
    forbidden: EVIL,
    ends: "bad_host",
  },
  "a port inside a name": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("evil.test:443", 80), "x\n"],
    forbidden: EVIL,
    ends: "bad_host",
  },
  "a path in a tunnel's address": { send: [open("evil.test:80/good.test:80")], forbidden: EVIL, ends: "bad_host" },
};
