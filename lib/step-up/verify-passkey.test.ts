import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { SoftPasskey } from "./testing/soft-passkey.ts";
import { verifyAssertion, verifyAttestation } from "./verify-passkey.ts";

const party = { id: "localhost", origin: "http://localhost:3000" };
const challenge = randomBytes(32).toString("base64url");
const passkey = new SoftPasskey();
const refused = { ok: false, code: "step_up_failed" };

describe("a passkey's signature", () => {
  test("holds for our name and our address, from a person whom their device verified", async () => {
    const outcome = await verifyAssertion(party, passkey.sign({ challenge }), passkey.publicKey);
    expect(outcome).toMatchObject({
      ok: true,
      value: { signCount: 1, clientData: expect.stringContaining(challenge) },
    });
  });

  test.each([
    ["another address", { origin: "http://localhost:3001" }],
    ["a name that only begins like ours", { origin: "http://localhost:3000.example.com" }],
    ["another name", { rpId: "example.com" }],
    ["a person who only touched it", { verified: false }],
    ["another kind of act", { type: "webauthn.create" }],
  ])("does not hold from %s", async (_, other) => {
    expect(await verifyAssertion(party, passkey.sign({ challenge, ...other }), passkey.publicKey)).toMatchObject(
      refused,
    );
  });

  test("does not hold by another key, nor over other words", async () => {
    const signed = passkey.sign({ challenge });
    expect(await verifyAssertion(party, signed, new SoftPasskey().publicKey)).toMatchObject(refused);
    const { clientDataJSON } = passkey.sign({ challenge: randomBytes(32).toString("base64url") }).response;
    const swapped = { ...signed, response: { ...signed.response, clientDataJSON } };
    expect(await verifyAssertion(party, swapped, passkey.publicKey)).toMatchObject(refused);
    const noise = { ...signed, response: { ...signed.response, authenticatorData: "AAAA" } };
    expect(await verifyAssertion(party, noise, passkey.publicKey)).toMatchObject(refused);
  });
});

describe("a new passkey", () => {
  test("gives the key that its signatures hold by", async () => {
    const made = await verifyAttestation(party, passkey.make({ challenge }));
    if (!made.ok) throw new Error(made.message);
    expect(Buffer.from(made.value.credentialId)).toEqual(passkey.credentialId);
    expect(await verifyAssertion(party, passkey.sign({ challenge }), made.value.publicKey)).toMatchObject({ ok: true });
  });

  test.each([
    ["for another address", { origin: "https://localhost:3000" }],
    ["for another name", { rpId: "example.com" }],
    ["that verifies nobody", { verified: false }],
  ])("made %s is refused", async (_, other) => {
    expect(await verifyAttestation(party, passkey.make({ challenge, ...other }))).toMatchObject(refused);
  });
});
