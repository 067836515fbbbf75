import type { AccountContext } from '../kit/connector.ts';
import type { ChangeFeed, RemoteItem } from '../kit/session.ts';
import type { Gateway } from './gateway.ts';
import type { Drives } from './libraries/drives.ts';
import { hasCode } from './refusals.ts';
import { clientState } from './webhook.ts';

/** Graph allows somewhat less than thirty days. */
const LIFE_MS = 29 * 24 * 3_600_000;

type Watching = Required<Pick<ChangeFeed<RemoteItem>, 'watch' | 'unwatch'>>;

/** Creates one subscription for each drive. The notifications only say that something has changed. */
export function subscriptions(account: AccountContext, gateway: Gateway, drives: Drives): Watching {
  const remove = (id: string) =>
    gateway.unsubscribe(id).catch((error: unknown) => {
      if (!hasCode(error, 'not_found')) throw error;
    });

  return {
    async watch({ name, url, secret }) {
      const [own, { libraries }] = await Promise.all([drives.own(), drives.followed()]);
      const expirationDateTime = new Date(account.now().getTime() + LIFE_MS).toISOString();
      const subscribe = (driveId: string) =>
        gateway.subscribe({
          changeType: 'updated',
          resource: `/drives/${driveId}/root`,
          notificationUrl: url.href,
          clientState: clientState(name, secret),
          expirationDateTime,
        });
      const made = await Promise.allSettled([own.id, ...libraries.map(({ id }) => id)].map(subscribe));
      const ids = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
      const [mine] = made;
      // Without push for a library, its changes are found a little later; without it for the own drive, push is
      // useless.
      if (mine!.status === 'rejected') {
        await Promise.allSettled(ids.map(remove));
        throw mine!.reason;
      }
      return { id: JSON.stringify(ids), expiresAt: new Date(mine!.value.expirationDateTime) };
    },

    /** A subscription that has expired already counts as success. */
    async unwatch(id) {
      await Promise.all((JSON.parse(id) as string[]).map(remove));
    },
  };
}
