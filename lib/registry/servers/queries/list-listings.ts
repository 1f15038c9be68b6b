import type postgres from "postgres";
import { plainRows } from "#db/plain-rows.ts";

export interface ListingLine {
  readonly id: string;
  readonly at: string;
  readonly serverRoot: string;
  readonly protocol: string | null;
  readonly tools: number;
  readonly current: boolean;
  /** Against the listing before it; null for the first, and for the oldest that is shown. */
  readonly against: ListingDifference | null;
}

export interface ListingDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Named as before, with another definition. */
  readonly changed: readonly string[];
  /** What the server says of itself. */
  readonly instructions: boolean;
}

interface ListingRow extends Omit<ListingLine, "against" | "tools"> {
  readonly instructions: string | null;
  /** A digest of each definition, by the tool's own name. */
  readonly digests: Readonly<Record<string, string>>;
}

/** Whole listings are read to say what differs, so few are. */
export const LISTINGS_SHOWN = 12;

/** Each time that the server said something new, the newest first. */
export async function listListings(sql: postgres.Sql, serverId: string): Promise<ListingLine[]> {
  const rows = plainRows(
    await sql<ListingRow[]>`
    select l.id, l.at, l.server_root as "serverRoot", l.protocol, md5(l.instructions) as instructions, l.id = s.listing_id as current,
      (
        select coalesce(jsonb_object_agg(t ->> 'upstream', md5(coalesce(t ->> 'definition', t ->> 'contractText', ''))), '{}')
        from jsonb_array_elements(l.tools) t
      ) as digests
    from agents.mcp_listings l join agents.mcp_servers s on s.id = l.server_id
    where l.server_id = ${serverId}
    order by l.at desc, l.id desc limit ${LISTINGS_SHOWN}`,
  );
  return rows.map((row, index) => {
    const { digests, instructions: _instructions, ...line } = row;
    const before = rows[index + 1];
    return { ...line, tools: Object.keys(digests).length, against: before ? differenceOf(before, row) : null };
  });
}

function differenceOf(before: ListingRow, after: ListingRow): ListingDifference {
  const names = Object.keys(after.digests);
  return {
    added: names.filter((name) => !Object.hasOwn(before.digests, name)),
    removed: Object.keys(before.digests).filter((name) => !Object.hasOwn(after.digests, name)),
    changed: names.filter(
      (name) => Object.hasOwn(before.digests, name) && before.digests[name] !== after.digests[name],
    ),
    instructions: before.instructions !== after.instructions,
  };
}
