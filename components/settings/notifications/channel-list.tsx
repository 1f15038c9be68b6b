"use client";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { ShownKey } from "#components/keys/shown-key.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { tierWord } from "#components/ui/risk-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { StateMark } from "#components/ui/state-mark.tsx";
import { Cell, Head, HeadCell, Row, Table } from "#components/ui/table.tsx";
import { Ago } from "#components/ui/time.tsx";
import type { ChannelItem } from "#lib/notifications/channels/list-channels.ts";
import { AddChannel, type AddChannelAction } from "./add-channel.tsx";
import { type ChannelActionSet, ChannelActions } from "./channel-actions.tsx";
import { AUDIENCE_WORDS, KIND_WORDS, NEWS_WORDS } from "./channel-words.ts";

interface ChannelListProps {
  channels: readonly ChannelItem[];
  /** Absent where the reader's role may not. */
  actions: ({ add: AddChannelAction } & ChannelActionSet) | null;
}

export function ChannelList({ channels, actions }: ChannelListProps) {
  const [key, setKey] = useState<string>();
  return (
    <Section
      title="Channels"
      note="facts and a link; never arguments, never a button that decides"
      action={actions && <AddChannel add={actions.add} onKey={setKey} />}
    >
      {key && <ShownKey value={key} />}
      {channels.length === 0 ? (
        <div className="rounded-md border bg-panel">
          <EmptyState icon={<BellRing size={22} />} title="Nobody is told outside this page">
            A channel tells a webhook, a Slack channel or a mailbox that something waits. Admins add them.
          </EmptyState>
        </div>
      ) : (
        <Table label="Channels">
          <Head>
            <HeadCell>Name</HeadCell>
            <HeadCell wide>Goes to</HeadCell>
            <HeadCell wide>Told when</HeadCell>
            <HeadCell>Last delivery</HeadCell>
            {actions && (
              <HeadCell right>
                <span className="sr-only">Change</span>
              </HeadCell>
            )}
          </Head>
          <tbody>
            {channels.map((channel) => (
              <Row key={channel.id} muted={!channel.enabled}>
                <Cell>
                  <b className="font-medium">{channel.name}</b>
                  <span className="block text-sm text-ink-2">
                    {KIND_WORDS[channel.kind]}
                    {!channel.enabled && ", off"}
                  </span>
                </Cell>
                <Cell wide className="max-w-64 [overflow-wrap:anywhere]">
                  {channel.audience === "target" ? (
                    <span className="font-mono text-sm">{channel.target}</span>
                  ) : (
                    AUDIENCE_WORDS[channel.audience]
                  )}
                </Cell>
                <Cell wide className="text-sm text-ink-2">
                  {channel.news.map((news) => NEWS_WORDS[news]).join(", ")}
                  <span className="block">
                    {channel.leastTier === "low" ? "every tier" : `from ${tierWord(channel.leastTier)}`}
                  </span>
                </Cell>
                <Cell className="max-w-72">
                  <LastDelivery last={channel.last} />
                </Cell>
                {actions && (
                  <Cell right>
                    <ChannelActions channel={channel} actions={actions} />
                  </Cell>
                )}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

function LastDelivery({ last }: { last: ChannelItem["last"] }) {
  if (!last) return <span className="text-ink-2">nothing yet</span>;
  return (
    <span className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <StateMark state={last.state} />
        <span className="text-sm text-ink-2">
          <Ago at={last.at} />
        </span>
      </span>
      {last.error && <span className="text-sm text-ink-2">{last.error}</span>}
    </span>
  );
}
