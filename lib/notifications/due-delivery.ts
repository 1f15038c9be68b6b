import { z } from "zod";
import { APPROVAL_SUBJECTS, TIERS } from "#lib/policy/vocabulary.ts";
import { AUDIENCES, CHANNEL_KINDS, NEWS } from "./vocabulary.ts";

/** Names are plain in the registry and among agents; a message is no place to find out that one is not. */
const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .optional();
const time = z.iso.datetime().optional();

/** All that a message may say. Never arguments, an effect line or a reason: agents and tools write those. */
const factsSchema = z.object({
  tool: name,
  agent: name,
  tier: z.enum(TIERS).optional(),
  required: z.number().int().optional(),
  askedAt: time,
  endsAt: time,
  at: z.iso.datetime(),
  decision: z.enum(["approved", "rejected"]).optional().catch(undefined),
  step: z.number().int().optional(),
  /** Several decisions of one moment in one message. */
  count: z.number().int().optional(),
});
export type Facts = z.infer<typeof factsSchema>;

/** What the database hands out to be delivered. */
export const dueDeliverySchema = z.object({
  id: z.uuid(),
  channel: z.uuid(),
  kind: z.enum(CHANNEL_KINDS),
  target: z.string(),
  audience: z.enum(AUDIENCES),
  /** In base64, in lines as the database writes it. */
  sealed: z.string().nullable(),
  sealedTo: z.string().nullable(),
  news: z.enum([...NEWS, "test"]),
  subjectKind: z.enum(APPROVAL_SUBJECTS).nullable(),
  subjectId: z.uuid().nullable(),
  facts: factsSchema,
  recipients: z.array(z.string()),
  attempt: z.number().int(),
});
export type DueDelivery = z.infer<typeof dueDeliverySchema>;
