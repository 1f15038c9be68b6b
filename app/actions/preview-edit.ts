"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { previewEdit as preview } from "#lib/approvals/edit/edit-invocation.ts";
import { seenSchema } from "#lib/approvals/seen-schema.ts";

const input = seenSchema.extend({ input: z.string().max(300_000) });

export const previewEdit = operatorAction(
  "approvals.decide",
  input,
  ({ sql, session }, { input: text, ...seen }) => preview(sql, session.token, seen, text),
  { pages: "untouched" },
);
