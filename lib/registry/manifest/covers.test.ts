import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesHost } from "#lib/policy/gate/host-pattern.ts";
import { matchesGlob } from "#lib/policy/glob.ts";
import { coversHost, hasToBeListed } from "./covers-host.ts";
import { coversPath } from "./covers-path.ts";

describe("one path pattern within another", () => {
  test.each([
    ["/data/**", "/data/**", true],
    ["/data/**", "/data", true],
    ["/data/**", "/data/a/*.csv", true],
    ["/data/**", "/data/**/x/*", true],
    ["/data/*", "/data/?", true],
    ["/data/?", "/data/*", false],
    ["/data/*", "/data/**", false],
    ["/data/*", "/data/a/b", false],
    ["/data/a*", "/data/ab*c", true],
    ["/data/a*c", "/data/ab*", false],
    ["/data/*b*", "/data/a?b", true],
    ["/data/*/x", "/data/q/x", true],
    ["/**/x", "/a/**/x", true],
    ["/**", "/etc/passwd", true],
    ["/etc/passwd", "/**", false],
    ["/data/**", "/database", false],
    ["/data/**", "/data2/**", false],
    ["${workspace}/**", "${workspace}/out", true],
    ["${workspace}/**", "${project}/out", false],
    // Nobody knows where on the host an agent's workspace lies.
    ["/**", "${workspace}/**", false],
    ["${workspace}/**", "/workspace/x", false],
    ["/${workspace}/**", "${workspace}/x", false],
    ["/data/**", "/data/./x", true],
    ["/data/**", "/data/../etc", false],
  ])("%s holds %s: %s", (outer, inner, holds) => {
    expect(coversPath(outer, inner)).toBe(holds);
  });

  const pattern = fc
    .array(fc.oneof(fc.constant("**"), fc.string({ unit: fc.constantFrom(..."ab*?"), minLength: 1, maxLength: 3 })), {
      maxLength: 4,
    })
    .map((segments) => `/${segments.join("/")}`);
  const path = fc
    .array(fc.string({ unit: fc.constantFrom(..."ab"), minLength: 1, maxLength: 3 }), { maxLength: 4 })
    .map((segments) => `/${segments.join("/")}`);

  function countWrong(covers: (outer: string, inner: string) => boolean) {
    let [proved, wrong] = [0, 0];
    fc.assert(
      fc.property(pattern, pattern, fc.array(path, { minLength: 10, maxLength: 10 }), (outer, inner, paths) => {
        if (!covers(outer, inner)) return;
        proved += 1;
        if (paths.some((one) => matchesGlob(inner, one) && !matchesGlob(outer, one))) wrong += 1;
      }),
      { numRuns: 2500, seed: 1 },
    );
    return { proved, wrong };
  }

  test("what was proved to lie within matches no path outside", () => {
    const { proved, wrong } = countWrong(coversPath);
    expect(wrong).toBe(0);
    expect(proved).toBeGreaterThan(50);
  });

  test("the search bites: it finds paths outside when a pattern is matched as if it were a path", () => {
    expect(countWrong((outer, inner) => matchesGlob(outer, inner)).wrong).toBeGreaterThan(0);
  });

  test("answers on patterns that would take a backtracking proof for ever", () => {
    expect(coversPath(`/${"**/a/".repeat(100)}b`, `/${"**/a/".repeat(100)}c`)).toBe(false);
    expect(coversPath(`/${"a*".repeat(250)}b`, `/${"a*".repeat(250)}c`)).toBe(false);
  });
});

describe("one host pattern within another", () => {
  test.each([
    ["*.example.com:443", "api.example.com:443", true],
    ["*.example.com:443", "API.example.com:443", true],
    ["*.example.com:443", "example.com:443", false],
    ["*.example.com:443", "api.example.com:80", false],
    ["*.example.com:443", "*.api.example.com:443", true],
    ["*.api.example.com:443", "*.example.com:443", false],
    ["*.example.com:443", "*.badexample.com:443", false],
    ["api.example.com:443", "*.example.com:443", false],
    ["10.0.0.0/8:5432", "10.1.0.0/16:5432", true],
    ["10.1.0.0/16:5432", "10.0.0.0/8:5432", false],
    ["10.1.0.0/16:5432", "10.2.0.0/16:5432", false],
    ["10.0.0.0/8:5432", "10.1.2.3:5432", true],
    ["10.0.0.0/8:5432", "0x0a.1:5432", true],
    ["10.0.0.0/8:5432", "11.1.2.3:5432", false],
    ["[fd00::]/8:443", "[fd12::]/16:443", true],
    ["[fd00::]/8:443", "[fd12::1]:443", true],
    ["[fd12::]/16:443", "[fd00::]/8:443", false],
    ["0.0.0.0/0:443", "[fd00::]/8:443", false],
    ["0.0.0.0/0:443", "db.example.com:443", false],
    ["*.4:443", "1.2.3.4:443", false],
    ["10.0.0.0/99:1", "10.0.0.1:1", false],
  ])("%s holds %s: %s", (outer, inner, holds) => {
    expect(coversHost(outer, inner)).toBe(holds);
  });

  const octet = fc.constantFrom(0, 1, 10, 127);
  const address = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join("."));
  const name = fc.constantFrom("a.b", "b", "x.a.b", "c.b");
  const port = fc.constantFrom(80, 443);
  const hostPattern = fc.oneof(
    fc.tuple(name, port).map(([host, n]) => `${host}:${n}`),
    fc.tuple(name, port).map(([host, n]) => `*.${host}:${n}`),
    fc.tuple(address, port).map(([host, n]) => `${host}:${n}`),
    fc.tuple(address, fc.nat(32), port).map(([host, prefix, n]) => `${host}/${prefix}:${n}`),
  );
  const target = fc.record({ host: fc.oneof(address, name, fc.constant("y.x.a.b")), port });

  test("what was proved to lie within reaches no host outside", () => {
    let proved = 0;
    fc.assert(
      fc.property(hostPattern, hostPattern, fc.array(target, { minLength: 20 }), (outer, inner, targets) => {
        if (!coversHost(outer, inner)) return;
        proved += 1;
        expect(targets.filter((one) => matchesHost(inner, one) && !matchesHost(outer, one))).toEqual([]);
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(proved).toBeGreaterThan(50);
  });

  test("numbers and this machine are told from names, however they are written", () => {
    expect(
      ["10.0.0.1:1", "0x7f.1:80", "[::1]:1", "10.0.0.0/8:1", "?:1", "LocalHost:1", "*.localhost:1"].every(
        hasToBeListed,
      ),
    ).toBe(true);
    expect(["example.com:1", "*.example.com:443"].some(hasToBeListed)).toBe(false);
  });
});
