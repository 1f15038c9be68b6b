import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import { failure } from "../failures/failure.ts";

/**
 * SCRAM-SHA-256 (RFC 5802, 7677) without channel binding: the password never crosses the wire, and the server proves that
 * it knows it too.
 */
export interface Scram {
  readonly first: string;
  /** The answer to the server's first message. */
  final(serverFirst: string): string;
  /** Throws unless the server's last message proves that it holds the password's verifier. */
  verify(serverFinal: string): void;
}

export function scram(password: string, nonce: string): Scram {
  const bare = `n=,r=${nonce}`;
  let signature: Buffer = Buffer.alloc(0);
  return {
    first: `n,,${bare}`,
    final(serverFirst) {
      const { r = "", s = "", i = "" } = fields(serverFirst);
      const rounds = Number(i);
      if (!r.startsWith(nonce) || !Number.isSafeInteger(rounds) || rounds < 4096 || rounds > 1_000_000) {
        throw failure("server_refused", "The server's answer to the sign-in is not sound.");
      }
      const salted = pbkdf2Sync(password.normalize("NFKC"), Buffer.from(s, "base64"), rounds, 32, "sha256");
      const clientKey = hmac(salted, "Client Key");
      const withoutProof = `c=biws,r=${r}`;
      const signed = `${bare},${serverFirst},${withoutProof}`;
      const clientSignature = hmac(createHash("sha256").update(clientKey).digest(), signed);
      signature = hmac(hmac(salted, "Server Key"), signed);
      const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (clientSignature[at] ?? 0)));
      return `${withoutProof},p=${proof.toString("base64")}`;
    },
    verify(serverFinal) {
      const proved = Buffer.from(fields(serverFinal).v ?? "", "base64");
      if (signature.length === 0 || proved.length !== signature.length || !timingSafeEqual(proved, signature)) {
        throw failure("server_refused", "The server did not prove that it knows the password.");
      }
    },
  };
}

function fields(said: string): Record<string, string> {
  return Object.fromEntries(said.split(",").map((field) => [field.slice(0, 1), field.slice(2)]));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
