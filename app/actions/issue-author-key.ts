"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { issueAuthorKey as issue } from "#lib/registry/authors/issue-author-key.ts";

const input = z.strictObject({
  name: z.string().trim().min(1, "A key needs a name.").max(80),
  days: z.number().int().min(1).max(365),
});

export const issueAuthorKey = operatorAction("author-keys.manage-own", input, ({ sql, session }, request) =>
  issue(sql, session.token, request),
);
