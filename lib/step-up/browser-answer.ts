import { z } from "zod";

/** Six digits, however a person groups them. */
export const codeSchema = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "A code has six digits."));

/** What a browser sends of a passkey, as far as it is read here; everything inside is verified before it counts. */

const base64url = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[A-Za-z0-9_-]+$/, "This is not what a passkey says.");
const credentialId = base64url(1_400);

export const assertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(6_000),
    authenticatorData: base64url(10_000),
    signature: base64url(4_000),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof TRANSPORTS)[number];
const isKnown = (transport: string): transport is Transport => (TRANSPORTS as readonly string[]).includes(transport);

export const attestationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url(6_000),
    attestationObject: base64url(40_000),
    // Browsers may learn new words; a hint that we do not know is left out.
    transports: z
      .array(z.string().max(40))
      .max(20)
      .default([])
      .transform((words) => words.filter(isKnown)),
  }),
});
export type Attestation = z.output<typeof attestationSchema>;
/** The same as a browser sends it. */
export type SentAttestation = z.input<typeof attestationSchema>;
