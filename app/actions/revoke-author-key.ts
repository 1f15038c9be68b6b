"use server";
import { z } from "zod";
import { operatorAction } from "#app/server/action.ts";
import { revokeAuthorKey as revoke } from "#lib/registry/authors/revoke-author-key.ts";

const input = z.strictObject({ keyId: z.uuid() });

/** Whoever has lost the role that a key was made under can still end it. */
export const revokeAuthorKey = operatorAction("author-keys.revoke", input, ({ sql, session }, { keyId }) =>
  revoke(sql, session.token, keyId),
);
