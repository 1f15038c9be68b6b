import { z } from "zod";

export const query = z.string().min(1).max(2_000).describe("A PromQL expression.");

export const span = z.strictObject({
  start: z.number().int().min(0).describe("Seconds since 1970."),
  end: z.number().int().min(0),
  stepSeconds: z.number().int().min(1).max(86_400),
});

export const metricFailures = [
  "query_refused: the store does not understand the query; what it said is in the sentence.",
  "too_many_points: the span has more than 1,000 steps. Take a longer step.",
];
