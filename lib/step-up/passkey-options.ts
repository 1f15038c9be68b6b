import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import type { RelyingParty } from "./relying-party.ts";

/** A passkey of a person, as the database names it to a browser. */
export interface KnownCredential {
  readonly id: string;
  readonly transports: readonly string[];
}

type Descriptor = NonNullable<PublicKeyCredentialRequestOptionsJSON["allowCredentials"]>[number];

function describe({ id, transports }: KnownCredential): Descriptor {
  return { id, type: "public-key", transports: [...transports] as NonNullable<Descriptor["transports"]> };
}

/** What a browser is asked for when a person proves that they are there. */
export function requestOptions(
  { id: rpId }: RelyingParty,
  challenge: string,
  credentials: readonly KnownCredential[],
): PublicKeyCredentialRequestOptionsJSON {
  return {
    rpId,
    challenge,
    timeout: 60_000,
    userVerification: "required",
    allowCredentials: credentials.map(describe),
  };
}

interface Owner {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
}

/** EdDSA, ES256, RS256: what devices have. */
const ALGORITHMS = [-8, -7, -257];

/** What a browser is asked for when a person adds a passkey. No attestation: which brand of device it is, is nobody's business here. */
export function creationOptions(
  { id }: RelyingParty,
  challenge: string,
  owner: Owner,
  existing: readonly KnownCredential[],
): PublicKeyCredentialCreationOptionsJSON {
  return {
    rp: { id, name: "Airlock" },
    user: {
      id: Buffer.from(owner.personId.replaceAll("-", ""), "hex").toString("base64url"),
      name: owner.email,
      displayName: owner.name,
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    timeout: 300_000,
    attestation: "none",
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  };
}
