import { z } from "zod";
import { policyDocumentSchema } from "./policy-document.ts";

/**
 * The text of `docs/policy.schema.json`: what an editor needs to complete and to underline a policy while it is written. It knows the
 * shape and the floors; what leads nowhere, contradicts itself or goes in circles only `parsePolicy` tells.
 */
export function renderPolicySchema(): string {
  // Whoever writes a text may leave sections out.
  const { $schema, ...schema } = z.toJSONSchema(policyDocumentSchema.partial(), { io: "input" });
  const head = {
    $schema,
    title: "Airlock policy",
    description: "Made from lib/policy/document/policy-document.ts by 'npm run check -- --write'.",
  };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}
