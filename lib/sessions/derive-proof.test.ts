import { describe, expect, it } from "vitest";
import { deriveProof } from "./derive-proof.ts";

const parameters = { salt: Buffer.alloc(16, 7), memoryKib: 64, passes: 1, parallelism: 1 };

describe("deriveProof", () => {
  it("gives the same 32 bytes for the same password and salt", async () => {
    const first = await deriveProof("correct horse", parameters);
    expect(first).toHaveLength(32);
    expect(await deriveProof("correct horse", parameters)).toEqual(first);
  });

  it("gives other bytes for another password or another salt", async () => {
    const first = await deriveProof("correct horse", parameters);
    expect(await deriveProof("correct hors", parameters)).not.toEqual(first);
    expect(await deriveProof("correct horse", { ...parameters, salt: Buffer.alloc(16, 8) })).not.toEqual(first);
  });

  it("reads a composed and a decomposed letter as the same password", async () => {
    expect(await deriveProof("caf\u00e9", parameters)).toEqual(await deriveProof("cafe\u0301", parameters));
  });
});
