import type postgres from "postgres";
import { containing, containingInJson, wordsOf } from "#db/like-pattern.ts";
import {
  INVOCATIONS_A_PAGE,
  type InvocationFilter,
  type InvocationItem,
  invocationConditions,
  readItems,
} from "./list-invocations.ts";

/** So many calls are looked through at once: no index holds what stands in arguments, and writing one would slow every ask. */
export const LOOKED_THROUGH = 10_000;
/** Characters of a call's arguments that are looked at, and words: long ones cannot make a search run into its time limit. */
export const ARGUMENTS_LOOKED_AT = 4_000;
const WORDS_MAX = 8;

export interface FoundInvocations {
  readonly items: InvocationItem[];
  /** Where to go on: behind the last one found of a full page, else behind the last one looked at. */
  readonly next: string | undefined;
  /** The oldest call that was looked at, where the search stopped for having looked at so many; calls before it were not. */
  readonly lookedBackTo: string | undefined;
}

/** Of the newest calls that pass the filter, those that mention every word: in what they would do, their arguments, names or answers. */
export async function searchInvocations(
  sql: postgres.Sql,
  filter: InvocationFilter,
  question: string,
  { page = INVOCATIONS_A_PAGE, most = LOOKED_THROUGH }: { readonly page?: number; readonly most?: number } = {},
): Promise<FoundInvocations> {
  const looked = () => sql`agents.tool_invocations i where ${invocationConditions(sql, filter)} order by i.id desc`;
  const mentioned = wordsOf(question)
    .slice(0, WORDS_MAX)
    .map((word) => mentions(sql, word))
    .reduce((all, one) => sql`${all} and ${one}`, sql`true`);
  // Which calls they are is decided before anything is joined to them: the planner would join all outputs to the calls looked through.
  const found = sql`i.id = any(array(
    select i.id from (select i.* from ${looked()} limit ${most}) i where ${mentioned} order by i.id desc limit ${page + 1}))`;
  const [rows, ends] = await Promise.all([
    readItems(sql, found, page + 1),
    sql<{ id: string; askedAt: string }[]>`
      select i.id, i.asked_at as "askedAt" from ${looked()} offset ${most - 1} limit 2`,
  ]);
  const items = rows.slice(0, page);
  if (rows.length > page) return { items, next: items.at(-1)?.id, lookedBackTo: undefined };
  const [last, older] = ends;
  return older
    ? { items, next: last?.id, lookedBackTo: last?.askedAt }
    : { items, next: undefined, lookedBackTo: undefined };
}

/** The arguments are asked for as a value and not by EXISTS, which the planner would answer by reading those of all calls. */
function mentions(sql: postgres.Sql, word: string) {
  const plain = containing(word);
  return sql`(
    i.effect ilike ${plain} or i.error_code ilike ${plain} or i.approval_reason ilike ${plain} or i.id::text = ${word.toLowerCase()}
    or i.tool_id in (select n.id from agents.tools_registry n where n.name ilike ${plain})
    or i.agent_id in (select n.id from agents.agents n where n.name ilike ${plain})
    or (
      select left(n.input, ${ARGUMENTS_LOOKED_AT}) from agents.invocation_inputs n
      where n.invocation_id = i.id and n.revision = i.revision) ilike ${containingInJson(word)})`;
}
