import { addChannel } from "#app/actions/add-channel.ts";
import { changeChannel } from "#app/actions/change-channel.ts";
import { retireChannel } from "#app/actions/retire-channel.ts";
import { testChannel } from "#app/actions/test-channel.ts";
import { address, one, oneOf, type SearchParams } from "#app/server/address.ts";
import { database } from "#app/server/database.ts";
import { NotificationsTab } from "#components/settings/notifications-tab.tsx";
import { isUuid } from "#db/is-uuid.ts";
import { listChannels } from "#lib/notifications/channels/list-channels.ts";
import { listDeliveries } from "#lib/notifications/list-deliveries.ts";
import { DELIVERY_STATES } from "#lib/notifications/vocabulary.ts";

/** The tab's data: channels, and a page of the log by the address's filters. */
export async function Notifications({ params, mayManage }: { params: SearchParams; mayManage: boolean }) {
  const id = (name: string) => {
    const value = one(params, name);
    return value !== undefined && isUuid(value) ? value : undefined;
  };
  const filter = { channelId: id("channel"), state: oneOf(params, "state", DELIVERY_STATES) };
  const before = id("before");
  const [channels, { items, next }] = await Promise.all([
    listChannels(database()),
    listDeliveries(database(), { ...filter, before }),
  ]);
  const page = (to: string | undefined) => address("/settings", params, { before: to });
  return (
    <NotificationsTab
      channels={channels}
      deliveries={items}
      filtered={Object.values(filter).some((value) => value !== undefined)}
      pages={{ ...(before ? { first: page(undefined) } : {}), ...(next ? { next: page(next) } : {}) }}
      actions={mayManage ? { add: addChannel, change: changeChannel, retire: retireChannel, test: testChannel } : null}
    />
  );
}
