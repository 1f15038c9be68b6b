import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago, ClockTime } from "#components/ui/time.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import { ConfirmRevoke } from "./confirm-revoke.tsx";

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly state: "live" | "revoked" | "expired";
  readonly prefix: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  /** Whose it is or who issued it, where that is not plain from the page. */
  readonly whose: string | null;
}

interface KeyTableProps {
  label: string;
  /** What every key of this kind begins with. */
  scheme: "alk_live" | "aak_live";
  keys: readonly ListedKey[];
  /** Null for a person who may not. */
  revoke: ((input: { keyId: string }) => Promise<Outcome<unknown>>) | null;
}

/** Keys by their public part; the secret one is kept nowhere. */
export function KeyTable({ label, scheme, keys, revoke }: KeyTableProps) {
  return (
    <Table label={label}>
      <Head>
        <HeadCell>Name</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell wide>Public part</HeadCell>
        <HeadCell wide>Issued</HeadCell>
        <HeadCell wide>Expires</HeadCell>
        <HeadCell wide>Last used</HeadCell>
        {revoke && (
          <HeadCell right>
            <span className="sr-only">Revoke</span>
          </HeadCell>
        )}
      </Head>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} muted={key.state !== "live"}>
            <Cell className="font-medium [overflow-wrap:anywhere]">
              {key.name}
              {key.whose && <span className="block text-sm font-normal text-ink-2">{key.whose}</span>}
              <span className="block text-sm font-normal text-ink-2 md:hidden">
                <code className="block text-xs">
                  {scheme}_{key.prefix}_…
                </code>
                until <ClockTime at={key.expiresAt} form="date" />, last used{" "}
                {key.lastUsedAt ? <Ago at={key.lastUsedAt} /> : "never"}
              </span>
            </Cell>
            <Cell>
              <StateMark state={key.state} />
            </Cell>
            <Cell wide className="font-mono text-xs">
              {scheme}_{key.prefix}_…
            </Cell>
            <Cell wide>
              <Ago at={key.createdAt} />
            </Cell>
            <Cell wide>
              <ClockTime at={key.expiresAt} form="date" />
            </Cell>
            <Cell wide>{key.lastUsedAt ? <Ago at={key.lastUsedAt} /> : "never"}</Cell>
            {revoke && (
              <Cell right>
                {key.state === "live" && <ConfirmRevoke keyId={key.id} name={key.name} revoke={revoke} />}
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
