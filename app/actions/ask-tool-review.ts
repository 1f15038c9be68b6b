"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { askReview } from "#lib/registry/hold-tool.ts";

const input = z.strictObject({ versionId: z.uuid() });

export const askToolReview = operatorAction("registry.ask-review", input, ({ sql, session }, { versionId }) =>
  askReview(sql, session.token, versionId),
);
