import { useQuery } from '@tanstack/react-query';
import { SyncIndicator } from '../../../features/sources/components/sync/sync-indicator.tsx';
import { openTransfersQuery } from '../../../features/transfers/api/transfers.ts';
import { activityText, destinationText } from '../../../features/transfers/transfer-text.ts';
import { accountDetail } from '../../../lib/format/account-title.ts';
import { useServerNews } from '../../use-server-news.ts';

/** Follows the server's events for the whole main area; people with accounts see syncs and transfers in the header. */
export function SyncActivity({ shown }: { shown: boolean }) {
  const live = useServerNews();
  const { data: open = [] } = useQuery({ ...openTransfersQuery(), enabled: shown });
  const transfers = open
    .filter(({ status }) => status !== 'paused')
    .map((transfer) => ({
      id: transfer.id,
      slug: transfer.to.source.slug,
      name: [destinationText(transfer), accountDetail(transfer.to.account, transfer.to.source)]
        .filter(Boolean)
        .join(', '),
      text: activityText(transfer),
      percent: transfer.percent,
    }));
  return shown ? <SyncIndicator live={live} transfers={transfers} /> : null;
}
