import type postgres from "postgres";

export type Proof = "passkey" | "totp";

/** What one person has to do, beside looking, before the database takes their yes: its own word, and it decides again. */
export interface Reading {
  /** With what they prove that they are there; empty: nothing is asked. */
  readonly proofs: readonly Proof[];
  /** From when it takes a yes of theirs; null: at once. */
  readonly readableFrom: string | null;
  /** Their last approvals were quicker than reading. */
  readonly hurried: boolean;
}

export async function readReading(sql: postgres.Sql, token: string, approvalId: string): Promise<Reading> {
  const [row] = await sql<{ reading: Reading }[]>`select agents.fn_reading(${token}, ${approvalId}) as reading`;
  if (!row) throw new Error("The database did not say what a yes takes.");
  return row.reading;
}
