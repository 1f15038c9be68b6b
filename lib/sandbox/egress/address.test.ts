import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contains, isDeliberate, isGlobal, isNeverAllowed, parseAddress, parseNetwork } from "./address.ts";

function judge(text: string): string {
  const address = parseAddress(text);
  return address === null ? "unreadable" : isGlobal(address) ? "global" : "special";
}

describe("only the public internet is global", () => {
  test.each(["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "%s is",
    (text) => expect(judge(text)).toBe("global"),
  );

  test.each([
    ..."0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1".split(
      " ",
    ),
    ..."172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1".split(" "),
    ..."203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16".split(" "),
    ...":: ::1 fe80::1 fec0::1 fc00::1 fd00:ec2::254 fd20:ce::254 ff02::1 100::1 2001::1 2001:db8::1 3fff::1 5f00::1".split(
      " ",
    ),
  ])("%s is not", (text) => expect(judge(text)).toBe("special"));

  test.each([
    ["mapped", "::ffff:127.0.0.1"],
    ["mapped, in hex", "::ffff:7f00:1"],
    ["mapped, written out", "0:0:0:0:0:ffff:7f00:0001"],
    ["translated", "::ffff:0:127.0.0.1"],
    ["compatible", "::127.0.0.1"],
    ["compatible, in hex", "::7f00:1"],
    ["compatible, private", "::a00:1"],
    ["NAT64", "64:ff9b::127.0.0.1"],
    ["NAT64, in hex", "64:ff9b::a9fe:a9fe"],
    ["local NAT64", "64:ff9b:1::10.0.0.1"],
    ["6to4", "2002:7f00:1::"],
    ["Teredo", "2001:0:7f00:1::"],
    ["ISATAP on link-local", "fe80::5efe:127.0.0.1"],
  ])("an IPv4 address inside IPv6 hides nothing: %s", (_form, text) => expect(judge(text)).toBe("special"));

  test("a mapped public address is the public address", () => {
    expect(parseAddress("::ffff:8.8.8.8")).toEqual(parseAddress("8.8.8.8"));
  });

  test.each(["", "127.0.0.1.", "127.1", "0x7f.0.0.1", "fe80::1%eth0", "1.2.3.4/8", "::g", "localhost"])(
    "%j is no address",
    (text) => expect(judge(text)).toBe("unreadable"),
  );

  test("any spelling of a special IPv4 address inside the mapped prefix is special", () => {
    fc.assert(
      fc.property(fc.constantFrom(10, 127, 0, 224, 255), fc.nat(255), fc.nat(255), fc.nat(255), (a, b, c, d) => {
        const hex = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        expect(judge(hex)).toBe("special");
        expect(judge(`${a}.${b}.${c}.${d}`)).toBe("special");
      }),
    );
  });

  test("outside 2000::/3 no IPv6 address is global", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseAddress(text);
        if (address?.length === 16 && ((address[0] ?? 0) & 0xe0) !== 0x20) expect(isGlobal(address)).toBe(false);
      }),
    );
  });
});

describe("networks", () => {
  const network = (text: string) => {
    const parsed = parseNetwork(text);
    if (!parsed) throw new Error(text);
    return parsed;
  };
  const address = (text: string) => parseAddress(text) ?? new Uint8Array();

  test("contain what they contain, to the bit", () => {
    expect(contains(network("10.1.0.0/16"), address("10.1.255.255"))).toBe(true);
    expect(contains(network("10.1.0.0/16"), address("10.2.0.0"))).toBe(false);
    expect(contains(network("192.0.2.128/25"), address("192.0.2.127"))).toBe(false);
    expect(contains(network("fd00::/8"), address("fdff::1"))).toBe(true);
    expect(contains(network("0.0.0.0/0"), address("::1"))).toBe(false);
  });

  test("a network that covers the internet was not meant for our loopback", () => {
    expect(isDeliberate(network("0.0.0.0/0"))).toBe(false);
    expect(isDeliberate(network("::/0"))).toBe(false);
    expect(isDeliberate(network("127.0.0.1"))).toBe(true);
    expect(isDeliberate(network("10.0.0.0/8"))).toBe(true);
  });

  test("metadata services can be listed by nobody", () => {
    for (const text of [
      "169.254.169.254",
      "100.100.100.200",
      "168.63.129.16",
      "fd00:ec2::254",
      "::ffff:169.254.169.254",
    ]) {
      expect(isNeverAllowed(address(text))).toBe(true);
    }
  });
});
