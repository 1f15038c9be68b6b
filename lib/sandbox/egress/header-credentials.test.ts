import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import {
  credentialsFor,
  type HeaderCredential,
  headerCredentials,
  maskBody,
  maskText,
  needsTls,
} from "./header-credentials.ts";

const planned = { as: "header" as const, secret: "token", host: "api.test:443", header: "authorization" };
const credential: HeaderCredential = {
  host: "api.test:443",
  header: "authorization",
  value: "s3cret",
  prefix: "Bearer ",
};

describe("credentials of a plan", () => {
  test("come with their values; files are not the proxy's business", () => {
    const file = { as: "file" as const, secret: "key", target: "/run/secrets/key" };
    expect(headerCredentials([file, { ...planned, prefix: "Bearer " }], { token: "s3cret" })).toEqual({
      ok: true,
      value: [credential],
    });
  });

  test.each([
    ["missing", planned, {}],
    ["only inherited", { ...planned, secret: "toString" }, {}],
    ["empty", planned, { token: "" }],
    ["a further header", planned, { token: "x\r\nHost: evil.test" }],
    ["for the server's name", { ...planned, header: "host" }, { token: "evil.test" }],
    ["for the framing", { ...planned, header: "content-length" }, { token: "0" }],
  ])("one that is %s refuses the call, without a word of the value", (_name, credential, secrets) => {
    const outcome = headerCredentials([credential], secrets);
    expect(outcome).toMatchObject({ ok: false, code: "secret_unavailable" });
    expect(JSON.stringify(outcome)).not.toContain("evil.test");
  });

  test("are for one name and one port", () => {
    expect(credentialsFor([credential], { host: "api.test", port: 443 })).toEqual([credential]);
    expect(credentialsFor([credential], { host: "api.test", port: 80 })).toEqual([]);
    expect(credentialsFor([credential], { host: "www.api.test", port: 443 })).toEqual([]);
  });
});

describe("a secret", () => {
  test.each([
    ["93.184.216.34"],
    ["10.1.2.3"],
    ["192.168.0.7"],
    ["169.254.1.1"],
    ["fd00::7"],
    ["128.0.0.1"],
    ["not an address"],
  ])("leaves for %s in TLS only", (address) => {
    expect(needsTls([credential], [address])).toBe(true);
    expect(needsTls([credential], ["127.0.0.1", address])).toBe(true);
  });

  test("for nobody known leaves in TLS only", () => {
    expect(needsTls([credential], [])).toBe(true);
  });

  test.each(["127.0.0.1", "127.9.9.9", "::1"])("may go to %s as it came, which is this machine", (address) => {
    expect(needsTls([credential], [address])).toBe(false);
  });

  test("that there is none of asks for nothing", () => {
    expect(needsTls([], ["93.184.216.34"])).toBe(false);
  });
});

describe("a server that sends the secret back", () => {
  test("finds it masked at the same length", () => {
    expect(maskText("token=s3cret; again=s3cret", [credential])).toBe("token=******; again=******");
  });

  test.each([1, 2, 3, 5, 100])("also cut into pieces of %i bytes", async (size) => {
    const body = maskBody([credential]);
    const said = text(body);
    const sent = Buffer.from("before s3cret between s3crets3cret after");
    for (let at = 0; at < sent.length; at += size) {
      if (!body.write(sent.subarray(at, at + size))) await once(body, "drain");
    }
    body.end();
    expect(await said).toBe("before ****** between ************ after");
  });
});
