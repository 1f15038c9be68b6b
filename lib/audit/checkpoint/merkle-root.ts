import { createHash } from "node:crypto";

/**
 * The Merkle tree hash of RFC 6962, section 2.1. Leaves and nodes are hashed under different first bytes: without that, a node could
 * be passed off as a leaf, and two different lists would have one root.
 */
export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (!first) return createHash("sha256").digest();
  if (leaves.length === 1) return createHash("sha256").update(LEAF).update(first).digest();
  const split = largestPowerOfTwoBelow(leaves.length);
  return createHash("sha256")
    .update(NODE)
    .update(merkleRoot(leaves.slice(0, split)))
    .update(merkleRoot(leaves.slice(split)))
    .digest();
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

function largestPowerOfTwoBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}
