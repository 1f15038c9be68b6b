import type { Sql } from "postgres";

/**
 * Takes one defence out of a function, in this database only: the control of a trial. The rest of the function stays what it is.
 * Throws when the text is not there any more, because a control that changes nothing proves nothing.
 */
export async function takeOut(admin: Sql, name: string, defence: string, instead = ""): Promise<void> {
  const [row] = await admin<{ source: string }[]>`select pg_get_functiondef(${name}::regproc) as source`;
  const source = row?.source ?? "";
  if (!source.includes(defence))
    throw new Error(`${name} no longer contains '${defence}': the control needs another way.`);
  await admin.unsafe(source.replaceAll(defence, instead));
  await forgetKeptTerms(admin);
}

/** As a migration does when it changes functions: what was decided by the old ones is not kept for the new. */
export async function forgetKeptTerms(admin: Sql): Promise<void> {
  await admin`insert into agents.term_changes (txid) values (pg_current_xact_id()) on conflict do nothing`;
}
