import { describe, expect, test } from "vitest";
import { canonicalHost, matchesHost } from "./host-pattern.ts";

describe("host patterns", () => {
  test.each([
    ["example.com:443", "example.com", 443, true],
    ["example.com:443", "example.com", 80, false],
    ["example.com:443", "www.example.com", 443, false],
    ["EXAMPLE.com:443", "example.com", 443, true],
    ["*.example.com:443", "a.b.example.com", 443, true],
    ["*.example.com:443", "example.com", 443, false],
    ["*.example.com:443", "badexample.com", 443, false],
    ["10.1.0.0/16:5432", "10.1.200.3", 5432, true],
    ["10.1.0.0/16:5432", "10.2.0.1", 5432, false],
    ["10.1.0.0/16:5432", "db.internal", 5432, false],
    ["0.0.0.0/0:80", "::1", 80, false],
    ["[2001:db8::]/32:443", "2001:db8:1::5", 443, true],
    ["[2001:db8::1]:443", "2001:db8::1", 443, true],
    ["127.0.0.1:80", "::ffff:7f00:1", 80, false],
    ["*.1:80", "127.0.0.1", 80, false],
    ["example.com", "example.com", 443, false],
    ["example.com:443x", "example.com", 443, false],
    ["example.com:443\n", "example.com", 443, false],
    ["x\nexample.com:443", "example.com", 443, false],
    ["*.:443", "a.", 443, false],
    ["*.a b:443", "x.undefined", 443, false],
    ["x10.0.0.0/8:80", "10.1.1.1", 80, false],
    ["10.0.0.0/8/8:80", "10.1.1.1", 80, false],
    ["10.0.0.0/8x:80", "10.1.1.1", 80, false],
    ["10.1.1.1/32:80", "10.1.1.1", 80, true],
    ["10.1.1.1/33:80", "10.1.1.1", 80, false],
    ["::1/128:80", "::1", 80, true],
    ["2001:db8::/33:80", "2001:db8::1", 80, true],
    ["::1/129:80", "::1", 80, false],
    ["10.0.0.0/8:80", "x", 80, false],
    ["zz/8:80", "10.1.1.1", 80, false],
  ])("%s on %s port %i is %s", (pattern, host, port, matches) => {
    expect(matchesHost(pattern, { host, port })).toBe(matches);
  });

  test("without a port, any listed port of the host will do", () => {
    expect(matchesHost("db.internal:5432", { host: "db.internal" })).toBe(true);
  });

  test.each([
    ["0x7f.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["example.com.", "example.com"],
    ["::1", "::1"],
    ["a@b", undefined],
    ["a/b", undefined],
    ["a b", undefined],
    ["a:80", undefined],
    ["a:b@c", undefined],
    [":b@c", undefined],
    ["a?b", undefined],
    ["a#b", undefined],
    ["[::1]", "::1"],
    ["[::1]:80", undefined],
    ["a]", undefined],
    ["", undefined],
  ])("%j is dialled as %s", (written, host) => {
    expect(canonicalHost(written)).toBe(host);
  });
});
