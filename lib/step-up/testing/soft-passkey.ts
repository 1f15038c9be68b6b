import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Assertion, Attestation } from "../browser-answer.ts";

/** An authenticator in a few lines (WebAuthn, ES256): for tests that need real signatures and no browser. */

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/** The little of CBOR (RFC 8949) that a passkey is written in. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

interface Ceremony {
  readonly challenge: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly type?: string;
}

export class SoftPasskey {
  readonly credentialId = randomBytes(32);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #count = 0;

  get #id(): string {
    return this.credentialId.toString("base64url");
  }

  /** COSE_Key: EC2, ES256, P-256. */
  get publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]),
    );
  }

  #data({ rpId = "localhost", verified = true }: Ceremony, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#count);
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT | flags | (verified ? VERIFIED : 0)]), count]);
  }

  make(ceremony: Ceremony): Attestation {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const data = Buffer.concat([
      this.#data(ceremony, ATTESTED),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.publicKey,
    ]);
    const attestation = new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", data],
    ]);
    return {
      id: this.#id,
      rawId: this.#id,
      type: "public-key",
      response: {
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  sign(ceremony: Ceremony): Assertion {
    this.#count += 1;
    const data = this.#data(ceremony, 0);
    const client = clientData("webauthn.get", ceremony);
    return {
      id: this.#id,
      rawId: this.#id,
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), this.#keys.privateKey).toString("base64url"),
      },
    };
  }
}

function clientData(kind: string, { challenge, origin = "http://localhost:3000", type = kind }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
