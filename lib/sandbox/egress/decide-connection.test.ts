import { describe, expect, test } from "vitest";
import { parseAllowlist } from "./allowlist.ts";
import { canonicalHost } from "./canonical-host.ts";
import { type ConnectionRules, decideConnection } from "./decide-connection.ts";

const PUBLIC = "93.184.216.34";

function rules(hosts: readonly string[], more: Partial<ConnectionRules> = {}): ConnectionRules {
  return {
    mode: "allowlist",
    allowlist: parseAllowlist(hosts),
    resolve: async () => [PUBLIC],
    ownAddresses: () => ["198.41.0.4"],
    ...more,
  };
}

async function verdict(authority: string, given: ConnectionRules): Promise<string> {
  const decision = await decideConnection(authority, given);
  return decision.allowed ? decision.addresses.join() : decision.reason;
}

describe("one spelling for each meaning", () => {
  test.each([
    ["EXAMPLE.com:443", "example.com"],
    ["example.com.:443", "example.com"],
    ["ex%61mple.com:443", null],
    ["2130706433:80", "127.0.0.1"],
    ["0x7f.1:80", "127.0.0.1"],
    ["0177.0.0.1:80", "127.0.0.1"],
    ["127.1:80", "127.0.0.1"],
    ["127。0。0。1:80", "127.0.0.1"],
    ["１２７.0.0.1:80", "127.0.0.1"],
    ["[::ffff:7f00:1]:80", "::ffff:7f00:1"],
    ["[::1]:80", "::1"],
    ["[fe80::1%25eth0]:80", null],
    ["a@b.example:80", null],
    ["a b.example:80", null],
    ["a.example\u0000.evil:80", null],
    ["a.example:0", null],
    ["a.example:65536", null],
    ["a.example", null],
    ["", null],
    [":443", null],
    ["*.example.com:443", null],
  ])("%j is %j", (authority, name) => expect(canonicalHost(authority)?.name ?? null).toBe(name));
});

describe("the list", () => {
  const list = rules(["api.example.com:443", "*.cdn.example.com:443"]);

  test.each([
    ["api.example.com:443", PUBLIC],
    ["API.example.com.:443", PUBLIC],
    ["x.cdn.example.com:443", PUBLIC],
    ["a.b.cdn.example.com:443", PUBLIC],
    ["api.example.com:80", "not_listed"],
    ["cdn.example.com:443", "not_listed"],
    ["evilcdn.example.com:443", "not_listed"],
    ["api.example.com.evil.net:443", "not_listed"],
    ["93.184.216.34:443", "not_listed"],
    ["not a host", "bad_host"],
  ])("%s: %s", async (authority, expected) => expect(await verdict(authority, list)).toBe(expected));

  test("an open network still reaches no private address", async () => {
    const open = rules([], {
      mode: "open",
      resolve: async (name) => (name === "intra.test" ? ["10.0.0.5"] : [PUBLIC]),
    });
    expect(await verdict("anything.test:8080", open)).toBe(PUBLIC);
    expect(await verdict("8.8.8.8:53", open)).toBe("8.8.8.8");
    expect(await verdict("intra.test:80", open)).toBe("private_address");
    expect(await verdict("127.0.0.1:80", open)).toBe("private_address");
    expect(await verdict("2130706433:80", open)).toBe("private_address");
    expect(await verdict("[::ffff:169.254.169.254]:80", open)).toBe("private_address");
  });
});

describe("where a name leads", () => {
  const names = ["db.internal:5432", "mixed.test:443", "metadata.test:80", "us.test:443", "gone.test:443"];
  const answers: Record<string, string[]> = {
    "db.internal": ["10.1.2.3"],
    "mixed.test": [PUBLIC, "127.0.0.1"],
    "metadata.test": ["169.254.169.254"],
    "us.test": ["198.41.0.4"],
    "gone.test": [],
  };
  const resolve = async (name: string) => answers[name] ?? [];

  test.each(["db.internal:5432", "mixed.test:443", "metadata.test:80", "us.test:443"])(
    "%s is refused without a word about the address",
    async (authority) => {
      const decision = await decideConnection(authority, rules(names, { resolve }));
      expect(decision).toMatchObject({ allowed: false, reason: "private_address" });
      expect(JSON.stringify(decision)).not.toMatch(/10\.1\.2\.3|127\.0\.0\.1|169\.254|198\.41/);
    },
  );

  test("a private network that the policy lists is reached, on the listed port only", async () => {
    const listed = rules([...names, "10.1.0.0/16:5432", "127.0.0.1:8080", "[fd12::]/32:443"], { resolve });
    expect(await verdict("db.internal:5432", listed)).toBe("10.1.2.3");
    expect(await verdict("10.1.9.9:5432", listed)).toBe("10.1.9.9");
    expect(await verdict("10.2.0.1:5432", listed)).toBe("not_listed");
    expect(await verdict("127.0.0.1:8080", listed)).toBe("127.0.0.1");
    expect(await verdict("127.0.0.1:8081", listed)).toBe("not_listed");
    expect(await verdict("[fd12:0:1::5]:443", listed)).toBe("fd12:0:1::5");
  });

  test("a listing of the metadata service is worth nothing", async () => {
    const listed = rules(["169.254.169.254:80", "metadata.test:80"], { resolve });
    expect(await verdict("169.254.169.254:80", listed)).toBe("private_address");
    expect(await verdict("metadata.test:80", listed)).toBe("private_address");
  });

  test("listing the whole internet does not list us", async () => {
    expect(await verdict("127.0.0.1:80", rules(["0.0.0.0/0:80"]))).toBe("private_address");
  });

  test("a name without an address, or a resolver that fails, is refused", async () => {
    expect(await verdict("gone.test:443", rules(names, { resolve }))).toBe("unresolved");
    const failing = rules(names, { resolve: () => Promise.reject(new Error("SERVFAIL")) });
    expect(await verdict("gone.test:443", failing)).toBe("unresolved");
  });

  test("rebinding: the name is asked once, and what is dialled is what was checked", async () => {
    const replies = [[PUBLIC], ["127.0.0.1"]];
    let asked = 0;
    const rebinding = rules(["evil.test:80"], { resolve: async () => replies[asked++] ?? [] });
    expect(await verdict("evil.test:80", rebinding)).toBe(PUBLIC);
    expect(asked).toBe(1);
    expect(await verdict("evil.test:80", rebinding)).toBe("private_address");
  });
});
