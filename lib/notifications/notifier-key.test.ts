import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSealingKey } from "#lib/secrets/dispatcher-key.ts";
import { notifierKeyFile, notifierSealingKeyFile, openNotifierKey } from "./notifier-key.ts";
import { openAddress, sealAddress } from "./sealed-address.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "airlock-notices-"));
});
afterAll(() => rmSync(home, { recursive: true }));

const content = { url: "https://hooks.example.com/secret-part", key: "alw_x" };

function sealed(kind = "webhook", host = "hooks.example.com") {
  const box = sealAddress(readSealingKey(notifierSealingKeyFile(notifierKeyFile(home))), kind, host, content);
  return { kind, target: host, sealed: box.sealed.toString("base64"), sealedTo: box.sealedTo };
}

test("what is sealed to the public half opens with the key that was kept, and is nobody else's to read", () => {
  const key = openNotifierKey(notifierKeyFile(home));
  expect(statSync(notifierKeyFile(home)).mode & 0o777).toBe(0o600);
  expect(openAddress(openNotifierKey(notifierKeyFile(home)), sealed())).toEqual({ ok: true, content });
  expect(Buffer.from(sealed().sealed, "base64").toString("latin1")).not.toContain("secret-part");
  expect(openAddress(key, sealed()).ok).toBe(true);
});

test("an address does not open for a channel that shows another host, nor as another kind", () => {
  const key = openNotifierKey(notifierKeyFile(home));
  expect(openAddress(key, { ...sealed(), target: "elsewhere.example.com" }).ok).toBe(false);
  expect(openAddress(key, { ...sealed(), kind: "slack" }).ok).toBe(false);
  expect(openAddress(key, sealed("webhook", "elsewhere.example.com"))).toMatchObject({
    ok: false,
    why: "The sealed address is not the one that is shown.",
  });
});

test("another key says whose the address is, and a key that others may read is refused", () => {
  const other = openNotifierKey(join(home, "other.pem"));
  expect(openAddress(other, sealed())).toMatchObject({
    ok: false,
    why: expect.stringContaining("this keeper's key is"),
  });
  chmodSync(notifierKeyFile(home), 0o644);
  expect(() => openNotifierKey(notifierKeyFile(home))).toThrow("are not safe");
  chmodSync(notifierKeyFile(home), 0o600);
});
