import { argon2 } from "node:crypto";

export interface ProofParameters {
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second recommended setting for argon2id; a sign-in costs about 40 ms and 19 MiB. */
export const NEW_PROOF_PARAMETERS = { memoryKib: 19_456, passes: 2, parallelism: 1 } as const;

const TAG_BYTES = 32;

/**
 * The argon2id tag of a password. The database keeps a hash of the tag and checks it there, so this process can prove
 * that it knows a password but can never ask whose it is.
 */
export function deriveProof(password: string, parameters: ProofParameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      "argon2id",
      {
        // The same characters typed on two keyboards may differ in their composition; the password does not.
        message: password.normalize("NFKC"),
        nonce: parameters.salt,
        memory: parameters.memoryKib,
        passes: parameters.passes,
        parallelism: parameters.parallelism,
        tagLength: TAG_BYTES,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    );
  });
}
