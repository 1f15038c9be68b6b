import { type KeyObject, randomBytes } from "node:crypto";
import type postgres from "postgres";
import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import type { Tier } from "#lib/policy/vocabulary.ts";
import { type AddressRules, readWebAddress } from "#lib/webhooks/web-address.ts";
import { isMailAddress } from "../messages/build-mail.ts";
import { sealAddress } from "../sealed-address.ts";
import { type Audience, type News, rankOf } from "../vocabulary.ts";

/** Where a new channel goes. */
export type ChannelTarget =
  | { readonly kind: "webhook" | "slack"; readonly url: string }
  | { readonly kind: "email"; readonly audience: Audience; readonly address?: string | undefined };

export interface NewChannel {
  readonly name: string;
  readonly target: ChannelTarget;
  readonly news: readonly News[];
  readonly leastTier: Tier;
}

export interface AddedChannel {
  readonly id: string;
  /** What signs a webhook's messages: shown this once, for whoever receives them. */
  readonly signingKey: string | null;
}

export interface Sealing {
  /** The public half of the housekeeper's key; called for only where there is something to seal. */
  readonly key: () => Outcome<KeyObject>;
  readonly addresses: AddressRules;
}

/** What is stored of where a channel goes. */
interface StoredTarget {
  readonly target: string;
  readonly audience: Audience;
  readonly sealed: { readonly sealedTo: string; readonly sealed: Buffer } | null;
  readonly signingKey: string | null;
}

export async function addChannel(
  sql: postgres.Sql,
  token: string,
  sealing: Sealing,
  { name, target, news, leastTier }: NewChannel,
): Promise<Outcome<AddedChannel>> {
  const stored = target.kind === "email" ? mailTarget(target) : webTarget(target.kind, target.url, sealing);
  if (!stored.ok) return stored;
  const { sealed, signingKey, ...shown } = stored.value;
  const [row] = await sql<{ id: string }[]>`
    select agents.fn_add_channel(${token}, ${target.kind}, ${name}, ${shown.target}, ${shown.audience}, ${sealed?.sealedTo ?? null},
      ${sealed?.sealed ?? null}, ${[...news]}, ${rankOf(leastTier)}) as id`;
  return done({ id: row?.id ?? "", signingKey });
}

function mailTarget({
  audience,
  address = "",
}: {
  audience: Audience;
  address?: string | undefined;
}): Outcome<StoredTarget> {
  if (audience === "target" && !isMailAddress(address)) {
    return refuse("malformed_request", "Give one plain mail address, without a name.");
  }
  return done({ target: audience === "target" ? address : audience, audience, sealed: null, signingKey: null });
}

function webTarget(kind: "webhook" | "slack", text: string, sealing: Sealing): Outcome<StoredTarget> {
  const url = readWebAddress(text, sealing.addresses);
  if (!url.ok) return url;
  const recipient = sealing.key();
  if (!recipient.ok) return recipient;
  const signingKey = kind === "webhook" ? `alw_${randomBytes(32).toString("base64url")}` : null;
  const { host, href } = url.value;
  const sealed = sealAddress(recipient.value, kind, host, { url: href, key: signingKey });
  return done({ target: host, audience: "target", sealed, signingKey });
}
