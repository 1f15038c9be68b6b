import { describe, expect, test } from "vitest";
import type { FoundArgument } from "./find-arguments.ts";
import { readTarget } from "./read-target.ts";

/** `host:port` of what it dials, or why it dials nobody that could be allowed. */
function dials(text: string, found: Partial<FoundArgument> = {}): string {
  const target = readTarget({ kind: "url", pointer: "/x", text, foundBy: "shape", ...found });
  if ("hostless" in target) return "nobody";
  if ("impossible" in target) return target.impossible;
  return target.port === undefined ? target.host : `${target.host}:${target.port}`;
}

const declared = { foundBy: "declaration" } as const;
const host = { kind: "host" } as const;

describe("an address", () => {
  test("of a million letters is read once, not once for each of them", () => {
    const name = "a".repeat(1_000_000);
    for (const text of [`https:${name}`, `https://${name}`, `https:/${name}/`])
      expect(dials(text) === `${name}:443`).toBe(true);
    expect(dials(`https:${name}?@b.example`)).toBe("is read differently by different programs");
  });

  test.each([
    ["https://a.example", "a.example:443"],
    ["http://a.example", "a.example:80"],
    ["https://a.example:8443/x", "a.example:8443"],
    ["http://a.example:443", "a.example:443"],
    [" HTTPS://A.Example./x ", "a.example:443"],
    ["https://[::1]/", "::1:443"],
    ["ssh://a.example/x", "a.example:22"],
    ["ssh://git@a.example:2222/x", "a.example:2222"],
    ["ssh://[::1]/x", "::1:22"],
    ["https://a.example/?q=\\", "a.example:443"],
    ["https://a.example/#@b", "a.example:443"],
    ["https://a.example/x@y", "a.example:443"],
  ])("%j dials %j", (text, target) => {
    expect(dials(text)).toBe(target);
  });

  test.each([
    ["https://a\u0000.example", "holds a control character"],
    ["https://a\u007f.example", "holds a control character"],
    ["https://a\u001fb.example", "holds a control character"],
    ["https://", "cannot be read as a URL"],
    ["a.example", "cannot be read as a URL"],
    ["ftp://a.example", "is neither http, https nor ssh"],
    ["ssh://u:p@a.example", "is neither http, https nor ssh"],
    ["ssh://-oProxyCommand=x@a.example", "names no host"],
    ["ssh://-x.example/", "names no host"],
    ["ssh://a%20b/", "names no host"],
    ["https://u@a.example", "carries credentials"],
    ["https://:p@a.example", "carries credentials"],
    ["https://a.example\\@b.example", "is read differently by different programs"],
    ["https://a.example?@b.example", "is read differently by different programs"],
    ["https://a.example#@b.example", "is read differently by different programs"],
    ["https:a.example?@b", "is read differently by different programs"],
    ["https://a..example", "names no host"],
    ["https://.a.example", "names no host"],
    ["https://a.example..", "names no host"],
    ["https://-a.example", "names no host"],
    ["urn:x:y", "is neither http, https nor ssh"],
    ["git@a.example:x/y", "cannot be read as a URL"],
  ])("%j is refused: %j", (text, why) => {
    expect(dials(text)).toBe(why);
  });

  test.each(["urn:x:y", "TAG:a", "data:,x", "mailto:a@b", "tel:1", "cid:x", "mid:x", "doi:x"])(
    "%s, by its format alone, dials nobody",
    (text) => {
      expect(dials(text, { foundBy: "schema", format: "uri" })).toBe("nobody");
      expect(dials(text, { foundBy: "schema" })).not.toBe("nobody");
      expect(dials(`x-${text}`, { foundBy: "schema", format: "uri" })).not.toBe("nobody");
    },
  );

  test("the short form of ssh is one where its author says that addresses are expected", () => {
    expect(dials("git@a.example:x/y", declared)).toBe("a.example:22");
    expect(dials("git@a.example:x/y", { foundBy: "schema" })).toBe("a.example:22");
    expect(dials("git@a.example:x/y", { foundBy: "name" })).toBe("cannot be read as a URL");
    expect(dials("-x@a.example:y", declared)).toBe("names no host");
    expect(dials("g@a b:y", declared)).toBe("cannot be read as a URL");
    expect(dials("x git@a.example:y", declared)).toBe("cannot be read as a URL");
    expect(dials("a@b@c:x", declared)).toBe("cannot be read as a URL");
    expect(dials("git@a.example", declared)).toBe("cannot be read as a URL");
  });

  test("one that is only called so may leave its scheme out, a port is no scheme, and what others say has to be whole", () => {
    const named = { foundBy: "name" } as const;
    expect(dials("a.example/x", named)).toBe("a.example:443");
    expect(dials("//a.example/x", named)).toBe("a.example:443");
    expect(dials("a.example:8080/x", named)).toBe("a.example:8080");
    expect(dials("localhost:8080", named)).toBe("is neither http, https nor ssh");
    expect(dials("a.example:8080/x", declared)).toBe("is neither http, https nor ssh");
    expect(dials("http://a.example:81", named)).toBe("a.example:81");
    expect(dials("a.example/x", declared)).toBe("cannot be read as a URL");
  });
});

describe("a host", () => {
  test.each([
    ["a.example", "a.example"],
    [" A.Example ", "a.example"],
    ["a.example:8080", "a.example:8080"],
    ["::1", "::1"],
    ["[::1]:80", "::1:80"],
    ["[::1]", "::1"],
    ["0x7f.1:5432", "127.0.0.1:5432"],
    ["a.example:123456", "is not a host"],
    ["a.example:x", "is not a host"],
    ["a b", "is not a host"],
    ["", "is not a host"],
    ["a/b", "is not a host"],
    ["a.exa\u0000mple", "holds a control character"],
    ["a..b", "names no host"],
    ["-a", "names no host"],
    ["u@a", "is not a host"],
  ])("%j is %j", (text, target) => {
    expect(dials(text, host)).toBe(target);
  });
});
