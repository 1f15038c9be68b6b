import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dispatcherKeyFile, openDispatcherKey, readSealingKey, sealingKeyFile } from "./dispatcher-key.ts";
import { openSecret } from "./open.ts";
import { sealSecret } from "./seal.ts";

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "airlock-key-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("the dispatchers' key", () => {
  test("is made once, for its user alone, and what pages seal to its public half it opens", async () => {
    const key = await openDispatcherKey({ home });
    expect(statSync(dispatcherKeyFile(home)).mode & 0o777).toBe(0o600);
    const { sealed } = sealSecret(readSealingKey(sealingKeyFile(home)), "token", "value");
    const again = await openDispatcherKey({ home });
    expect(again.equals(key)).toBe(true);
    expect(openSecret(again, "token", sealed)).toBe("value");
  });

  test("that others may read is refused", async () => {
    const file = join(home, "open.pem");
    writeFileSync(file, generateKeyPairSync("x25519").privateKey.export({ type: "pkcs8", format: "pem" }));
    chmodSync(file, 0o644);
    await expect(openDispatcherKey({ home, file })).rejects.toThrow("not safe");
    chmodSync(file, 0o600);
    expect((await openDispatcherKey({ home, file })).type).toBe("private");
  });

  test("can come from a command, which is a list and never a line for a shell", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("x25519");
    const pem = privateKey.export({ type: "pkcs8", format: "pem" });
    const print = [process.execPath, "-e", "process.stdout.write(process.argv[1])", "--", pem];
    const key = await openDispatcherKey({ home, command: JSON.stringify(print) });
    expect(createPublicKey(key).equals(publicKey)).toBe(true);
    await expect(openDispatcherKey({ home, command: "cat key.pem" })).rejects.toThrow("JSON list");
  });

  test("of another kind is refused", async () => {
    const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
    const command = JSON.stringify([process.execPath, "-e", "process.stdout.write(process.argv[1])", "--", pem]);
    await expect(openDispatcherKey({ home, command })).rejects.toThrow("X25519");
  });
});
