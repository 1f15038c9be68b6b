import { z } from "zod";

export const input = z.strictObject({
  service: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
    .describe("The service, as the pipeline knows it."),
  revision: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:@+-]{0,199}$/)
    .describe("What to deploy: a tag, a commit or an image's digest."),
  note: z.string().max(500).optional(),
});

export const output = z.strictObject({
  id: z.string(),
  state: z.string(),
  url: z.string().optional(),
});

export const container = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/)
  .describe("A container's name or id.");
