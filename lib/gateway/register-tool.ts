import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { attempt } from "#lib/errors/attempt.ts";
import { done, type Outcome } from "#lib/errors/outcome.ts";
import { contractOf, withLines } from "#lib/registry/contract-of.ts";
import type { PreparedRegistration } from "#lib/registry/prepare-registration.ts";
import { readDefinition, readDefinitionValue } from "#lib/registry/read-definition.ts";
import { prepareApart } from "#lib/threads/read-definitions.ts";
import type { RegisterRequest } from "./requests.ts";

/** What a definition is judged against; the database gives it only to who holds a live author key. */
const termsSchema = z.object({
  actionTypes: z.array(z.string()),
  secrets: z.array(z.string()),
  neighbours: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type AuthorTerms = z.infer<typeof termsSchema>;

export async function readAuthorTerms(sql: Sql, key: string): Promise<Outcome<AuthorTerms>> {
  const found = await attempt(() => sql<{ terms: unknown }[]>`select agents.fn_registration_terms(${key}) as terms`);
  return found.ok ? done(termsSchema.parse(found.value[0]?.terms)) : found;
}

const writtenSchema = z.object({
  versionId: z.uuid(),
  number: z.number(),
  definitionHash: z.string(),
  state: z.string(),
  approvalId: z.uuid().nullable(),
  required: z.number().nullable(),
});

/** A version that waits for its reviewers. */
export type Registered = z.infer<typeof writtenSchema> &
  Pick<PreparedRegistration, "verdict" | "findings"> & {
    readonly tool: string;
    readonly descriptionHash: string | undefined;
    /** Its page on the dashboard, where reviewers decide. */
    readonly page: string;
  };

/** An author registers a definition: everything about it is checked here again, whatever the author's own tools said. */
export async function registerTool(
  sql: Sql,
  key: string,
  terms: AuthorTerms,
  request: RegisterRequest,
): Promise<Outcome<Registered>> {
  const prepared = await prepare(terms, request);
  if (!prepared.ok) return prepared;
  const { contract, contractText, bodyHash, partHashes, nameSkeleton, nameSkeletonFolded, findings, verdict, bundle } =
    prepared.value;
  const source = request.toolMd === undefined ? (request.source ?? "http") : "tool_md";
  const written = await attempt(
    () => sql<{ version: unknown }[]>`
      select agents.fn_author_register_tool(${key}, ${contractText}, ${bodyHash}, ${sql.json(partHashes)},
        ${nameSkeleton}, ${nameSkeletonFolded}, ${sql.json(findings.map((finding) => ({ ...finding })))}, ${bundle}, ${source}) as version`,
  );
  if (!written.ok) return written;
  return done({
    tool: contract.name,
    ...writtenSchema.parse(written.value[0]?.version),
    descriptionHash: partHashes.description,
    verdict,
    findings,
    page: `/registry/${contract.name}`,
  });
}

async function prepare(
  terms: AuthorTerms,
  { definition, toolMd, bundle }: RegisterRequest,
): Promise<Outcome<PreparedRegistration>> {
  const read = toolMd === undefined ? readDefinitionValue(definition) : readDefinition(toolMd, "tool_md");
  if (!read.ok) return read;
  const codeHash = bundle === undefined ? undefined : createHash("sha256").update(bundle, "utf8").digest("hex");
  const contract = contractOf(read.value, codeHash);
  if (!contract.ok) return contract;
  return withLines(read.value, await prepareApart(contract.value, { ...terms, bundle }));
}
