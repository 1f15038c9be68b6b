import type postgres from "postgres";

/** Whom a one-time link is for; nothing when it is used up, expired or unknown. */
export type SetupLink =
  | { readonly first: true }
  | { readonly first: false; readonly name: string; readonly email: string };

export async function readSetupLink(sql: postgres.Sql, token: string): Promise<SetupLink | undefined> {
  const [row] = await sql<{ link: SetupLink | null }[]>`select agents.fn_setup_link(${token}) as link`;
  return row?.link ?? undefined;
}
