/**
 * The signed-note form of C2SP: a text, an empty line, and a signature line `— NAME BASE64`, where the base64 holds four bytes that
 * name the key and the Ed25519 signature of the text with its last newline. A person can read it, and tools of other logs can check it.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

const ED25519 = 1;
const NAME = /^[^\s+]+$/u;

/** Who signs, as everybody may know it. */
export interface NoteVerifier {
  readonly name: string;
  readonly publicKey: KeyObject;
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject;
}

export function signNote(text: string, { name, publicKey, privateKey }: NoteSigner): string {
  if (!text.endsWith("\n")) throw new Error("A note's text ends with a newline.");
  const signature = Buffer.concat([keyId({ name, publicKey }), sign(null, Buffer.from(text, "utf8"), privateKey)]);
  return `${text}\n— ${name} ${signature.toString("base64")}\n`;
}

/** The text of a note that this key has signed; nothing for anything else, however small the difference. */
export function openNote(note: string, verifier: NoteVerifier): string | undefined {
  const split = note.lastIndexOf("\n\n");
  const text = note.slice(0, split + 1);
  const [, name, encoded] = /^— (\S+) (\S+)\n$/u.exec(note.slice(split + 2)) ?? [];
  if (split < 0 || name !== verifier.name || !encoded) return undefined;
  const bytes = Buffer.from(encoded, "base64");
  // Decoding is forgiving; a signature must have one spelling only, or a note could change without its signature failing.
  if (bytes.toString("base64") !== encoded || bytes.length !== 68) return undefined;
  if (!bytes.subarray(0, 4).equals(keyId(verifier))) return undefined;
  return verify(null, Buffer.from(text, "utf8"), verifier.publicKey, bytes.subarray(4)) ? text : undefined;
}

/** `NAME+KEYID+BASE64`: the public key in one line, as it is published. */
export function renderVerifier(verifier: NoteVerifier): string {
  const key = Buffer.concat([Buffer.from([ED25519]), rawKey(verifier.publicKey)]);
  return `${verifier.name}+${keyId(verifier).toString("hex")}+${key.toString("base64")}`;
}

export function parseVerifier(line: string): NoteVerifier | undefined {
  const [, name = "", id, encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line.trim()) ?? [];
  const key = Buffer.from(encoded, "base64");
  if (!NAME.test(name) || key.length !== 33 || key[0] !== ED25519) return undefined;
  const x = key.subarray(1).toString("base64url");
  const verifier = { name, publicKey: createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }) };
  return keyId(verifier).toString("hex") === id ? verifier : undefined;
}

function keyId({ name, publicKey }: NoteVerifier): Buffer {
  return createHash("sha256")
    .update(`${name}\n`)
    .update(Buffer.from([ED25519]))
    .update(rawKey(publicKey))
    .digest()
    .subarray(0, 4);
}

function rawKey(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
}
