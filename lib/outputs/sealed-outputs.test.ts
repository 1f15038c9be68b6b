import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyId } from "#lib/secrets/box.ts";
import { readSealingKey } from "#lib/secrets/dispatcher-key.ts";
import { openSecret } from "#lib/secrets/open.ts";
import { openOutput } from "./open-output.ts";
import { keepOutputKey, type OutputKeys, openOutputKeys, outputKeyFile, outputSealingKeyFile } from "./output-keys.ts";
import { outputSealer, placeOf } from "./seal-output.ts";

const reviewers = generateKeyPairSync("x25519");
const strangers = generateKeyPairSync("x25519");
const ring = (...keys: { publicKey: KeyObject; privateKey: KeyObject }[]): OutputKeys =>
  new Map(keys.map(({ publicKey, privateKey }) => [keyId(publicKey), privateKey]));
const seal = outputSealer(reviewers.publicKey);
const call = randomUUID();

/** As it is kept and as the log has it. */
function keep(id: string, raw: Uint8Array) {
  const { sealed, sealedTo, digest } = seal(id, raw);
  const logged = { rawDigest: digest, sealedDigest: createHash("sha256").update(sealed).digest("hex") };
  return { kept: { sealed, sealedTo }, logged };
}
const digestOf = (sealed: Uint8Array) => createHash("sha256").update(sealed).digest("hex");

describe("a sealed output", () => {
  test("opens to the same bytes, whatever they are, for its own call and with the reviewers' key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), fc.uuid(), (raw, id) => {
        const { kept, logged } = keep(id, raw);
        expect(openOutput(ring(strangers, reviewers), id, kept, logged)).toEqual({ ok: true, value: Buffer.from(raw) });
      }),
      { numRuns: 60 },
    );
  });

  test("does not open in the place of another call, though the log were rewritten to fit", () => {
    const { kept, logged } = keep(call, Buffer.from("of this call"));
    const other = openOutput(ring(reviewers), randomUUID(), kept, logged);
    expect(other).toMatchObject({ ok: false, code: "output_changed" });
  });

  test("is noticed by the log when a bit of it changed, and does not open when the log was rewritten too", () => {
    const { kept, logged } = keep(call, Buffer.from("as it was"));
    for (let at = 0; at < kept.sealed.length; at += 1) {
      const sealed = Buffer.from(kept.sealed);
      sealed[at] = (sealed[at] ?? 0) ^ 1;
      const changed = { ...kept, sealed };
      expect(openOutput(ring(reviewers), call, changed, logged)).toMatchObject({ ok: false, code: "output_changed" });
      const rewritten = { ...logged, sealedDigest: digestOf(sealed) };
      expect(openOutput(ring(reviewers), call, changed, rewritten)).toMatchObject({
        ok: false,
        code: "output_changed",
      });
    }
  });

  test("of which the log knows nothing is not trusted", () => {
    expect(openOutput(ring(reviewers), call, keep(call, Buffer.from("x")).kept, {})).toMatchObject({
      ok: false,
      code: "output_changed",
    });
  });

  test("says which key is missing when the key is lost", () => {
    const { kept, logged } = keep(call, Buffer.from("x"));
    for (const keys of [ring(), ring(strangers)]) {
      const lost = openOutput(keys, call, kept, logged);
      expect(lost).toMatchObject({ ok: false, code: "output_key_missing" });
      expect(JSON.stringify(lost)).toContain(keyId(reviewers.publicKey));
    }
  });

  test("does not open with another key under the same name", () => {
    const { kept, logged } = keep(call, Buffer.from("x"));
    const mistaken = new Map([[keyId(reviewers.publicKey), strangers.privateKey]]);
    expect(openOutput(mistaken, call, kept, logged)).toMatchObject({ ok: false, code: "output_changed" });
  });

  test("is no credential: what was sealed for one purpose opens for no other", () => {
    const { kept } = keep(call, Buffer.from("x"));
    expect(openSecret(reviewers.privateKey, placeOf(call), kept.sealed)).toBeUndefined();
  });

  test("is recorded with a digest that says nothing about what is easily guessed", () => {
    const guesses = ["yes", "no"].map((word) => createHash("sha256").update(word).digest("hex"));
    const digests = Array.from({ length: 4 }, () => keep(call, Buffer.from("yes")).logged);
    expect(new Set(digests.map(({ rawDigest }) => rawDigest)).size).toBe(4);
    for (const { rawDigest, sealedDigest } of digests) {
      expect(guesses).not.toContain(rawDigest);
      expect(guesses).not.toContain(sealedDigest);
    }
  });
});

describe("the reviewers' keys", () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "airlock-outputs-"));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("are made once, for their user alone; what dispatchers seal to the public half they open", async () => {
    const file = outputKeyFile(home);
    keepOutputKey(file);
    const made = readFileSync(file, "utf8");
    keepOutputKey(file);
    expect(readFileSync(file, "utf8")).toBe(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const sealed = outputSealer(readSealingKey(outputSealingKeyFile(file)))(call, Buffer.from("raw"));
    expect((await openOutputKeys({ file })).has(sealed.sealedTo)).toBe(true);
  });

  test("are changed by putting the new one first: new outputs are sealed to it, old ones still open", async () => {
    const file = join(home, "rotated.pem");
    keepOutputKey(file);
    const before = keyId(readSealingKey(outputSealingKeyFile(file)));
    const next = generateKeyPairSync("x25519");
    const pem = next.privateKey.export({ type: "pkcs8", format: "pem" });
    writeFileSync(file, `${pem}${readFileSync(file, "utf8")}`, { mode: 0o600 });
    keepOutputKey(file);
    expect(keyId(readSealingKey(outputSealingKeyFile(file)))).toBe(keyId(next.publicKey));
    expect([...(await openOutputKeys({ file })).keys()]).toEqual([keyId(next.publicKey), before]);
  });

  test("that others may read are refused, and so is another kind of key", async () => {
    const file = join(home, "open.pem");
    writeFileSync(file, reviewers.privateKey.export({ type: "pkcs8", format: "pem" }));
    chmodSync(file, 0o644);
    await expect(openOutputKeys({ file })).rejects.toThrow("not safe");
    chmodSync(file, 0o600);
    expect((await openOutputKeys({ file })).size, "control: it is the mode").toBe(1);
    const other = join(home, "other.pem");
    writeFileSync(other, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }), {
      mode: 0o600,
    });
    await expect(openOutputKeys({ file: other })).rejects.toThrow("X25519");
    writeFileSync(other, "", { mode: 0o600 });
    expect(() => keepOutputKey(other)).toThrow("no key");
  });

  test("can come from a command, several of them", async () => {
    const pems = [reviewers, strangers].map(({ privateKey }) => privateKey.export({ type: "pkcs8", format: "pem" }));
    const print = [process.execPath, "-e", "process.stdout.write(process.argv[1])", "--", pems.join("")];
    const keys = await openOutputKeys({ command: JSON.stringify(print) });
    expect([...keys.keys()]).toEqual([keyId(reviewers.publicKey), keyId(strangers.publicKey)]);
  });
});
