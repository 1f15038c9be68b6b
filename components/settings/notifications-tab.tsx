import { RefreshOnChange } from "#components/live/refresh-on-change.tsx";
import type { ChannelItem } from "#lib/notifications/channels/list-channels.ts";
import type { DeliveryItem } from "#lib/notifications/list-deliveries.ts";
import type { AddChannelAction } from "./notifications/add-channel.tsx";
import type { ChannelActionSet } from "./notifications/channel-actions.tsx";
import { ChannelList } from "./notifications/channel-list.tsx";
import { DeliveryLog } from "./notifications/delivery-log.tsx";

interface NotificationsTabProps {
  channels: readonly ChannelItem[];
  deliveries: readonly DeliveryItem[];
  filtered: boolean;
  pages: { readonly first?: string; readonly next?: string };
  /** Absent where the reader's role may not. */
  actions: ({ add: AddChannelAction } & ChannelActionSet) | null;
}

/** Where people are told that something waits while they look elsewhere. */
export function NotificationsTab({ channels, deliveries, filtered, pages, actions }: NotificationsTabProps) {
  return (
    <>
      <RefreshOnChange />
      <ChannelList channels={channels} actions={actions} />
      <DeliveryLog items={deliveries} channels={channels} filtered={filtered} pages={pages} />
    </>
  );
}
